"""The data behind the page of a report: a small index, and packed pieces that the page opens when it shows them."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import fields

from anaphora_workbench.resolvers import get_resolver, role_of
from anaphora_workbench.workbench.details import (
    Answer,
    DocumentText,
    GivenMentions,
    ResolutionDetails,
    unpacked,
)
from anaphora_workbench.workbench.report.page_forms import (
    CorpusOnPage,
    DocumentInSetting,
    DocumentPieces,
    Index,
    MentionsPiece,
    PronounRow,
    PronounsPiece,
    SettingOnPage,
    TextPiece,
    TracesPiece,
)
from anaphora_workbench.workbench.report.page_words import words_on_page
from anaphora_workbench.workbench.report.tables import Table, as_csv, as_json, as_latex, as_markdown
from anaphora_workbench.workbench.report.words import UNSEEN, VERDICTS, WITHOUT_KEY
from anaphora_workbench.workbench.results import CorpusResults, Results
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.settings import Setting

_LETTERS = {verdict.name: verdict.letter for verdict in (*VERDICTS, *WITHOUT_KEY)}
# As many of the answers that are compared side by side are worth a look before any choice is made.
_FIRST_CHOICES = 2
_NONE = -1


class Pieces:
    """Packed pieces of a page: zlib, then base64, which a script element can hold as it is."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, content: object) -> int:
        """Pack content; returns its number."""
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        packed = zlib.compress(text.encode(), 9)
        self.texts.append(base64.b64encode(packed).decode("ascii"))
        return len(self.texts) - 1


def index(results: Results, pieces: Pieces) -> Index:
    """What the page knows from the start; numbers of pieces stand for the rest.

    Args:
        pieces: takes the documents, answers and candidates.
    """
    names = results.rows()
    experiment = results.experiment
    kinds = [_kind(name, experiment) for name in experiment.resolvers] + ["response"] * len(experiment.responses)
    return {
        "resolvers": [{"name": name, "kind": kind} for name, kind in zip(names, kinds, strict=True)],
        "first": _first_choices(kinds),
        "words": words_on_page(),
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


def _corpus(corpus: CorpusResults, has_key: bool, resolvers: list[str], pieces: Pieces) -> CorpusOnPage:
    texts: dict[str, DocumentText] = {}
    for outcomes in corpus.settings.values():
        for outcome in outcomes.values():
            for name, details in outcome.details.items():
                texts.setdefault(name, details.text)
    names = [name for name in corpus.documents if name in texts]
    return {
        "name": corpus.name,
        "has_key": has_key,
        "documents": [
            {
                "id": name,
                "genre": texts[name].genre,
                "text": pieces.add(_text(texts[name])),
                "sentences": len(texts[name].sentences),
                "tokens": len(texts[name].words),
                "anaphors": len(texts[name].anaphors),
            }
            for name in names
        ],
        "settings": {str(setting): _setting(setting, corpus, names, resolvers, pieces) for setting in corpus.settings},
    }


def _text(text: DocumentText) -> TextPiece:
    return {
        "words": text.words,
        "space": "".join(str(int(is_there)) for is_there in text.space_after),
        "sentences": text.sentences,
        "headings": text.headings,
        "mentions": text.mentions,
        "entities": text.entities,
    }


def _setting(
    setting: Setting, corpus: CorpusResults, names: list[str], resolvers: list[str], pieces: Pieces
) -> SettingOnPage:
    outcomes = corpus.settings[setting]
    answered = [
        _AnsweredDocument(
            {
                resolver: outcomes[resolver].details[name]
                for resolver in resolvers
                if resolver in outcomes and name in outcomes[resolver].details
            },
            resolvers,
        )
        for name in names
    ]
    documents: list[DocumentInSetting | None] = [
        {"mentions": pieces.add(document.mentions_piece()), "traces": pieces.add(document.traces_piece())}
        if document.details
        else None
        for document in answered
    ]
    return {"meaning": setting.meaning, "documents": documents, "pronouns": pieces.add(_pronouns(answered))}


def answered_document(details: dict[str, ResolutionDetails], rows: list[str]) -> DocumentPieces:
    """The pieces of one document that rows of a page answered, and its pronouns.

    Args:
        details: by row; those without an answer are missing.
        rows: in the order of the page.
    """
    answered = _AnsweredDocument(details, rows)
    return {
        "text": _text(next(iter(details.values())).text),
        "mentions": answered.mentions_piece(),
        "traces": answered.traces_piece(),
        "pronouns": _pronouns([answered]),
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
        given = next((of_row.given for of_row in details.values()), GivenMentions([], [], [], []))
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

    def mentions_piece(self) -> MentionsPiece:
        return {
            "spans": self.mentions.spans,
            "features": self.mentions.features,
            "functions": self.mentions.functions,
            "entities": self.mentions.entities,
            "chains": [self._chains(resolver) for resolver in self.resolvers],
        }

    def _chains(self, resolver: str) -> list[list[int]]:
        if resolver not in self.details:
            return []
        positions = self._positions[resolver]
        return [[positions[place] for place in chain] for chain in self.details[resolver].chains]

    def traces_piece(self) -> TracesPiece:
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


class _Strings:
    """Texts by number, each text once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text, "" being none."""
        return self._numbers.setdefault(text, len(self._numbers)) if text else _NONE

    def texts(self) -> list[str]:
        """All texts in the order of their numbers."""
        return list(self._numbers)


def _pronouns(documents: list[_AnsweredDocument]) -> PronounsPiece:
    strings = _Strings()
    rows: list[PronounRow] = []
    chosen: list[dict[int, int]] = []
    for number, document in enumerate(documents):
        of_document = _pronouns_of(document, number, strings)
        rows += of_document
        positions = sorted({position for row in of_document for position in row.chosen if position != _NONE})
        text_of = {position: _text_of(document, document.mentions.spans[position]) for position in positions}
        chosen.append({position: strings.number(text) for position, text in text_of.items()})
    return {"strings": strings.texts(), "rows": rows, "chosen": chosen}


def _pronouns_of(document: _AnsweredDocument, number: int, strings: _Strings) -> list[PronounRow]:
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
            PronounRow(
                document=number,
                offset=offset,
                sentence=sentence_of[offset] if offset < len(sentence_of) else _NONE,
                form=strings.number(text.words[offset].lower()),
                entity=_NONE if in_key is None else in_key.entity,
                antecedent=_NONE if antecedent is None else strings.number(_text_of(document, antecedent)),
                distance=_NONE if in_key is None or in_key.distance is None else in_key.distance,
                verdicts="".join(UNSEEN.letter if answer is None else _LETTERS[answer.verdict] for answer in in_rows),
                chosen=document.antecedents(in_rows),
                causes=[_NONE if answer is None else strings.number(answer.cause) for answer in in_rows],
            )
        )
    return rows


def _sentence_numbers(text: DocumentText) -> list[int]:
    numbers = [_NONE] * len(text.words)
    for number, (start, end, _) in enumerate(text.sentences):
        numbers[start:end] = [number] * (end - start)
    return numbers


def _text_of(document: _AnsweredDocument, span: tuple[int, ...], longest: int = 60) -> str:
    text = next(iter(document.details.values())).text.text(span)
    return text if len(text) <= longest else text[: longest - 2].rstrip() + " …"
