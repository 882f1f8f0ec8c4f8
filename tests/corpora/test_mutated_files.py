"""Mutated files through every reader and writer: read or refused, in time, and written again as they were read.

A million, in half an hour, with the findings counted at the end; SEED=16 for others:
MUTATIONS=1000000 pytest -m slow -s tests/corpora/test_mutated_files.py
"""

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, formats
from examples import examples
from mutations import Finding, finding, mutated
from test_hostile_input import VALID

NP_XML = (
    '<np-document version="1" id="d"><p><s><w id="w1" form="{0}" xpos="{1}" relation="{2}"/>'
    '<w id="w2" form="b"/></s></p>{3}</np-document>'
)
MENTION = '<mention id="m" first="w1" last="{}" head="w1"/>'
PART = '<part first="w1" last="w1"/>'
ANSWERED = '<coreference annotator="x"><entity id="1" mentions="m"/><decisions>{}</decisions></coreference>'
BM2001 = '<DOC ID="d"><P><S>{0}<w ID="1">its</w>{1}<w ID="2">disk</w></S></P></DOC>'
CHAINS = '{{"documents": [{{"id": "d", "mentions": [{{"id": "{0}", "start": 0, "end": 1}}], "chains": [["{0}"]]}}]}}'
UA = "# global.columns = ID FORM IDENTITY\n# newdoc id = d\n1\tAnn\t(EntityID=1|MarkableID=m1)\n"
SEMEVAL = (
    "#begin document d\n1\tIt\t_\t_\t_\tPRP\t_\t_\t_\t2\t\tSBJ\t_\t_\t_\t_\t(1)\n"
    "2\tran\t_\t_\t_\tVBD\t_\t_\t_\t0\t_\tROOT\t_\t_\t_\t_\t_\n#end document d\n"
)
CONLLU = (
    "# newdoc id = d\n# global.Entity = {0}\n# newpar_block = item (1 s)\n1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity={1}\n\n"
)
TWO_SENTENCES = "# begin document \n0\tAnn\t(3)\n\n1\tsaw\t_\n# end document\n"
SPLIT = "how 1 word is split from each other"
BLANK = "blanks in the id, or that it has none"
AS_NOTHING = "tags, lemmas and relations that stand for none in columns"
TWO_MENTIONS = (
    '<np-document version="1" id="d"><s><w id="w1" form="It"/><w id="w2" form="ran"/></s><mention id="m" first="w1" '
    'last="w1" head="w1"/><mention id="n" first="w2" last="w2" head="w2"/><coreference annotator="gold">{}'
    "</coreference></np-document>"
)
IN_M, IN_N = '<entity id="1" mentions="m"/>', '<entity id="2" mentions="n"/>'
# The smallest of the files that were once written as something else without a word, and what is said now.
MINIMAL = [
    ("ontogum", TWO_SENTENCES, "ontogum", "sentence boundaries"),
    ("ontogum", TWO_SENTENCES, "litbank", "sentence boundaries"),
    ("jsonlines", '{"doc_key": "d", "sentences": [["saw-1"]]}', "muc", SPLIT),
    ("jsonlines", '{"doc_key": "d", "sentences": [["a\\nb"]]}', "are", SPLIT),
    ("jsonlines", '{"doc_key": "", "sentences": [["a"]]}', "muc", BLANK),
    ("jsonlines", '{"doc_key": "", "sentences": [["a"]]}', "are", BLANK),
    ("jsonlines", '{"doc_key": "d ", "sentences": [["a"]]}', "semeval2010", BLANK),
    ("jsonlines", '{"doc_key": " d", "sentences": [["a"]]}', "ua", BLANK),
    ("bm2001", BM2001.format("<NP><NP>", "</NP></NP>"), "bm2001", "1 mention of the same words as another"),
    ("bm2001", BM2001.format('<NP><COREF ID="r"><NP>', "</NP></COREF></NP>"), "bm2001", ""),
    ("chains-json", CHAINS.format("a"), "are", "places of mentions of a missing text"),
    ("np-xml", NP_XML.format("a", "*", "", ""), "litbank", AS_NOTHING),
    ("np-xml", NP_XML.format("a", "", "_", ""), "conllu", AS_NOTHING),
    ("np-xml", NP_XML.format("a", "_", "", ""), "ua", AS_NOTHING),
    ("np-xml", NP_XML.format("a", "", "", MENTION.format("w1") + ANSWERED.format('<decision anaphor="m"/>')), "are",
     "chains that do not follow from the answers"),
    ("np-xml", NP_XML.format("a", "", "", MENTION.format("w1") + ANSWERED.format("")), "are",
     "which pronouns were answered and how"),
    ("are", '<document><text><p><node id="&amp;#0;"/>Japan</p></text></document>', "are", ""),
    ("semeval2010", SEMEVAL, "semeval2010", ""),
    ("conllu", CONLLU.format("eid", "(1)"), "muc", "paragraphs (1)"),
    ("conllu", CONLLU.format("eid", "(1)"), "conllu", ""),
    ("np-xml", NP_XML.format("a", "", "", "").replace("</np", '<p kind="heading"/></np'), "muc",
     "1 paragraph without words"),
    ("ontogum", "# begin document \n0\tAnn\t(3)\n1\t\t_\n# end document\n", "brat", "words without a form"),
    ("ua", UA + "2\tsaw\t_\n3\ther\t(EntityID=1|MarkableID=m1)\n", "crac-text",
     "all of 1 discontinuous mention but the stretch with the head"),
    ("crac-json", '[{"doc_id": "d", "tokens": ["a\\nb"], "clusters_token_offsets": []}]', "crac-json",
     "blanks in 1 word"),
    ("np-xml", TWO_MENTIONS.format(IN_M + '<bridge anaphor="n" entity="1"/>'), "ua", "1 bridging anaphor that is in"),
]  # fmt: skip
# Without a loss that is to be said: no chain is lost with a chain of nothing, nor a document with the id of a sentence.
WHOLE = [
    ("np-xml", NP_XML.format("a", "", "", '<coreference annotator="x"><entity id="1"/></coreference>'), "jsonlines"),
    ("np-xml", NP_XML.format("a", "", "", '<coreference annotator="x"><entity id="1"/></coreference>'), "are"),
    ("np-xml", NP_XML.format("a", "", "", "").replace("<s>", '<s id="&#10;">'), "chains-json"),
    ("np-xml", TWO_MENTIONS.format(IN_M).replace('"gold"', '"gold" name="x"'), "chains-json"),
    ("chains-json", CHAINS.format("a").replace(": 0", f": {'9' * 17}8").replace(": 1}", f": {'9' * 18}}}"), "np-xml"),
    (
        "np-xml",
        '<np-document version="1" id="d"><mention id="m" first="#{0}" last="#{0}" head="#{0}"/></np-document>'.format(
            "9" * 17 + "8"
        ),
        "chains-json",
    ),
    (
        "np-xml",
        TWO_MENTIONS.format(IN_M).replace(
            'last="w1" head="w1"/>',
            'last="w2" head="w1"><part first="w1" last="w1"/><part first="w2" last="w2"/></mention>',
            1,
        ),
        "ua",
    ),
    ("ua", UA.replace("EntityID=1|", "EntityID=1-2|") + "2\tit\t(EntityID=1|MarkableID=m2)\n", "conllu"),
    ("are", '<document><chain id="2"><node id="a"/></chain><chain><node id="b"/></chain></document>', "are"),
]
# Where looking for the next bracket from every place took time that grew with the square.
LONG_CELL = "x" * 300_000
WRITERS = sorted(name for name, its_format in formats.available().items() if its_format.write is not None)
_REPORTED = 5000


def findings(folder: Path, seed: int, number: int) -> dict[str, tuple[Finding, str]]:
    """The shortest file for each kind of finding among so many mutated files."""
    (folder / "text.txt").write_text("Ann saw it.\n")
    chance = random.Random(seed)
    names = sorted(VALID)
    others = [content for contents in VALID.values() for content in contents]
    shortest: dict[str, tuple[Finding, str]] = {}
    kinds: Counter[str] = Counter()
    for count in range(1, number + 1):
        name = chance.choice(names)
        content = mutated(chance.choice(VALID[name]), others if chance.randrange(4) == 0 else VALID[name], chance)
        to = name if chance.randrange(2) and name in WRITERS else chance.choice(WRITERS)
        found = finding(name, content, folder, to)
        if found is not None:
            kinds[found.kind] += 1
            print(f"file {count:,}: {found.kind}: {found.says}\n{content[:2000]!r}", flush=True)
            if found.kind not in shortest or len(content) < len(shortest[found.kind][1]):
                shortest[found.kind] = found, content
        if count % _REPORTED == 0:
            print(f"{count:,} files, seed {seed}: {dict(kinds)}", flush=True)
    return shortest


def check(folder: Path, seed: int, number: int) -> None:
    found = findings(folder, seed, number)
    assert not found, "\n\n".join(f"{one.kind}: {one.says}\n{content[:2000]!r}" for one, content in found.values())


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_mutated_files(tmp_path: Path) -> None:
    check(tmp_path, int(os.environ.get("SEED", "14")), int(os.environ.get("MUTATIONS", examples(20_000, 400))))


@pytest.mark.parametrize(("name", "content", "to", "says"), MINIMAL)
def test_what_a_conversion_loses_is_said(tmp_path: Path, name: str, content: str, to: str, says: str) -> None:
    assert finding(name, content, tmp_path, to) is None
    (document,) = formats.get_format(name).read(tmp_path / "mutated")
    lost = formats.get_format(to).cannot_hold(document)
    assert any(each.startswith(says) for each in lost) if says else not lost


@pytest.mark.parametrize(("name", "content", "to"), WHOLE)
def test_what_is_written_is_read(tmp_path: Path, name: str, content: str, to: str) -> None:
    assert finding(name, content, tmp_path, to) is None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ontogum", f"# begin document d\n0\tAnn\t(3\n1\tsaw\t_{LONG_CELL}\n# end document\n"),
        ("conll2012", f"#begin document (d); part 000\nd 0 0 Ann NNP * - - - - * ({LONG_CELL}\n\n#end document\n"),
        ("semeval2010", SEMEVAL.replace("(1)", f"_{LONG_CELL}")),
        ("conllu", CONLLU.format("eid-etype-head-other", f"_{LONG_CELL}")),
    ],
)
def test_a_long_cell_takes_linear_time(tmp_path: Path, name: str, content: str) -> None:
    assert finding(name, content, tmp_path, name) is None
    with pytest.raises(FormatError, match=r"mutated:[0-9]"):
        list(formats.get_format(name).read(tmp_path / "mutated"))


@pytest.mark.parametrize(
    ("name", "content", "to", "says"),
    [
        ("np-xml", '<np-document version="1" id="d"><p><w id="w1" form="a"/><s/></p></np-document>', "ontogum",
         "document d: sentence 1 begins at word 1, not at 0; expected a document that workbench validate accepts"),
        ("np-xml", NP_XML.format("a", "", "", MENTION.replace("/>", f">{PART * 2}</mention>").format("w1")), "ua",
         "document d: the parts of mention 'm' overlap"),
        ("chains-json", CHAINS.format(""), "are", "document d: a mention without an id; expected an id for each"),
        ("are", '<document><chain id="c"><node start="-1" end="28"/></chain></document>', "are",
         "document mutated: '-1-28' does not say its first and last node; expected FIRST-LAST"),
        ("np-xml", NP_XML.format("a", "", "", MENTION.format("w1") + ANSWERED.format('<decision anaphor="m"/>' * 2)),
         "are", "document d: 'm' is answered twice; expected one answer for each"),
        ("ua", UA + UA.partition("\n")[2], "chains-json", "duplicate document id 'd'"),
        ("conllu", CONLLU.format("eid-e\rtype", "(1-x)"), "", "global.Entity has a line end in 'eid-e.rtype'"),
        ("np-xml", TWO_MENTIONS.format(IN_M * 2), "ontogum", "document d: duplicate entity id '1'; expected a"),
        ("np-xml", TWO_MENTIONS.format(IN_M + IN_N.replace('"n"', '"m"')), "ontogum", "document d: mention 'm' is in"),
        ("np-xml", TWO_MENTIONS.format('<entity id="1" mentions=" "><type mention="m" value="t"/></entity>'), "muc",
         "document d: entity 1 has a type for 'm', which is not a mention of it"),
        ("np-xml", TWO_MENTIONS.format(IN_M.replace("/>", ' dominant="n"/>')), "chains-json",
         "document d: the dominant mention 'n' of entity 1 is not a mention of it"),
        ("np-xml", TWO_MENTIONS.format(IN_M.replace("/>", ' split-antecedent="7"/>')), "conllu",
         "document d: entity 1 has the split antecedent '7', which is not an entity with mentions"),
        ("np-xml", TWO_MENTIONS.format(IN_M + '<non-referring mentions="m"/>'), "ua", "document d: mention 'm'"),
        ("np-xml", TWO_MENTIONS.format(IN_M + '<non-referring mentions="n n"/>'), "ua", "document d: mention 'n' is"),
        ("np-xml", TWO_MENTIONS.format(IN_M + IN_N.replace('"2"', '"a,b"') + '<bridge anaphor="n" entity="1"/>'),
         "conllu",
         "document d: entities '1' and 'a,b' cannot be related as '1<a,b'; expected no comma, < or colon in them"),
        ("chains-json", CHAINS.format("a").replace(": 1}", f": {'9' * 19}}}"), "", "end: a number of 19 digits"),
        ("np-xml",
         '<np-document version="1" id="d"><mention id="m" first="#0" last="#10000" head="#0"/></np-document>', "",
         "<mention>: 10001 words of a missing text"),
        ("crac-text", "\n", "", "only blank lines"),
        ("chains-json", CHAINS.format("m"), "brat", "document d has no words"),
        ("prodigy", '{"text": "a", "tokens": [], "relations": [], "answer": "reject"}', "muc", "no documents to write"),
        ("are", '<document><chain id="1"><node id="a"/></chain><chain id="1"><node id="b"/></chain></document>', "",
         "duplicate chain '1'; expected unique ids"),
        # The text may stand behind what names its words, and a head in another sentence.
        ("are",
         '<document><anaphoric_pronouns><pronoun id="4"/></anaphoric_pronouns><text><p>1-2</p></text></document>', "",
         "there is no entity '4'; expected one of the input"),
        ("ua", "# global.columns = ID FORM HEAD IDENTITY\n# newdoc id = d\n1\tAnn\t_\t_\n\n2\tlamp\t1\t_\n", "",
         "head '1' is not a word of the sentence"),
    ],
)  # fmt: skip
def test_what_contradicts_itself_is_refused(tmp_path: Path, name: str, content: str, to: str, says: str) -> None:
    """On reading, and ``validate`` says so too; or on writing."""
    assert finding(name, content, tmp_path, to or name) is None
    documents = formats.get_format(name).read(tmp_path / "mutated")
    write = formats.get_format(to or name).write
    assert write is not None
    with pytest.raises(FormatError, match=says):
        write(list(documents), tmp_path / "out")
