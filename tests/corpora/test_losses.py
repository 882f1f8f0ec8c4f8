"""What a format has no place for is listed before it is lost: each part of a document, in each format."""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from anaphora_workbench.corpora import formats
from anaphora_workbench.corpora.document import (
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Quotation,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.document.links import Link, note_links
from anaphora_workbench.corpora.formats.losses import PARTS, counted, crossing

OF_ONE_CORPUS = {"gap", "winobias"}
_OF_TEXT = (
    "words", "sentences", "paragraphs", "spacing", "lemmas", "upos", "xpos", "morphology", "dependencies",
    "named entities",
)  # fmt: skip
WRITTEN = sorted(
    name for name, its_format in formats.available().items() if its_format.write and name not in OF_ONE_CORPUS
)


def plain() -> Document:
    """Two mentions of one entity in one sentence, and nothing else."""
    words = [Word(form) for form in ("Ann", "saw", "her", "lamp", "x")]
    mentions = [Mention("m1", 0, 1, 0), Mention("m2", 2, 3, 2)]
    layer = CoreferenceLayer("gold", [Entity("1", ["m1", "m2"])])
    return Document("d", words, [Sentence(0, 5)], [Paragraph()], mentions, {"gold": layer})


def kept(name: str) -> list[str]:
    """The parts that a format keeps, by the table of the documentation."""
    parts = []
    for part, change in CHANGES.items():
        document = plain()
        change(document)
        phrase, test = PARTS[part]
        if test(document) and counted(phrase, test(document)) not in formats.get_format(name).cannot_hold(document):
            parts.append(part)
    return parts


def table() -> str:
    """The rows of docs/reference/formats.md: what most formats keep, and what each keeps besides."""
    rows = []
    for name in WRITTEN:
        parts = kept(name)
        words = [part for part in parts if part in _OF_TEXT]
        others = [part for part in parts if part not in _OF_TEXT]
        everything = len(parts) == len(CHANGES) - 1
        rows.append(f"| `{name}` | {', '.join(words)} | {'everything' if everything else ', '.join(others)} |\n")
    return "".join(rows)


def test_the_documentation_says_what_is_kept() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"
    text = page.read_text(encoding="utf-8")
    if os.environ.get("WRITE_GOLDEN"):
        start = text.index("|---|---|---|\n") + len("|---|---|---|\n")
        page.write_text(text[:start] + table() + text[text.index("\nAlso written:") :], encoding="utf-8")
    assert table() in page.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in {*WRITTEN, *OF_ONE_CORPUS})


def _first_word(**values: object) -> Callable[[Document], None]:
    return lambda document: [setattr(document.words[0], *item) for item in values.items()] and None


def _first_mention(**values: object) -> Callable[[Document], None]:
    return lambda document: [setattr(document.mentions[0], *item) for item in values.items()] and None


def _wordless(**values: object) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        document.words, document.sentences, document.paragraphs = [], [], []
        for mention in document.mentions:
            mention.start = mention.end = mention.head = -1
        _first_mention(**values)(document)

    return change


def _sentences(document: Document) -> None:
    document.sentences = [Sentence(0, 3), Sentence(3, 5)]


def _paragraphs(document: Document) -> None:
    document.sentences = [Sentence(0, 3, 0), Sentence(3, 5, 1)]
    document.paragraphs = [Paragraph("heading"), Paragraph()]


def _dependencies(document: Document) -> None:
    document.relations = "ud"
    for word in document.words:
        word.head, word.relation = 1, "dep"
    document.words[1].head, document.words[1].relation = -1, "root"


def _clear(document: Document) -> None:
    _dependencies(document)
    document.relations = "clear"


def _elided(document: Document) -> None:
    document.words[4].empty = True
    document.mentions.append(Mention("m3", 4, 5, 4))
    document.coreference["gold"].entities[0].mentions.append("m3")


def _layers(document: Document) -> None:
    document.coreference["mitkov"] = CoreferenceLayer("mitkov", [Entity("2", ["m1"])])


def _annotator(document: Document) -> None:
    document.coreference = {"mitkov": CoreferenceLayer("mitkov", document.coreference["gold"].entities)}


def _split(document: Document) -> None:
    document.mentions.append(Mention("m3", 3, 4, 3))
    document.coreference["gold"].entities.append(Entity("2", ["m3"], split_antecedent=("1",)))


def _bridged(document: Document, antecedent: str | None) -> None:
    document.mentions.append(Mention("m3", 3, 4, 3))
    layer = document.coreference["gold"]
    layer.entities.append(Entity("2", ["m3"]))
    layer.bridges.append(Bridge("m3", antecedent, "1"))


def _non_referring(document: Document) -> None:
    document.mentions.append(Mention("m3", 3, 4, 3))
    document.coreference["gold"].non_referring.append("m3")


CHANGES: dict[str, Callable[[Document], None]] = {
    "words": lambda document: None,
    "line ends in ids": lambda document: setattr(document, "id", "d\ne"),
    "sentences": _sentences,
    "empty sentences": lambda document: document.sentences.append(Sentence(5, 5)),
    "paragraphs": _paragraphs,
    "empty paragraphs": lambda document: document.paragraphs.append(Paragraph("heading")),
    "spacing": _first_word(space_after=False),
    "lemmas": _first_word(lemma="ann"),
    "upos": _first_word(upos="PROPN"),
    "xpos": _first_word(xpos="NNP"),
    "morphology": _first_word(morphology="Gender=Fem|Number=Sing"),
    "dependencies": _dependencies,
    "clear": _clear,
    "named entities": _first_word(entity_type="PERSON"),
    "empty words": lambda document: setattr(document.words[4], "empty", True),
    "clauses": _first_word(clause=1),
    "enhanced": _first_word(enhanced="2:nsubj"),
    "joined words": _first_word(extra={"conllu:joined": "2 Annsaw"}),
    "word notes": _first_word(extra={"Gloss": "a"}),
    "sentence notes": lambda document: document.sentences[0].extra.update(mood="glad"),
    "document notes": lambda document: document.extra.update(author="Ann"),
    "raw text": lambda document: setattr(document, "raw_text", "Ann saw her lamp."),
    "sentences unknown": lambda document: setattr(document, "sentences_known", False),
    "speakers": lambda document: setattr(document.sentences[0], "speaker", "Ann"),
    "word speakers": _first_word(speaker="Bo"),
    "genre": lambda document: setattr(document, "genre", "news"),
    "language": lambda document: setattr(document, "language", "es"),
    "key's reach": lambda document: setattr(document, "held_out", (1, 2)),
    "quotations": lambda document: document.quotations.append(Quotation(0, 2)),
    "loose mentions": lambda document: document.mentions.append(Mention("m3", 3, 4, 3)),
    "discontinuous": lambda document: document.mentions.__setitem__(0, Mention("m1", 0, 4, 0, ((0, 1), (3, 4)))),
    "elided mentions": _elided,
    "entity types": _first_mention(entity_type="person"),
    "features": _first_mention(number=frozenset("s"), function="SUBJ"),
    "mention pos": lambda document: None,
    "person": _first_mention(person=1),
    "heads": lambda document: document.mentions.__setitem__(1, Mention("m2", 2, 4, 2)),
    "other heads": _first_mention(other_heads=(0,)),
    "pleonastic": _first_mention(pleonastic=True),
    "mention texts": _wordless(text="Ann"),
    "mention places": _wordless(sentence=3, clause=2),
    "clause mentions": _first_mention(is_clause=True),
    "reference": _first_mention(reference="anaphoric"),
    "system": _first_mention(source="system"),
    "mention notes": _first_mention(extra={"note": "Ann"}),
    "layers": _layers,
    "annotator": _annotator,
    "decisions": lambda document: setattr(document.coreference["gold"], "decisions", [Decision("m2", "m1")]),
    "types": lambda document: document.coreference["gold"].entities[0].types.update(m2="IDENT"),
    "dominant": lambda document: setattr(document.coreference["gold"].entities[0], "dominant", "m1"),
    "split antecedents": _split,
    "bridging": lambda document: _bridged(document, None),
    "bridging mentions": lambda document: _bridged(document, "m2"),
    "non-referring": _non_referring,
    "discourse deixis": lambda document: document.coreference["gold"].discourse_deixis.append(Entity("9", ["m1"])),
    "links": lambda document: note_links(document.coreference["gold"], [Link("m2", ("m1",), "t")]),
    "anaphors": lambda document: setattr(document, "anaphors", ["m2"]),
}


def test_every_part_is_tried() -> None:
    assert CHANGES.keys() == PARTS.keys()


@pytest.mark.parametrize("name", WRITTEN)
def test_a_part_is_kept_or_said_to_be_lost(tmp_path: Path, name: str) -> None:
    its_format = formats.get_format(name)
    file = tmp_path / f"file{its_format.suffixes[0]}"
    assert its_format.write is not None
    for part, change in CHANGES.items():
        document = plain()
        change(document)
        phrase, test = PARTS[part]
        lost = its_format.cannot_hold(document)
        if counted(phrase, test(document)) in lost:
            continue
        its_format.write([document], file)
        (again,) = its_format.read(file)
        if (part, name) == ("elided mentions", "jsonlines"):
            # The mention is there; that its word is elided is said to be lost.
            assert counted(PARTS["empty words"][0], 1) in lost
        elif (part, name) == ("system", "bm2001"):
            assert "which mentions were found by the workbench (1)" in lost
        elif part.endswith("notes"):
            # Some readers add notes of their own.
            assert test(again) >= test(document), (part, lost)
        else:
            assert test(again) == test(document), (part, lost)


def _headed(head: int, parsed: bool = False) -> Document:
    """*her lamp and her* as the second mention; in the parse every word hangs on *saw*."""
    document = plain()
    document.words = [Word(form) for form in ("Ann", "saw", "her", "lamp", "and", "her", "x")]
    document.sentences = [Sentence(0, 7)]
    document.mentions[1] = Mention("m2", 2, 6, head)
    if parsed:
        _dependencies(document)
    return document


@pytest.mark.parametrize(
    ("name", "document", "lost"),
    [
        pytest.param("conllu", _headed(3), 0, id="a field says it"),
        pytest.param("conllu", _headed(2, parsed=True), 0, id="on top in the parse"),
        pytest.param("conllu", _headed(3, parsed=True), 1, id="under another in the parse"),
        pytest.param("semeval2010", _headed(3), 1, id="no field says it"),
        pytest.param("semeval2010", _headed(2, parsed=True), 0, id="the parse says it"),
        pytest.param("conll2012", _headed(5), 0, id="the last word"),
        pytest.param("conll2012", _headed(2, parsed=True), 1, id="the parse is not written"),
        pytest.param("muc", _headed(3), 0, id="MIN says it"),
        pytest.param("muc", _headed(5), 1, id="MIN is the same word before it"),
    ],
)
def test_a_head_comes_back_or_is_said_to_be_lost(tmp_path: Path, name: str, document: Document, lost: int) -> None:
    its_format = formats.get_format(name)
    assert its_format.write is not None
    file = tmp_path / f"file{its_format.suffixes[0]}"
    its_format.write([document], file)
    (again,) = its_format.read(file)
    assert sum(one.head != other.head for one, other in zip(document.mentions, again.mentions, strict=True)) == lost
    assert [text for text in its_format.cannot_hold(document) if text.startswith("heads of")] == (
        ["heads of 1 mention"] if lost else []
    )


@pytest.mark.parametrize("columns", [5, 12])
def test_what_stands_for_nothing_in_columns_is_lost_only_where_there_are_columns(columns: int) -> None:
    document = plain()
    document.extra["conll2012:layout"] = f'{{"columns": {columns}}}'
    document.sentences[0].speaker = document.words[1].xpos = "-"
    lost = formats.get_format("conll2012").cannot_hold(document)
    assert ("names of speakers that stand for none in columns" in lost) == (columns == 12)


def test_crossing_mentions_are_those_of_the_definition() -> None:
    """One begins inside of the other and ends after it; in text order, for any mentions."""
    chance = random.Random(14)
    for _ in range(300):
        starts = [chance.randrange(8) for _ in range(chance.randrange(9))]
        mentions = [Mention(f"m{n}", start, start + 1 + chance.randrange(5), start) for n, start in enumerate(starts)]
        ordered = sorted(mentions, key=span_order)
        defined = [
            (first.id, second.id)
            for second in ordered
            for first in ordered
            if first.start < second.start < first.end < second.end
        ]
        assert [(first.id, second.id) for first, second in crossing(mentions)] == defined


def test_mentions_in_mentions_take_the_time_of_sorting_them() -> None:
    """The square of 40,000 would be 1.6 thousand million comparisons: minutes."""
    count = 40_000
    nested = [Mention(f"m{n}", n, 2 * count - n, n) for n in range(count)]
    alike = [Mention(f"a{n}", 0, 2 * count, 0) for n in range(count)]
    began = time.process_time()
    assert not list(crossing([*nested, *alike]))
    assert time.process_time() - began < 10
