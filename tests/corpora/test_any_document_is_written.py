"""Whatever a document holds, a writer writes a file that its reader reads, or says why not."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from anaphora_workbench.corpora import FormatError, formats
from anaphora_workbench.corpora.document import Document
from examples import examples
from random_documents import consistent_documents

WRITERS = [name for name, its_format in formats.available().items() if its_format.write is not None]
# Formats in which words, and so offsets, come back as they were.
EXACT = frozenset({"np-xml", "chains-json", "jsonlines", "conllu", "ua"})
# A random note may be named nearly as a key of the format.
pytestmark = pytest.mark.filterwarnings(
    "ignore::anaphora_workbench.corpora.formats.parts.json_file.MisspelledKeyWarning"
)


def _entities(document: Document) -> list[list[tuple[int, int]]]:
    by_id = document.mention_by_id()
    return sorted(
        sorted((by_id[name].start, by_id[name].end) for name in entity.mentions)
        for layer in document.coreference.values()
        for entity in layer.entities
    )


def _check(name: str, document: Document, folder: Path) -> None:
    its_format = formats.get_format(name)
    assert its_format.write is not None
    assert all("{" not in phrase for phrase in its_format.cannot_hold(document))
    try:
        its_format.write([document], folder / "written")
    except FormatError:
        return
    (again,) = its_format.read(folder / "written")
    if name in EXACT:
        assert _entities(again) == _entities(document)


@pytest.mark.parametrize("name", WRITERS)
def test_written_is_read(tmp_path: Path, name: str) -> None:
    @given(document=consistent_documents())
    @settings(max_examples=examples(1000, 10), suppress_health_check=list(HealthCheck), derandomize=True)
    def written_is_read(document: Document) -> None:
        _check(name, document, tmp_path)

    written_is_read()
