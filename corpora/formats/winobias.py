"""WinoBias sentences in text form: the antecedent and its pronouns in square brackets.

A sentence becomes a document whose one entity holds the bracketed phrases; all but the first are pronouns
to resolve. (The CoNLL files of WinoBias are read by conll2012.)

Source: Zhao et al. (2018).
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document, Entity
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.losses import losses
from anaphora_workbench.corpora.formats.parts.character_spans import CharacterDocument
from anaphora_workbench.corpora.formats.parts.files import TextWriter, numbered_lines
from anaphora_workbench.corpora.support.errors import FormatError, going_on, placed

recognises = begins_like(rb"\d+ [^\n\[]*\[[^\n\]]+\][^\n\[]*\[[^\n\]]+\][^\n]*\r?\n")
_LINE = re.compile(r"(\d+) (.*)")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")
_AS_READ = "winobias:line"


def read(path: Path) -> Iterator[Document]:
    """The sentences of a WinoBias text file, one document each, named FILE-NUMBER."""
    for number, line in numbered_lines(path):
        with going_on():
            yield _document(path, number, line)


def _document(path: Path, number: int, line: str) -> Document:
    match = _LINE.fullmatch(line)
    if match is None:
        raise FormatError(path, number, f"cannot read {line[:60]!r}", "expected NUMBER sentence")
    text, spans = "", []
    end = 0
    for bracketed in _BRACKETED.finditer(match[2]):
        text += match[2][end : bracketed.start()]
        inner = bracketed[1]
        start = len(text) + len(inner) - len(inner.lstrip())
        text += inner
        spans.append((start, start + len(inner.strip())))
        end = bracketed.end()
    text += match[2][end:]
    if len(spans) < 2 or "[" in text or "]" in text or any(start >= end for start, end in spans):
        raise FormatError(path, number, "not two phrases in brackets", "expected [antecedent] and [pronoun]")
    made = CharacterDocument(f"{path.name}-{match[1]}", text, [edge for span in spans for edge in span], str(path))
    names = [made.add_mention(f"m{count}", *span).id for count, span in enumerate(spans, 1)]
    document = made.document
    document.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, [Entity("1", names)])
    document.anaphors = names[1:]
    document.extra[_AS_READ] = line
    placed(document, path, number)
    return document


def write(documents: Iterable[Document], path: Path) -> None:
    """Write the sentences as they were read. Raises FormatError for a document of another corpus."""
    with TextWriter(path) as file:
        for document in documents:
            if _AS_READ not in document.extra:
                raise FormatError(
                    path, None, f"document {document.id} is not a WinoBias sentence", "expected its text form"
                )
            file.write(document.extra[_AS_READ] + "\n")


def cannot_hold(document: Document) -> list[str]:
    """All but the sentence and its brackets."""
    held = frozenset({"words", "spacing", "anaphors", "document notes", "sentences unknown", "heads"})
    return losses(document, held) if _AS_READ in document.extra else ["any document that is not a WinoBias sentence"]


FORMAT = Format(
    name="winobias",
    description="WinoBias sentences with antecedent and pronouns in square brackets",
    source="Zhao et al. (2018)",
    suffixes=(".txt.dev", ".txt.test"),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    states=(),
)
