"""Every reader against damaged and random files: a FormatError of one line, or a document; never anything else."""

import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora_workbench.corpora import FormatError, formats
from anaphora_workbench.corpora.formats.validation import problems
from examples import examples
from test_bm2001_and_are import BM2001, KEY_1, KEY_3, TASK_1, TASK_3
from test_chains_json import ALL_FIELDS
from test_conll2012 import WAYS
from test_conllu import GUM, SPANS, _file
from test_losses import plain
from test_muc import WILD
from test_nkas import LINKED
from test_semeval2010 import GOLD, PREDICTED
from tool_files import FILES, lay_companions

import json  # isort: skip

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


def _survives(name: str, content: bytes, folder: Path) -> None:
    # Processor time: the bound is on work, and other tests run at the same time.
    file = folder / "hostile"
    file.write_bytes(content)
    lay_companions(folder, "hostile")
    began = time.process_time()
    try:
        list(formats.get_format(name).read(file))
    except FormatError as error:
        message = str(error)
        assert "\n" not in message
        assert message.startswith(str(folder))
        assert any(problem.severity == "error" for problem in problems(file, formats.get_format(name)))
    else:
        problems(file, formats.get_format(name))
    assert time.process_time() - began < 10


_TOKEN = re.compile(rb"[\w.:]+|\s+|.", re.DOTALL)


@st.composite
def _restructured(draw: st.DrawFn, contents: list[str]) -> bytes:
    """A valid file whose lines, or words and signs, are doubled, left out, exchanged, or taken from elsewhere in it."""
    data = draw(st.sampled_from(contents)).encode()
    pieces = data.splitlines(keepends=True) if draw(st.booleans()) else _TOKEN.findall(data)
    for _ in range(draw(st.integers(1, 4))):
        place, other = draw(st.integers(0, len(pieces) - 1)), draw(st.integers(0, len(pieces) - 1))
        how = draw(st.sampled_from(["double", "leave out", "exchange", "overwrite"]))
        if how == "double":
            pieces.insert(other, pieces[place])
        elif how == "leave out" and len(pieces) > 1:
            del pieces[place]
        elif how == "exchange":
            pieces[place], pieces[other] = pieces[other], pieces[place]
        else:
            pieces[place] = pieces[other]
    return b"".join(pieces)


@st.composite
def _damaged(draw: st.DrawFn, contents: list[str]) -> bytes:
    """A valid file with a few pieces cut, doubled, moved or overwritten."""
    data = draw(st.sampled_from(contents)).encode()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        piece = draw(
            st.one_of(
                st.just(b""),
                st.just(data[start:end] * 2),
                st.binary(max_size=4),
                st.sampled_from(
                    [b"\n", b"\t", b"(", b")", b"-", b"|", b'"', b"<", b">", b"0", b"9999999", b"{}", b"[]", b"null"]
                ),
            )
        )
        data = data[:start] + piece + data[end:]
    return data


# A damaged key may look like one of the format.
@pytest.mark.filterwarnings("ignore::anaphora_workbench.corpora.formats.parts.json_file.MisspelledKeyWarning")
@pytest.mark.parametrize("name", VALID)
def test_damaged_files(tmp_path: Path, name: str) -> None:
    @given(content=st.one_of(_restructured(VALID[name]), _damaged(VALID[name]), st.binary(max_size=200)))
    @settings(max_examples=examples(1500, 30), suppress_health_check=list(HealthCheck), derandomize=True)
    def attack(content: bytes) -> None:
        _survives(name, content, tmp_path)

    attack()


LONG = 100_000
BOMBS = [
    b"(" * LONG, b"[" * LONG, b'{"documents":' * 20_000, b"<a>" * LONG, b"<COREF ID=1 " + b"a=1 " * 50_000,
    b"<!--" + b"-" * LONG, b"\n" * LONG,
    b"#begin document (d); part 0\n" + b"d\t0\t0\ta\t" + b"(1|" * 50_000 + b"-\n",
    b"# global.Entity = eid-etype-head-other\n1\ta" + b"\t_" * 7 + b"\tEntity=(" + b"-" * LONG + b"\n\n",
    b"1 " + b"[a] " * 50_000 + b"\n", b"'" * LONG + b"n't" * 10_000, b"a." * LONG,
    b"/" * LONG + b" " + b"~/a" * 10_000, b"a@" * LONG, b"e1-x" * 20_000,
    b"# x\n" * 20_000 + b"1\ta" + b"\t_" * 8 + b"\n\n",
]  # fmt: skip


@pytest.mark.parametrize("name", VALID)
def test_bombs(tmp_path: Path, name: str) -> None:
    for content in BOMBS:
        _survives(name, content, tmp_path)
