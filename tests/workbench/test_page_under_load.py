"""The page under load stays within the bounds of the benchmark that do not depend on how busy the machine is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.page import Page, long_text, memory_rows, newer_rows, reader_rows, served, text_rows

pytestmark = [pytest.mark.model, pytest.mark.slow]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


def test_a_text_takes_at_most_twice_the_time_of_compare(page: Page, tmp_path: Path) -> None:
    *_, ratio = text_rows(page, long_text(), tmp_path)
    assert ratio["value"] <= ratio["bound"]


def test_a_newer_text_cancels_the_older(page: Page) -> None:
    assert len(list(newer_rows(page, long_text()))) == 2


def test_memory_does_not_grow_with_jobs(page: Page) -> None:
    *_, ratio = memory_rows(page, 60)
    assert ratio["value"] <= ratio["bound"]


def test_twenty_readers_get_their_answers(page: Page) -> None:
    answers, errors, *_ = reader_rows(page, "samples")
    assert (answers["value"], errors["value"]) == (800, 0)
