"""Plain text: a blank line ends a paragraph, a line that begins with ``# `` is a heading, in a conversation a line that
begins with a name and a colon is a turn.

The Document has no words yet, only its ``raw_text``; preprocessing makes the words.
"""

from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.parts.files import whole_text
from anaphora_workbench.corpora.support.errors import FormatError


def recognises(name: str, beginning: bytes) -> bool:
    return name.endswith((".txt", ".text"))


def read(path: Path) -> Iterator[Document]:
    """The one document of a text file."""
    text = whole_text(path)
    if not text.strip():
        raise FormatError(path, 1, "only blank lines", "expected text")
    yield Document(path.stem, source=str(path), raw_text=text)


FORMAT = Format(
    name="text",
    description="plain text; a blank line ends a paragraph, '# ' begins a heading, 'Name:' a turn of a conversation",
    source="this project, interfaces.md section 4",
    suffixes=(".txt", ".text"),
    recognises=recognises,
    read=read,
    one_document=True,
    rank=9,
    states=("paragraphs",),
)
