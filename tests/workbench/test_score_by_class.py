"""Metrics of clusters by class of mention, from the command line; the figures were worked out by hand.

The text is *Ann met a friend. She saw the lamp. The friend lit the light by the door. It shone.*
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tiny_corpus import Run

MENTIONS = [
    ("ann", "Ann", "PROPN"),
    ("a-friend", "a friend", "NOUN"),
    ("she", "she", "PRON"),
    ("lamp", "the lamp", "NOUN"),
    ("friend", "the friend", "NOUN"),
    ("light", "the light", "NOUN"),
    ("door", "the door", "NOUN"),
    ("it", "it", "PRON"),
]
KEY = [["ann", "she"], ["a-friend", "friend"], ["lamp", "light", "it"], ["door"]]
RESPONSE = [["ann", "she"], ["a-friend", "friend", "door"], ["lamp", "it"], ["light"]]
# Each class has one mention here: P_3G she, CN_E the friend, CN_N the light, P_3U it, SING the door.
# Numerator/denominator of recall, then of precision.
COUNTED = {
    "mentions": {"P_3G": "1/1 1/1", "CN_E": "1/1 1/1", "CN_N": "1/1 1/1", "P_3U": "1/1 1/1", "SING": "1/1 1/1"},
    "muc": {"P_3G": "1/1 1/1", "CN_E": "1/1 1/1", "CN_N": "0/1 0/0", "P_3U": "1/1 1/1", "SING": "0/0 0/1"},
    "b_cubed": {"P_3G": "1/1 1/1", "CN_E": "1/1 2:3/1", "CN_N": "1:3/1 1/1", "P_3U": "2:3/1 1/1", "SING": "1/1 1:3/1"},
    "ceaf_m": {"P_3G": "1/1 1/1", "CN_E": "1/1 1/1", "CN_N": "0/1 0/1", "P_3U": "1/1 1/1", "SING": "0/1 0/1"},
    # A link of an entity of n mentions weighs 2/(n - 1).
    "lea": {"P_3G": "2/2 2/2", "CN_E": "2/2 1/1", "CN_N": "0/1 0/1", "P_3U": "1/2 2/2", "SING": "0/1 0/2"},
}
# Coreference links R P, the others R P, R, P and F of BLANC, and the share of the key's 5 + 23 links.
BLANC = {
    "P_3G": ("1/1 1/1", "1/1 1/1", "1 1 1", "2/28"),
    "CN_E": ("1/1 1/1", "3/3 3/3", "1 1 1", "4/28"),
    "CN_N": ("0/1 0/0", "4/4 4/5", "1/2 2/5 4/9", "5/28"),
    "P_3U": ("1/2 1/1", "5/5 5/6", "3/4 11/12 26/33", "7/28"),
    # It has no coreference link in the key, so the others decide.
    "SING": ("0/0 0/2", "4/6 4/4", "2/3 1 4/5", "6/28"),
}


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = []
    for side, chains in (("key", KEY), ("response", RESPONSE)):
        mentions = [
            {"id": id, "start": 3 * place, "end": 3 * place + len(text.split()), "text": text, "pos": pos}
            for place, (id, text, pos) in enumerate(MENTIONS)
        ]
        paths.append(tmp_path / f"{side}.json")
        paths[-1].write_text(json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": chains}]}))
    return paths


def by_class(run: Run, files: list[Path], *metrics: str) -> Any:
    words = [word for metric in metrics for word in ("-m", metric)]
    ran = run("score", *files, *words, "--by", "mention-class", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    content = json.loads(ran.out)
    return {name: part["metrics"] for name, part in content["by"]["mention-class"].items()}, content["metrics"]


def ratios(text: str) -> list[float]:
    """``2:3/1 1/1``: numerators and denominators in turn."""
    return [float(Fraction(number.replace(":", "/"))) for ratio in text.split() for number in ratio.split("/")]


def counted(score: dict[str, Any]) -> list[float]:
    return [score[side][part] for side in ("recall", "precision") for part in ("numerator", "denominator")]


@pytest.mark.parametrize("metric", list(COUNTED))
def test_classes_by_hand(run: Run, files: list[Path], metric: str) -> None:
    parts, _ = by_class(run, files, metric)
    assert {name: counted(scores[metric]) for name, scores in parts.items()} == {
        name: pytest.approx(ratios(expected)) for name, expected in COUNTED[metric].items()
    }


def test_blanc_by_hand(run: Run, files: list[Path]) -> None:
    parts, _ = by_class(run, files, "blanc")
    for name, (together, apart, figures, share) in BLANC.items():
        score = parts[name]["blanc"]
        assert counted(score["coreference_links"]) == ratios(together)
        assert counted(score["non_coreference_links"]) == ratios(apart)
        found = [score["recall"]["value"], score["precision"]["value"], score["f1"]]
        assert found == pytest.approx([float(Fraction(figure)) for figure in figures.split()])
        assert score["share"] == pytest.approx(float(Fraction(share)))
    assert parts.keys() == BLANC.keys()


def test_what_counts_entities_has_no_classes_of_mentions(run: Run, files: list[Path]) -> None:
    parts, whole = by_class(run, files, "ceaf_e", "conll", "muc")
    assert set(whole) == {"ceaf_e", "conll", "muc"}
    assert {name for scores in parts.values() for name in scores} == {"muc"}


def test_a_singleton_of_the_response_is_one_only_where_the_key_lacks_it(run: Run, files: list[Path]) -> None:
    content = json.loads(files[1].read_text())
    (document,) = content["documents"]
    document["mentions"].append({"id": "x", "start": 90, "end": 91, "text": "a key", "pos": "NOUN"})
    # *The lamp* is the first of its entity in the key: no class, though it is alone here.
    document["chains"] = [["lamp"], ["x"]]
    files[1].write_text(json.dumps(content))
    parts, _ = by_class(run, files, "mentions")
    assert counted(parts["SING"]["mentions"]) == [0, 1, 0, 1]
    assert sum(counted(scores["mentions"])[3] for scores in parts.values()) == 1
