"""``resolve --types``: what class of coreference each link of an answer is, scored against a typed key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tiny_corpus import Run

ROWS = """\
1\tAnn\tAnn\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tsaw\tsee\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
3\ta\ta\tDET\tDT\t_\t4\tdet\t_\tEntity=(e2-object-2-
4\tlamp\tlamp\tNOUN\tNN\tNumber=Sing\t2\tobj\t_\tEntity=e2)
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

# sent_id = 2
1\tShe\tshe\tPRON\tPRP\tPronType=Prs\t2\tnsubj\t_\tEntity=(e1-person-1-pbis)
2\tsold\tsell\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
3\tit\tit\tPRON\tPRP\tPronType=Prs\t2\tobj\t_\tEntity=(e2-object-1-gbis)
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""
KEY = f"# newdoc id = d\n# global.Entity = eid-etype-head-link\n# sent_id = 1\n{ROWS}"


@pytest.mark.parametrize(
    ("flags", "ignored", "counts"),
    [
        # The key has another type for it, and for she a longer one of the same class.
        pytest.param(("--types",), "p=p", {"tp": 1, "wt": 1}, id="classes alone"),
        pytest.param(("--types",), "", {"wt": 2}, id="whole types"),
        pytest.param((), "p=p", {"wt": 2}, id="untyped, links earn what they earn"),
    ],
)
def test_a_resolver_says_the_types_of_its_links(
    run: Run, tmp_path: Path, flags: tuple[str, ...], ignored: str, counts: dict[str, int]
) -> None:
    (tmp_path / "key.conllu").write_text(KEY)
    words = ("-r", "kennedy-boguraev", "--annotation", "gold", "--mentions", "true", "-o", "answers")
    assert run("resolve", "key.conllu", *words, *flags).status == 0
    (answer,) = (tmp_path / "answers").iterdir()
    ran = run("score", "key.conllu", answer, "-m", "typed", "--option", f"typed.ignore={ignored}", "--format", "json")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)["metrics"]["typed"]["micro"]["counts"]
    assert {name: number for name, number in found.items() if number} == counts
