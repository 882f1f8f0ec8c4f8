"""Pronouns of chains-json files are found by span or by id, whichever both sides have (interfaces.md, section 4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tiny_corpus import Run

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
