"""ARCS by the command line: every count is that of a slow scorer that was written from the definitions alone.

Its author had not seen ours. The random texts have all that the three rules treat differently: words that are
neither noun nor pronoun, nested mentions, singletons and spurious mentions on both sides.
"""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from slow_arcs import METRICS, Chain, Mention, SlowArcs
from tiny_corpus import Run

TAGS = {"PRP": 5, "PRP$": 3, "DT": 3, "CD": 1, "NN": 4, "NNP": 4, "NNS": 1, "NNPS": 1, "VB": 2, "WP": 1}
OUTCOMES = ("tp", "wl", "fn", "fp")
Text = tuple[list[str], list[Chain], list[Chain]]


def random_text(source: random.Random) -> Text:
    """Tags, key and response; the response is damaged, or has nothing to do with the key."""
    tags = source.choices(list(TAGS), list(TAGS.values()), k=source.randint(4, 24))
    spans: list[Mention] = []
    for _ in range(source.randint(2, 14)):
        start = source.randrange(len(tags))
        last = min(len(tags) - 1, start + source.choice((0, 0, 0, 0, 1, 2)))
        if (start, last) not in spans and not any(cross((start, last), other) for other in spans):
            spans.append((start, last))
    labels = {span: source.randrange(source.randint(1, 6)) for span in spans if source.random() < 0.85}
    others = {span: source.randrange(7) for span in spans if source.random() < 0.85}
    if source.random() < 0.5:
        others.update((span, labels[span]) for span in labels if span in others and source.random() < 0.7)
    return tags, chains(labels), chains(others)


def cross(one: Mention, other: Mention) -> bool:
    return one[0] < other[0] <= one[1] < other[1] or other[0] < one[0] <= other[1] < one[1]


def chains(labels: dict[Mention, int]) -> list[Chain]:
    """Chains in text order; none has two mentions that overlap, whose brackets the released scripts misread."""
    found: defaultdict[int, list[Mention]] = defaultdict(list)
    for span in sorted(labels, key=lambda span: (span[0], -span[1])):
        chain = found[labels[span]]
        if not chain or chain[-1][1] < span[0]:
            chain.append(span)
    return list(found.values())


def conll(name: str, tags: Sequence[str], of: Sequence[Chain]) -> str:
    lines = [f"#begin document ({name}); part 000"]
    for number, tag in enumerate(tags):
        brackets = [
            ("(" if start == number else "") + str(chain) + (")" if last == number else "")
            for chain, mentions in enumerate(of)
            for start, last in mentions
            if number in (start, last)
        ]
        row = [name, "0", str(number), "word", tag, "*", "-", "-", "-", "-", "*", "|".join(brackets) or "-"]
        lines.append("\t".join(row))
    return "\n".join([*lines, "", "#end document", ""])


@pytest.mark.parametrize("rules", ["paper", "formulas", "scripts"])
def test_every_count_of_200_texts(rules: str, run: Run, tmp_path: Path) -> None:
    source = random.Random(22)
    texts = {f"d{number}": random_text(source) for number in range(200)}
    for side, place in (("key", 1), ("response", 2)):
        written = (conll(name, text[0], text[place]) for name, text in texts.items())  # type: ignore[arg-type]
        (tmp_path / f"{side}.conll").write_text("".join(written), encoding="utf-8")
    ran = run(
        "score", tmp_path / "key.conll", tmp_path / "response.conll",
        "--option", f"arcs.rules={rules}", "--option", "arcs.nominal=script",
        "-m", "arcs_immediate", "-m", "arcs_inferred", "-m", "arcs_anchor",
        "--by", "document", "--by", "noun-or-pos", "--format", "json",
    )  # fmt: skip
    assert ran.status == 0, ran.err
    given = json.loads(ran.out)["by"]

    counts: defaultdict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for name, (tags, key, response) in texts.items():
        arcs = SlowArcs(key, response, tags, rules)
        for metric in METRICS:
            for outcome, mention in arcs.events(metric):
                counts["document", name, metric][outcome] += 1
                counts["noun-or-pos", "NOUN" if arcs.noun(mention) else tags[mention[0]], metric][outcome] += 1

    total: Counter[str] = Counter()
    for (part, name, metric), expected in counts.items():
        found = next(one for full, one in given[part].items() if full.split(";")[0].strip("()") == name)
        anchored = metric.startswith("entity")
        scores = found["metrics"]["arcs_anchor" if anchored else f"arcs_{metric}"]
        score = scores[metric] if anchored else scores
        shown = {outcome: score["counts"].get(outcome, 0) for outcome in OUTCOMES}
        assert shown == {outcome: expected[outcome] for outcome in OUTCOMES}, (part, name, metric)
        total.update(expected)
    # Each outcome happens often enough for a wrong rule to be seen.
    assert all(total[outcome] > 100 for outcome in OUTCOMES)
