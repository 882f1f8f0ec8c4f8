"""Tiny corpora, the command line in this process, a browser, and the page in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.commands import main
from served_page import Served, served
from tabs import ServedTab, chromium
from tiny_corpus import ANN, TOM, Ran, Run, conllu


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A corpus of two documents with gold syntax, five anaphors and the cache next to it."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "ann.conllu").write_text(conllu("ann", ANN), encoding="utf-8")
    (folder / "tom.conllu").write_text(conllu("tom", TOM), encoding="utf-8")
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command line in this process, in a folder of its own, its cache there too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_CACHE", raising=False)

    def run_command(*words: object) -> Ran:
        status = main([str(word) for word in words])
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return run_command


# One browser and one page for all modules: to start them and to load the page's model takes longer than most tests.
@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium; skips where it or Playwright is absent."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def page_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    key = packaged("samples") / "news_keeper.conllu"
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1", "--key", str(key)) as running:
        yield running


@pytest.fixture
def reader(browser: Any, page_served: Served) -> Iterator[ServedTab]:
    opened = ServedTab(browser, page_served)
    yield opened
    opened.check_silence()
    opened.close()
