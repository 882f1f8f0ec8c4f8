"""The fast reader of CoNLL-2012 entities says what the full reader says, of good files and of bad ones."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.formats.conll2012.entities import DocumentEntities, _of_document, read_entities
from anaphora_workbench.corpora.support.errors import FormatError
from examples import examples

GOOD = """#begin document (nw/a); part 000
nw/a 0 0 Ann NNP * - - - - * (1)
nw/a 0 1 saw VBD * - - - - * -
nw/a 0 2 the DT * - - - - * (2|(3

nw/a 0 0 lamp NN * - - - - * * 3)|2)

#end document
#begin document (nw/a); part 001
nw/a 1 0 He PRP * - - - - * (7)
#end document
"""
TABBED = GOOD.replace(" *", "\t*").replace(" -", "\t-").replace(" (", "\t(").replace(" 3)|", "\t3)|")


def by_both(path: Path) -> tuple[object, object]:
    """What the two readers give or complain of."""
    outcomes: list[object] = []
    for read in (read_entities, lambda path: map(_of_document, conll2012.read(path))):
        try:
            outcomes.append(list(read(path)))
        except FormatError as error:
            outcomes.append(str(error))
    return outcomes[0], outcomes[1]


def test_entities_and_words(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(GOOD)
    assert list(read_entities(path)) == [
        DocumentEntities("nw/a", 4, [[(0, 1)], [(2, 4)], [(2, 4)]], True),
        DocumentEntities("nw/a.part1", 1, [[(0, 1)]], True),
    ]


def test_a_tab_behind_every_line_is_no_lack_of_coreference(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("#begin document (d); part 000\n" + "d\t0\t0\tit\t(1)\t\n" * 2 + "\n#end document\n")
    fast, full = by_both(path)
    assert fast == full
    assert "the last column is empty in all lines" in str(fast)


def test_entities_stand_in_order_of_their_first_bracket(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("#begin document (d); part 000\nd\t(2(1\nd\t1)2)(1)\n#end document\n")
    assert next(read_entities(path)).entities == [[(0, 2)], [(0, 2), (1, 2)]]
    assert by_both(path)[0] == by_both(path)[1]


@pytest.mark.parametrize(
    ("old", "new", "tagged"),
    [("Ann NNP", "Ann -", True), (r" (NNP|DT|NN) ", " - ", True), (r" [A-Z]+ ", " _ ", False)],
    ids=["all but the first", "one in the middle", "none"],
)
def test_one_word_with_a_part_of_speech_is_enough(tmp_path: Path, old: str, new: str, tagged: bool) -> None:
    path = tmp_path / "a.conll"
    path.write_text(re.sub(old, new, GOOD))
    assert next(read_entities(path)).tagged == tagged
    assert by_both(path)[0] == by_both(path)[1]


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        (GOOD, {(0, 1): 0, (2, 4): 3}),
        ("#begin document (d);\nd\t(1\nd\t1)\nd\t(2)\n#end document\n", {(0, 2): 1, (2, 3): 2}),
        ("#begin document (d);\n0\tthe\t(1\n1\tlamp\t_\n2\t.\t1)\n#end document\n", {(0, 3): 1}),
        ("#begin document (d);\nd\t0\t0\ta\t-\n#end document\n", {}),
    ],
    ids=["full", "without words", "a mark at the end", "no mention"],
)
def test_regular_files_are_read_fast_with_their_heads(
    tmp_path: Path, text: str, heads: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conll2012, "read", None)
    path = tmp_path / "a.conll"
    path.write_text(text)
    assert next(read_entities(path, heads=True)).heads == heads


@pytest.mark.parametrize(
    "lines",
    ["", "\n", "d\t" * 10 + "-\n\n" + "d\t" * 11 + "-\n"],
    ids=["no line", "a blank line", "fewer columns in the first sentence"],
)
def test_irregular_documents(tmp_path: Path, lines: str) -> None:
    path = tmp_path / "a.conll"
    path.write_text(f"#begin document (d); part 000\n{lines}#end document\n")
    fast, full = by_both(path)
    assert fast == full


@pytest.mark.parametrize("text", [GOOD, TABBED], ids=["blanks", "tabs"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(300))
@given(data=st.data())
def test_damaged_files(text: str, data: st.DataObject, tmp_path: Path) -> None:
    place = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 12))
    inserted = data.draw(
        st.sampled_from(["", " ", "\t", "\n", "(1", "1)", "(1)", "-", "#", "\r\n", "_", "x", "\n\n", "|"])
    )
    path = tmp_path / "damaged.conll"
    path.write_bytes((text[:place] + inserted + text[place + length :]).encode())
    fast, full = by_both(path)
    assert fast == full


@pytest.mark.corpora
def test_real_files(public_corpora: Path) -> None:
    folders = ("scorer-cases", "ontogum/dev", "litbank/conll")
    paths = [path for folder in folders for path in sorted((public_corpora / folder).iterdir())]
    paths = [path for path in paths if conll2012.recognises(path.name, path.read_bytes()[:8192])]
    assert len(paths) > 100
    for path in paths[::3]:
        fast, full = by_both(path)
        assert fast == full
