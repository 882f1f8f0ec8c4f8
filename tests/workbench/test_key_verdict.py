"""What ``explain`` says of the key below an answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tiny_corpus import Run

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
# The pronoun comes before the name.
SAM = """#begin document (sam); part 000
sam 0 0 Before IN * - - - - * -
sam 0 1 he PRP * - - - - * (0)
sam 0 2 left VBD * - - - - * -
sam 0 3 , , * - - - - * -
sam 0 4 Sam NNP * - - - - * (0)
sam 0 5 paid VBD * - - - - * -
sam 0 6 . . * - - - - * -

#end document
"""


def snippet(path: Path, text: str, pronoun: str, names: tuple[str, str], meant: tuple[bool, bool]) -> Path:
    """A file of GAP with one snippet."""
    (a, b), (means_a, means_b) = names, meant
    columns = ["d-1", text, pronoun, text.index(pronoun), a, text.index(a), str(means_a).upper()]
    columns += [b, text.index(b), str(means_b).upper(), "u"]
    path.write_text("\n".join([HEADER, "\t".join(map(str, columns)), ""]), encoding="utf-8")
    return path


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "names", "meant", "resolver", "line", "correct"),
    [
        pytest.param(
            "Ann Lee met Tom Ross. Then she left.",
            ("Ann Lee", "Tom Ross"),
            (True, False),
            "kennedy-boguraev",
            "key: Ann Lee (A): right",
            True,
            id="the name before",
        ),
        pytest.param(
            "Ann Lee met Eve Ross. Then she left.",
            ("Ann Lee", "Eve Ross"),
            (False, True),
            "kennedy-boguraev",
            "key: Eve Ross (B): wrong",
            False,
            id="the other name",
        ),
        pytest.param(
            "Ann Lee met Eve Ross. Then she left.",
            ("Ann Lee", "Eve Ross"),
            (False, False),
            "kennedy-boguraev",
            "key: neither of the two names: wrong",
            None,
            id="neither, but one is taken",
        ),
        pytest.param(
            "Tom Lee met Jim Ross. Then she left.",
            ("Tom Lee", "Jim Ross"),
            (False, False),
            "kennedy-boguraev",
            "key: neither of the two names",
            None,
            id="neither, and none is taken",
        ),
        pytest.param(
            "After she had met Tom Ross, Ann Lee left.",
            ("Tom Ross", "Ann Lee"),
            (False, True),
            "parallelism",
            "key: Ann Lee (B): right",
            True,
            id="the name behind",
        ),
        pytest.param(
            "After she had met Tom Ross, Ann Lee left.",
            ("Tom Ross", "Ann Lee"),
            (False, True),
            "most-recent",
            "key: Ann Lee (B): wrong",
            False,
            id="the name behind, where none is taken",
        ),
    ],
)
def test_a_snippet_of_gap(run: Run, tmp_path: Path, text, names, meant, resolver, line, correct) -> None:
    file = snippet(tmp_path / "a.tsv", text, "she", names, meant)
    assert run("explain", file, "-r", resolver).out.splitlines()[-1].strip() == line
    (trace,) = json.loads(run("explain", file, "-r", resolver, "--format", "json").out)
    assert trace["gold"]["correct"] is correct
    assert [each["id"] for each in trace["gold"]["antecedents"]] == [
        name for name, means in zip("AB", meant, strict=True) if means
    ]


@pytest.mark.model
@pytest.mark.parametrize(
    ("cataphora", "verdict"),
    [
        pytest.param("false", "", id="no answer"),
        pytest.param("true", "; the answer is of it", id="an answer that follows"),
    ],
)
def test_a_key_whose_entity_begins_with_the_pronoun(run: Run, tmp_path: Path, cataphora, verdict) -> None:
    (tmp_path / "sam.conll").write_text(SAM, encoding="utf-8")
    options = ("--mentions", "true", "--option", f"cataphora={cataphora}")
    told = run("explain", tmp_path / "sam.conll", "-r", "lappin-leass", *options).out
    line = f"key: no anaphor: its entity begins here and goes on with Sam (m2){verdict}"
    assert told.splitlines()[-1].strip() == line
