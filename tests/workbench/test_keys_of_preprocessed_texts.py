"""A key made of preprocessed noun phrases, as the tutorial makes one: it has true mentions only."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import Document
from tiny_corpus import Run


def without_heads(document: Document) -> Document:
    words = [replace(word, head=-1, relation="") for word in document.words]
    return replace(document.as_key(), words=words, relations="")


def made(run: Run, corpus: str | Path, change: str, folder: Path, annotation: str = "gold") -> None:
    """Write the preprocessed documents of a corpus, changed, to ``keys``."""
    assert run("preprocess", corpus, "--annotation", annotation, "--output", "prepared").status == 0
    (folder / "keys").mkdir()
    for file in (folder / "prepared").iterdir():
        write(
            [{"true": Document.as_key, "headless": without_heads}[change](next(read(file)))],
            folder / "keys" / file.name,
        )


def figures(run: Run, *words: object) -> dict[str, object]:
    compared = json.loads(run("compare", *words, "--format", "json", "-r", "mitkov", "-r", "oracle").out)
    (of_settings,) = compared["corpora"].values()
    for of_setting in of_settings.values():
        for of_resolver in of_setting.values():
            del of_resolver["signature"]
    return of_settings


@pytest.mark.parametrize(
    ("corpus", "annotation"),
    [pytest.param("samples/news_bridge.conllu", "predicted", marks=pytest.mark.model), ("samples/es", "gold")],
)
def test_system_mentions_are_found_by_the_parse_that_it_has(
    run: Run, tmp_path: Path, corpus: str, annotation: str
) -> None:
    made(run, corpus, "true", tmp_path, annotation)
    found = figures(run, "keys")
    settings = [f"true-{annotation}", f"system-{annotation}"]
    assert list(found) == settings
    assert found == figures(run, corpus, "-s", settings[0], "-s", settings[1])


def test_resolve_finds_them_too(run: Run, tiny: Path, tmp_path: Path) -> None:
    made(run, tiny, "true", tmp_path)
    assert run("resolve", "keys", "-r", "most-recent", "--output", "answers").status == 0
    answers = {document.id: document for document in read(tmp_path / "answers")}
    forms = {name: [answer.mention_text(mention) for mention in answer.mentions] for name, answer in answers.items()}
    assert forms == {"ann": ["Ann", "the lamp", "She", "it"], "tom": ["Tom", "his key", "his", "It"]}
    assert {mention.source for answer in answers.values() for mention in answer.mentions} == {"system"}


def test_without_heads_there_is_no_setting_of_system_mentions(run: Run, tiny: Path, tmp_path: Path) -> None:
    made(run, tiny, "headless", tmp_path)
    assert list(figures(run, "keys")) == ["true-gold"]
    ran = run("compare", "keys", "-s", "system-gold")
    assert ran.status == 2
    assert "it does not allow the setting system-gold; it allows true-gold" in ran.err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"coreference": {}}, ("explain", "ann.np.xml", "-r", "mitkov")),
        ({"annotated": "pronouns"}, ("difficulty", "ann.np.xml")),
    ],
    ids=["no key", "a key of pronouns only"],
)
def test_what_has_nothing_to_resolve_says_so(
    run: Run, tiny: Path, tmp_path: Path, change: dict[str, Any], words: tuple[str, ...]
) -> None:
    made(run, tiny, "headless", tmp_path)
    (document,) = read(tmp_path / "keys" / "ann.np.xml")
    write([replace(document, **change)], tmp_path / "ann.np.xml")
    ran = run(*words)
    assert ran.status == 2
    assert "ann: no system mentions, and no heads to find them by" in ran.err
