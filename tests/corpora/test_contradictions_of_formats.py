"""What contradicts itself in a file and is legal in its syntax: ``validate`` names it with its line."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.validation import problems

BM2001 = """\
<P><S><COREF ID="ref1"><NP><w ID="1" SENT="1" PAR="1" LEMMA="pump" DEP="2" GFUN="SUBJ" POS="N" NR="SG">Pumps</w>
</NP></COREF><w ID="2" SENT="1" PAR="1" LEMMA="stop" DEP="0" GFUN="+FMAINV" POS="V" NR="PL">stop</w></S></P>
"""
ROW = "1\t{form}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
NP_XML = """\
<np-document version="1" id="d"><p>
<s><w id="w1" form="She"/></s>
<s><w id="w2" form="left"/></s></p>
<mention id="m1" first="w1" last="w1" head="w1" sentence="1"/>
<mention id="m2" first="w2" last="w2" head="w2" sentence="9"/>
</np-document>
"""
IN_A_CIRCLE = NP_XML.replace('sentence="9"', 'sentence="2"').replace(
    "</np-document>",
    """<coreference annotator="gold"><entity id="e1" mentions="m1" split-antecedent="e2"/>
<entity id="e2" mentions="m2" split-antecedent="e1"/></coreference></np-document>""",
)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("muc", '<DOC>\n<COREF ID="1">Ann</COREF> left.\n<COREF ID="2" REF="2">She</COREF> ran.\n</DOC>\n',
         [(3, "error", "<COREF ID=2> refers to itself; expected the ID of another")]),
        ("muc", '<DOC>\n<COREF ID="1" MIN="dog">The old man</COREF> left.\n</DOC>\n',
         [(2, "warning", "MIN 'dog' of <COREF ID=1> does not stand in it")]),
        ("bm2001", BM2001.replace('"ref1"', '"ref1" REF="ref1"'),
         [(1, "error", "COREF ref1 refers to itself; expected the ID of another COREF")]),
        ("chains-json", '{"documents": [{"id": "d", "chains": [["m1", "p1"]], "anaphors": ["p1", "p9"]}]}',
         [(1, "error", "d: the pronoun to resolve 'p9' is in no chain, and nothing else is said of it")]),
        (
            "chains-json",
            '{"documents": [{"id": "d", "resolutions": [{"anaphor": "p1", "antecedent": "m1"},\n'
            '{"anaphor": "p2", "antecedent": null}, {"anaphor": "p1", "antecedent": "m2"}]}]}',
            [(1, "error", "d: gold answers 'p1' twice; expected one answer")],
        ),
        ("np-xml", NP_XML, [(5, "error", "<mention>: sentence 9, but its first word is in sentence 2")]),
        (
            "np-xml",
            IN_A_CIRCLE,
            [(1, "error", f"d: entity {name} is part of its own split antecedent") for name in ("e1", "e2")],
        ),
        ("conllu", "# newdoc id = a\n# newdoc id = b\n" + ROW.format(form="She"),
         [(2, "error", "a document begins where another one has no sentence yet; expected its sentences")]),
        ("conllu", "# newdoc id = a\n" + ROW.format(form=""), [(2, "error", "word 1 has no FORM; expected one, or _")]),
    ],
)  # fmt: skip
def test_validate_names_it(tmp_path: Path, name: str, content: str, expected: list[tuple[int, str, str]]) -> None:
    file = tmp_path / f"d{get_format(name).suffixes[0]}"
    file.write_text(content, encoding="utf-8")
    found = problems(file, get_format(name))
    assert [(problem.line, problem.severity, problem.what) for problem in found] == expected
