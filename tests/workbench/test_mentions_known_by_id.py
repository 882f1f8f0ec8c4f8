"""Pronouns of chains-json files are found by span or by id, whichever both sides have (interfaces.md, section 4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tiny_corpus import Run, conllu

# Ann said she liked Eve because of her and it
PLACES = {"m1": 0, "p1": 2, "m2": 4, "p2": 7, "p3": 9}
WORDS = {"m1": "Ann", "p1": "she", "m2": "Eve", "p2": "her", "p3": "it"}
KEY_CHAINS = [["m1", "p1"], ["m2", "p2"], ["p3"]]
RESPONSE_CHAINS = [["m1", "p1", "p3"]]


def _mention(name: str, has: str) -> dict[str, Any]:
    mention: dict[str, Any] = {"id": name}
    if "span" in has:
        mention |= {"start": PLACES[name], "end": PLACES[name] + 1}
    if "text" in has:
        mention |= {"text": WORDS[name], "pos": "PROPN" if name.startswith("m") else "PRON"}
    return mention


def _file(path: Path, chains: list[list[str]], has: str, **more: Any) -> Path:
    document = {"id": "d1", "mentions": [_mention(name, has) for name in PLACES], "chains": chains, **more}
    path.write_text(json.dumps({"documents": [document]}))
    return path


@pytest.mark.parametrize(
    ("key_has", "response_has"),
    [
        ("span text", "span text"),
        ("span text", "span"),
        ("span text", ""),
        ("span text", "text"),
        ("text", "span text"),
        ("text", "span"),
        ("text", ""),
    ],
)
def test_pronouns_are_the_same_by_span_else_by_id(run: Run, tmp_path: Path, key_has: str, response_has: str) -> None:
    key = _file(tmp_path / "key.json", KEY_CHAINS, key_has, anaphors=["p1", "p2"])
    response = _file(tmp_path / "response.json", RESPONSE_CHAINS, response_has)
    ran = run("score", key, response, "-m", "success_rate", "-m", "precision", "-m", "muc", "--format", "json")
    metrics = json.loads(ran.out)["metrics"]
    # p1 is right; p3 is answered too, though it is no anaphor.
    assert metrics["success_rate"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert metrics["precision"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert metrics["muc"]["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}


@pytest.mark.parametrize("match", [[], ["--mention-match", "head"]], ids=["exact", "head"])
@pytest.mark.parametrize(
    ("text", "found", "right"),
    [pytest.param("She", 2, 1, id="the text of the key"), pytest.param("Zoe", 1, 0, id="another text")],
)
def test_a_mention_of_another_text_is_not_known_by_its_id(
    run: Run, tmp_path: Path, text: str, found: int, right: int, match: list[str]
) -> None:
    """Its place is not the key's, and its id is that of a mention there by chance: readers count m1, m2."""
    words = [[("Ann", "Ann", "PROPN", "NNP", "", 2, "nsubj", "(e1-person-1-)"),
              ("left", "leave", "VERB", "VBD", "", 0, "root", "")],
             [("She", "she", "PRON", "PRP", "", 2, "nsubj", "(e1-person-1-)"),
              ("ran", "run", "VERB", "VBD", "", 0, "root", "")]]  # fmt: skip
    (tmp_path / "key.conllu").write_text(conllu("d1", words))
    mentions = [{"id": "m1", "start": 0, "end": 1, "text": "Ann"},
                {"id": "m2", "start": 2, "end": 3, "text": text, "pos": "PRON"}]  # fmt: skip
    answered = {"id": "d1", "mentions": mentions, "resolutions": [{"anaphor": "m2", "antecedent": "m1"}]}
    (tmp_path / "response.json").write_text(json.dumps({"documents": [answered]}))
    asked = ["-m", "mentions", "-m", "muc", "-m", "success_rate", *match]
    ran = run("score", tmp_path / "key.conllu", tmp_path / "response.json", *asked, "--format", "json")
    metrics = json.loads(ran.out)["metrics"]
    counted = [metrics[name]["recall"]["numerator"] for name in ("mentions", "muc")]
    assert [*counted, metrics["success_rate"]["numerator"]] == [found, right, right]
    assert ("matches nothing" in ran.err) == (not right)
