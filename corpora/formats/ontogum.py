"""OntoGUM: coreference by the rules of OntoNotes over the texts of GUM, joined with GUM's own file.

OntoGUM's files hold only words and brackets. Where a file of the same name in GUM's CoNLL-U is near (in a
folder ``gum`` or ``gum/PART`` next to ``ontogum/PART``), the document has GUM's sentences, parse and
paragraphs, with OntoGUM's mentions and entities as its key; otherwise it is one long sentence.

Source: Zhu, Pradhan and Zeldes (2021).
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from anaphora_workbench.corpora.document import GOLD_LAYER, Document
from anaphora_workbench.corpora.document.sentence_ends import COMPANION
from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.formats.conll2012.writer import OWN
from anaphora_workbench.corpora.formats.conllu import reader as conllu
from anaphora_workbench.corpora.formats.format import begins_like
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.support.errors import FormatError, complain, placed

recognises = begins_like(rb"# begin document[ \t]*\r?\n0\t[^\t\n]*\t[^\t\n]*\r?\n")


def read(path: Path) -> Iterator[Document]:
    """The document of an OntoGUM file, joined if GUM's file is near."""
    gum = gum_file(path)
    for document in conll2012.read(path):
        if gum is None:
            document.extra[COMPANION] = f"{path.stem}.conllu of GUM"
            document.paragraphs_known = False
        yield document if gum is None else join(document, gum)


def gum_file(path: Path) -> Path | None:
    """GUM's file of the same text, looked for next to it and in a folder ``gum`` up to two folders above."""
    name = f"{path.stem}.conllu"
    for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
        for place in (folder / name, folder / "gum" / name, folder / "gum" / path.parent.name / name):
            # Not the method of a path, which raises where a name is longer than names may be.
            if os.path.isfile(place):
                return place
    return None


def join(document: Document, path: Path) -> Document:
    """GUM's document with OntoGUM's key. Raises FormatError where the words are not the same."""
    documents = list(conllu.read(path))
    if len(documents) != 1:
        raise FormatError(
            path, None, f"{len(documents)} documents next to {document.source}", "expected one of its text"
        )
    (gum,) = documents
    full = [offset for offset, word in enumerate(gum.words) if not word.empty]
    if len(full) != len(document.words):
        wrong = f"{len(document.words)} words, but {len(full)} in {path}"
        raise FormatError(document.source, None, wrong, "expected the same text")
    for offset, word in zip(full, document.words, strict=True):
        own = gum.words[offset]
        if word.form != own.form:
            # One word of the corpus, a bare bar, has lost its form.
            if word.form:
                complain(document.source, offset + 2, f"{word.form!r}, but {own.form!r} in {path}")
            own.extra[f"{OWN}form"] = word.form
        own.extra |= word.extra
        placed(own, document.source, offset + 2)
        own.extra.pop("conllu:Entity", None)
    joined = replace(gum, source=document.source, extra=gum.extra | document.extra)
    joined.extra.pop("global.Entity", None)
    joined.mentions = [
        replace(mention, start=full[mention.start], end=full[mention.end - 1] + 1) for mention in document.mentions
    ]
    joined.coreference = {GOLD_LAYER: document.coreference[GOLD_LAYER]}
    set_heads(joined)
    return joined


FORMAT = replace(
    conll2012.FORMAT,
    name="ontogum",
    description="OntoGUM's columns, joined with GUM's syntax if its folder is next to them",
    source="Zhu, Pradhan and Zeldes (2021)",
    suffixes=(".ontogum.conll",),
    recognises=recognises,
    read=read,
    rank=3,
    read_with=lambda path: filter(None, [gum_file(path)]),
    states=("paragraphs", "speakers", "heads", "singletons"),
)
