"""The data behind the page of a report: a small index, and packed pieces that the page opens when it shows them."""

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, BinaryIO, Protocol

from anaphora_workbench.resolvers import get_resolver, role_of
from anaphora_workbench.workbench.analysis.details import (
    Answer,
    DocumentText,
    GivenMentions,
    ResolutionDetails,
    SpeechAnswer,
)
from anaphora_workbench.workbench.analysis.packed_traces import unpacked
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.document import page_forms as forms
from anaphora_workbench.workbench.report.document.page_words import words_on_page
from anaphora_workbench.workbench.report.explanations.words import UNSEEN, VERDICTS, WITHOUT_KEY
from anaphora_workbench.workbench.report.tables import Table, as_csv, as_json, as_latex, as_markdown

_LETTERS = {verdict.name: verdict.letter for verdict in (*VERDICTS, *WITHOUT_KEY)}
# As many of the answers that are compared side by side are worth a look before any choice is made.
_FIRST_CHOICES = 2
_NONE = -1
# Characters of a mention's text.
_LONGEST_TEXT = 60
# What the browser holds at once; most corpora of the field's papers have fewer in all.
_PRONOUNS_OF_A_PIECE = 4000


class Pieces(Protocol):
    """Takes the pieces of a page."""

    def add(self, content: object) -> int:
        """Pack content; returns its number."""


class PiecesInPage:
    """Pieces as a script element can hold them: zlib, then base64."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, content: object) -> int:
        """Pack content; returns its number."""
        self.texts.append(base64.b64encode(_packed(content)).decode("ascii"))
        return len(self.texts) - 1


class PiecesInFile:
    """Pieces one after the other in a file, so that memory does not grow with the corpus.

    Attributes:
        places: (offset, length) of each.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.places: list[tuple[int, int]] = []
        self._file = file
        self._end = 0

    def add(self, content: object) -> int:
        """Pack content; returns its number."""
        length = self._file.write(_packed(content))
        self.places.append((self._end, length))
        self._end += length
        return len(self.places) - 1


def _packed(content: object) -> bytes:
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(errors="replace"), 9)


def index(results: Results, pieces: Pieces) -> forms.Index:
    """The data that the page has from the start; numbers of pieces stand for the rest.

    Args:
        pieces: takes the documents, answers and candidates.
    """
    names = results.rows()
    experiment = results.experiment
    kinds = [_kind(name, experiment) for name in experiment.resolvers] + ["response"] * len(experiment.responses)
    return {
        "resolvers": [
            {"name": name, "kind": kind, "options": {} if kind == "response" else experiment.changed_options(name)}
            for name, kind in zip(names, kinds, strict=True)
        ],
        "first": _first_choices(kinds),
        "words": words_on_page(experiment.resolvers),
        "corpora": [
            *(_corpus(corpus, True, names, pieces) for corpus in results.corpora.values()),
            *(_corpus(corpus, False, names, pieces) for corpus in results.keyless.values()),
        ],
    }


def exports(tables: dict[str, list[Table]]) -> dict[str, dict[str, str]]:
    """The files that the page offers of each of its tables, by the table's id and the file's ending."""
    return {
        name: {
            "csv": as_csv(together),
            "json": as_json(together),
            "md": "\n".join(map(as_markdown, together)),
            "tex": "\n".join(map(as_latex, together)),
        }
        for name, together in tables.items()
    }


def _kind(resolver: str, experiment: Experiment) -> str:
    role = role_of(resolver)
    if get_resolver(resolver, **experiment.options_of(resolver)).needs_key:
        return "oracle"
    return role if role == "baseline" else "resolver"


def _first_choices(kinds: list[str]) -> list[int]:
    """The two rows that the page sets side by side at first: resolvers and responses before baselines and oracles."""
    own = [number for number, kind in enumerate(kinds) if kind in ("resolver", "response")]
    chosen = [*own, *(number for number in range(len(kinds)) if number not in own)][:_FIRST_CHOICES]
    return chosen if len(chosen) == _FIRST_CHOICES else [chosen[0]] * _FIRST_CHOICES


def _corpus(corpus: CorpusResults, has_key: bool, resolvers: list[str], pieces: Pieces) -> forms.CorpusOnPage:
    documents = _documents(corpus, pieces)
    names = documents["ids"]
    return {
        "name": corpus.name,
        "has_key": has_key,
        "count": len(names),
        "documents": pieces.add(documents),
        "settings": {str(setting): _setting(setting, corpus, names, resolvers, pieces) for setting in corpus.settings},
    }


def _documents(corpus: CorpusResults, pieces: Pieces) -> forms.DocumentsPiece:
    """The documents with details; their texts go to pieces one by one."""
    documents: forms.DocumentsPiece = {"ids": [], "genres": [], "anaphors": [], "texts": []}
    outcomes = corpus.outcomes
    for name in corpus.documents:
        text: DocumentText | None = next((each.details[name].text for each in outcomes if name in each.details), None)
        if text is not None:
            documents["ids"].append(name)
            documents["genres"].append(text.genre)
            documents["anaphors"].append(len(text.anaphors))
            documents["texts"].append(pieces.add(_text(text)))
    return documents


def _text(text: DocumentText) -> forms.TextPiece:
    piece: forms.TextPiece = {
        "words": text.words,
        "space": "".join(str(int(is_there)) for is_there in text.space_after),
        "sentences": text.sentences,
        "headings": text.headings,
        "mentions": text.mentions,
        "entities": text.entities,
        "pronouns": list(text.pronouns),
    }
    if text.counted:
        piece["counted"] = list(text.counted)
    return piece


def _setting(
    setting: Setting, corpus: CorpusResults, names: list[str], resolvers: list[str], pieces: Pieces
) -> forms.SettingOnPage:
    outcomes = corpus.settings[setting]
    documents: forms.AnsweredPiece = {"mentions": [], "traces": []}
    numbers: list[int] = []
    first: list[int] = []
    pronouns = _Pronouns(0)
    for place, name in enumerate(names):
        details = {
            resolver: outcomes[resolver].details[name]
            for resolver in resolvers
            if resolver in outcomes and name in outcomes[resolver].details
        }
        document = _AnsweredDocument(details, resolvers)
        documents["mentions"].append(pieces.add(document.mentions_piece()) if details else _NONE)
        documents["traces"].append(pieces.add(document.traces_piece()) if details else _NONE)
        if len(pronouns.rows) >= _PRONOUNS_OF_A_PIECE:
            numbers.append(pieces.add(pronouns.piece()))
            first.append(pronouns.first)
            pronouns = _Pronouns(place)
        pronouns.add(document)
    return {
        "meaning": setting.meaning,
        "documents": pieces.add(documents),
        "pronouns": [*numbers, pieces.add(pronouns.piece())],
        "first": [*first, pronouns.first],
    }


def answered_document(
    details: dict[str, ResolutionDetails],
    rows: list[str],
    speech: Mapping[str, Mapping[int, SpeechAnswer]] = MappingProxyType({}),
) -> forms.DocumentPieces:
    """The pieces of one document that rows of a page answered, and its pronouns.

    Args:
        details: by row; those without an answer are missing.
        rows: in the order of the page.
        speech: what became of first and second persons, by row and offset.
    """
    answered = _AnsweredDocument(details, rows)
    pronouns = _Pronouns(0)
    pronouns.add(answered)
    traces = answered.traces_piece()
    spoken: dict[str, list[tuple[int, ...] | None]] = {}
    for place, row in enumerate(rows):
        for offset, answer in speech.get(row, {}).items():
            spoken.setdefault(str(offset), [None] * len(rows))[place] = answer.antecedent
            of_rows: list[Any] = traces.setdefault(str(offset), [None] * len(rows))
            of_rows[place] = answer.trace
    return {
        "text": _text(next(iter(details.values())).text),
        "mentions": answered.mentions_piece(),
        "traces": traces,
        "pronouns": pronouns.piece(),
        "speech": spoken,
    }


class _AnsweredDocument:
    """A document as the rows of the page answered it in one setting.

    The page shows the mentions that resolvers were given, then others of responses. Positions of the given mentions
    stay what they are, so that traces can count with them.

    Args:
        details: by resolver or response; those without an answer to the document are missing.
        resolvers: the rows of the page, in their order.
    """

    def __init__(self, details: dict[str, ResolutionDetails], resolvers: list[str]) -> None:
        self.details = details
        self.resolvers = resolvers
        given = next((of_row.given for of_row in details.values()), GivenMentions([], [], [], [], []))
        self.mentions = GivenMentions(*(list(getattr(given, field.name)) for field in fields(given)))
        self._position_of = {span: position for position, span in reversed(list(enumerate(given.spans)))}
        self._positions = {
            name: list(range(len(given.spans))) if of_row.given == given else self._merged(of_row.given)
            for name, of_row in details.items()
        }

    def _merged(self, given: GivenMentions) -> list[int]:
        """The positions of other mentions; those that are not there yet are added."""
        for place, span in enumerate(given.spans):
            if span not in self._position_of:
                self._position_of[span] = len(self.mentions.spans)
                for field in fields(given):
                    getattr(self.mentions, field.name).append(getattr(given, field.name)[place])
        return [self._position_of[span] for span in given.spans]

    def mentions_piece(self) -> forms.MentionsPiece:
        return {
            "spans": self.mentions.spans,
            "features": self.mentions.features,
            "functions": self.mentions.functions,
            "entities": self.mentions.entities,
            "pronouns": [position for position, is_one in enumerate(self.mentions.are_pronouns) if is_one],
            "chains": [self._chains(resolver) for resolver in self.resolvers],
        }

    def _chains(self, resolver: str) -> list[list[int]]:
        if resolver not in self.details:
            return []
        positions = self._positions[resolver]
        return [[positions[place] for place in chain] for chain in self.details[resolver].chains]

    def traces_piece(self) -> forms.TracesPiece:
        """The traces of all rows by pronoun: what they have in common packs well."""
        of_rows = [
            unpacked(self.details[resolver].packed_traces) if resolver in self.details else {}
            for resolver in self.resolvers
        ]
        offsets = sorted({offset for traces in of_rows for offset in traces}, key=int)
        return {offset: [traces.get(offset) for traces in of_rows] for offset in offsets}

    def answers(self) -> list[dict[int, Answer]]:
        """The answers of each row by offset of the pronoun."""
        return [
            {answer.offset: answer for answer in self.details[resolver].answers} if resolver in self.details else {}
            for resolver in self.resolvers
        ]

    def antecedents(self, answers: list[Answer | None]) -> list[int]:
        """Position of the mention that each row chose, -1 for none.

        Args:
            answers: to one pronoun, of each row.
        """
        return [
            _NONE if answer is None or answer.antecedent is None else self._positions[resolver][answer.antecedent]
            for resolver, answer in zip(self.resolvers, answers, strict=True)
        ]


class _Pronouns:
    """The pronouns of documents that follow each other."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.rows: list[forms.PronounRow] = []
        self._numbers: dict[str, int] = {}
        self._chosen: list[dict[int, int]] = []

    def add(self, document: _AnsweredDocument) -> None:
        """Add those of the next document."""
        of_document = _pronouns_of(document, self.first + len(self._chosen), self._number)
        self.rows += of_document
        positions = sorted({position for row in of_document for position in row.chosen if position != _NONE})
        text_of = {position: _text_of(document, document.mentions.spans[position]) for position in positions}
        self._chosen.append({position: self._number(text) for position, text in text_of.items()})

    def _number(self, text: str) -> int:
        """The number of a text, each text being kept once and "" standing for none."""
        return self._numbers.setdefault(text, len(self._numbers)) if text else _NONE

    def piece(self) -> forms.PronounsPiece:
        return {"first": self.first, "strings": list(self._numbers), "rows": self.rows, "chosen": self._chosen}


def _pronouns_of(document: _AnsweredDocument, number: int, number_of: Callable[[str], int]) -> list[forms.PronounRow]:
    if not document.details:
        return []
    text = next(iter(document.details.values())).text
    answers = document.answers()
    sentence_of = _sentence_numbers(text)
    rows = []
    for offset in sorted({*text.anaphors, *(offset for of_row in answers for offset in of_row)}):
        in_key = text.anaphors.get(offset)
        in_rows = [of_row.get(offset) for of_row in answers]
        antecedent = None if in_key is None or in_key.antecedent is None else text.mentions[in_key.antecedent]
        rows.append(
            forms.PronounRow(
                document=number,
                offset=offset,
                sentence=sentence_of[offset] if offset < len(sentence_of) else _NONE,
                form=number_of(text.words[offset].lower()),
                entity=_NONE if in_key is None else in_key.entity,
                antecedent=_NONE if antecedent is None else number_of(_text_of(document, antecedent)),
                distance=_NONE if in_key is None or in_key.distance is None else in_key.distance,
                verdicts="".join(UNSEEN.letter if answer is None else _LETTERS[answer.verdict] for answer in in_rows),
                chosen=document.antecedents(in_rows),
                causes=[_NONE if answer is None else number_of(answer.cause) for answer in in_rows],
            )
        )
    return rows


def _sentence_numbers(text: DocumentText) -> list[int]:
    numbers = [_NONE] * len(text.words)
    for number, (start, end, _) in enumerate(text.sentences):
        numbers[start:end] = [number] * (end - start)
    return numbers


def _text_of(document: _AnsweredDocument, span: tuple[int, ...]) -> str:
    text = next(iter(document.details.values())).text.text(span)
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 2].rstrip() + " …"
