"""Every reader against hostile files: a FormatError of one line, or a document, in time; never anything else."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from anaphora_workbench.corpora import formats
from mutations import finding
from test_bm2001_and_are import BM2001, KEY_1, KEY_3, TASK_1, TASK_3
from test_chains_json import ALL_FIELDS
from test_conll2012 import WAYS
from test_conllu import GUM, SPANS, _file
from test_losses import plain
from test_muc import WILD
from test_nkas import LINKED
from test_semeval2010 import GOLD, PREDICTED
from tool_files import FILES, lay_companions

NP_XML = (
    '<np-document version="1" id="d"><note name="a" value="b"/><p><s id="1"><w id="w1" form="It" head="w2"/>'
    '<w id="w2" form="ran"/></s></p><quotation first="w1" last="w2"/><mention id="m" first="w1" last="w1" head="w1" '
    'gender="n" animacy="no"><part first="w1" last="w1"/></mention><anaphors mentions="m"/><coreference annotator="x">'
    '<entity id="1" mentions="m"><type mention="m" value="t"/></entity><decisions><decision anaphor="m" before="m"/>'
    "</decisions></coreference></np-document>"
)
# With what few formats have: a relation of each kind between mentions and between entities.
RELATED = (
    '<np-document version="1" id="r" genre="news"><p><s id="1" speaker="A"><w id="w1" form="Ann" space="no"/>'
    '<w id="w2" form="it" empty="yes"/><w id="w3" form="saw" speaker="B" enhanced="2:x"/>'
    '<w id="w4" form="Tom"/></s></p>'
    '<p kind="heading"><s id="2"><w id="w5" form="They"/><w id="w6" form="fell"/></s></p>'
    '<mention id="a" first="w1" last="w1" head="w1" entity-type="person"/>'
    '<mention id="b" first="w4" last="w4" head="w4" apposition-of="a"/>'
    '<mention id="c" first="w5" last="w5" head="w5" animacy="unknown" person="2"/>'
    '<mention id="e" first="w2" last="w2" head="w2"/><mention id="f" first="w1" last="w4" head="w3" is-clause="yes">'
    '<part first="w1" last="w1"/><part first="w4" last="w4"/></mention><mention id="g" first="w6" last="w6" head="w6" '
    'reference="clausal"/><coreference annotator="gold"><entity id="1" mentions="a" dominant="a"/>'
    '<entity id="2" mentions="b"/><entity id="3" mentions="c" split-antecedent="1 2"/>'
    '<bridge anaphor="b" antecedent="a" relation="part"/><bridge anaphor="c" entity="2"/>'
    '<non-referring mentions="e"/><discourse-deixis><entity id="1" mentions="f g"/></discourse-deixis></coreference>'
    '<coreference annotator="x"><entity id="1" mentions="a b"/></coreference></np-document>'
)
GAP = (
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    "d-1\tAnn met Eve when she left.\tshe\t17\tAnn\t0\tTRUE\tEve\t8\tFALSE\thttp://x\n"
)
STANDOFF = (
    '{"document": "d", "text_file": "text.txt", "pronouns": [{"start": 8, "end": 10, "text": "it",'
    '"class": "anaphoric","antecedents": [{"start": 0, "end": 3, "text": "Ann", "head_end": 3, "heads": [[0, 3]]}]}],'
    '"held_out": {"range": [3, 9]}}'
)
SAMPLES = {
    "np-xml": [NP_XML, RELATED],
    "conllu": [GUM, *(_file(*case.values[0]) for case in SPANS)],
    "conll2012": [*WAYS.values()],
    "litbank": [WAYS["litbank"]],
    "ontogum": [WAYS["ontogum"]],
    "semeval2010": [GOLD, PREDICTED],
    "muc": [WILD],
    "bm2001": [BM2001],
    "are": [TASK_1, KEY_1, TASK_3, KEY_3],
    "gap": [GAP, "d-1\tTRUE\tFALSE\n"],
    "winogender": ["sentid\tsentence\ncook.someone.0.male.txt\tThe cook told someone that he left.\n"],
    "winobias": ["1 [The cook] saw the nurse because [he] left.\n"],
    "jsonlines": [
        '{"doc_key": "d", "sentences": [["a", "b"], ["c"]], "clusters": [[[0, 1], [2, 2]]], "speakers": []}\n'
    ],
    "chains-json": [json.dumps(ALL_FIELDS)],
    "standoff-json": [STANDOFF],
    "nkas": [LINKED],
    "text": ["# Title\n\nSome text.\n"],
    **{name: [next(iter(files.values()))] for name, files in FILES.items()},
}


def _as_written(its_format: formats.Format) -> str:
    """A small document in a format that has no sample above, so that a new one is attacked, too."""
    assert its_format.write is not None
    with TemporaryDirectory() as folder:
        its_format.write([plain()], Path(folder) / "written")
        return (Path(folder) / "written").read_text(encoding="utf-8")


VALID = SAMPLES | {
    name: [_as_written(its_format)]
    for name, its_format in formats.available().items()
    if name not in SAMPLES and its_format.write is not None
}


def test_every_format_is_attacked() -> None:
    assert VALID.keys() == formats.available().keys()


@pytest.mark.parametrize("name", VALID)
def test_what_is_attacked_is_valid(tmp_path: Path, name: str) -> None:
    lay_companions(tmp_path, "valid")
    for content in VALID[name]:
        file = tmp_path / "valid"
        file.write_text(content)
        assert list(formats.get_format(name).read(file))


@pytest.mark.parametrize("name", [name for name in VALID if formats.get_format(name).write and name != "gap"])
def test_a_file_is_written_in_its_own_format_without_loss(tmp_path: Path, name: str) -> None:
    """Of GAP only answers are written, not the snippets."""
    its_format = formats.get_format(name)
    assert its_format.cannot_hold is not None
    assert its_format.write is not None
    lay_companions(tmp_path, "valid")
    for content in VALID[name]:
        (tmp_path / "valid").write_text(content)
        documents_read = list(its_format.read(tmp_path / "valid"))
        for documents in [[document] for document in documents_read] if its_format.one_document else [documents_read]:
            assert [lost for document in documents for lost in its_format.cannot_hold(document)] == []
            its_format.write(documents, tmp_path / "written")
            its_format.write(list(its_format.read(tmp_path / "written")), tmp_path / "again")
            assert (tmp_path / "again").read_bytes() == (tmp_path / "written").read_bytes()


LONG = 25_000
BOMBS = [
    "(" * LONG, "[" * LONG, '{"documents":' * 5_000, "<a>" * LONG, "<COREF ID=1 " + "a=1 " * 12_000,
    "<!--" + "-" * LONG, "\n" * LONG,
    "#begin document (d); part 0\n" + "d\t0\t0\ta\t" + "(1|" * 12_000 + "-\n",
    "# global.Entity = eid-etype-head-other\n1\ta" + "\t_" * 7 + "\tEntity=(" + "-" * LONG + "\n\n",
    "1 " + "[a] " * 12_000 + "\n", "'" * LONG + "n't" * 2_500, "a." * LONG,
    "/" * LONG + " " + "~/a" * 2_500, "a@" * LONG, "e1-x" * 5_000,
    "# x\n" * 5_000 + "1\ta" + "\t_" * 8 + "\n\n",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", VALID)
def test_bombs(tmp_path: Path, name: str) -> None:
    """In time that grows with the length, not with its square."""
    lay_companions(tmp_path, "mutated")
    for content in BOMBS:
        assert finding(name, content, tmp_path, None) is None, content[:40]
