"""The data behind the page of a report: a small index, and packed pieces that the page opens when it shows them."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import asdict, fields
from typing import Any

from anaphora_workbench.workbench.details import (
    FEATURES,
    Answer,
    DocumentText,
    GivenMentions,
    ResolutionDetails,
    unpacked,
)
from anaphora_workbench.workbench.experiment import BASELINES, ORACLES
from anaphora_workbench.workbench.report.tables import Table, as_csv, as_json, as_latex, as_markdown
from anaphora_workbench.workbench.report.words import UNSEEN, VERDICTS, words_of_filters
from anaphora_workbench.workbench.results import CorpusResults, Results
from anaphora_workbench.workbench.settings import Setting

_LETTERS = {verdict.name: verdict.letter for verdict in VERDICTS}
# As many of the answers that are compared side by side are worth a look before any choice is made.
_FIRST_CHOICES = 2


class Pieces:
    """Packed pieces of a page: zlib, then base64, which a script element can hold as it is."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, content: Any) -> int:
        """Pack content; returns its number."""
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        packed = zlib.compress(text.encode(), 9)
        self.texts.append(base64.b64encode(packed).decode("ascii"))
        return len(self.texts) - 1


def index(results: Results, pieces: Pieces) -> dict[str, Any]:
    """What the page knows from the start; numbers of pieces stand for the rest.

    Args:
        pieces: takes the documents, answers and candidates.
    """
    names = results.rows()
    kinds = [_kind(name) for name in results.experiment.resolvers] + ["response"] * len(results.experiment.responses)
    return {
        "resolvers": [{"name": name, "kind": kind} for name, kind in zip(names, kinds, strict=True)],
        "first": _first_choices(kinds),
        "words": _words(),
        "corpora": [_corpus(corpus, names, pieces) for corpus in results.corpora.values()],
    }


def _words() -> dict[str, Any]:
    """What the page calls the features of mentions, the filters of resolvers, and verdicts by their letter."""
    return {
        "features": FEATURES,
        "filters": {name: asdict(words) for name, words in words_of_filters().items()},
        "verdicts": {verdict.letter: asdict(verdict) for verdict in (*VERDICTS, UNSEEN)},
    }


def exports(tables: dict[str, list[Table]]) -> dict[str, dict[str, str]]:
    """The files that the page offers of each of its tables, by the table's id and the file's ending."""
    return {
        name: {
            "csv": as_csv(of_name),
            "json": as_json(of_name),
            "md": "\n".join(map(as_markdown, of_name)),
            "tex": "\n".join(map(as_latex, of_name)),
        }
        for name, of_name in tables.items()
    }


def _kind(resolver: str) -> str:
    return "baseline" if resolver in BASELINES else "oracle" if resolver in ORACLES else "resolver"


def _first_choices(kinds: list[str]) -> list[int]:
    """The two rows that the page sets side by side at first: resolvers and responses before baselines and oracles."""
    own = [number for number, kind in enumerate(kinds) if kind in ("resolver", "response")]
    chosen = [*own, *(number for number in range(len(kinds)) if number not in own)][:_FIRST_CHOICES]
    return chosen if len(chosen) == _FIRST_CHOICES else [chosen[0]] * _FIRST_CHOICES


def _corpus(corpus: CorpusResults, resolvers: list[str], pieces: Pieces) -> dict[str, Any]:
    texts: dict[str, DocumentText] = {}
    for outcomes in corpus.settings.values():
        for outcome in outcomes.values():
            for name, details in outcome.details.items():
                texts.setdefault(name, details.text)
    names = [name for name in corpus.documents if name in texts]
    return {
        "name": corpus.name,
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


def _text(text: DocumentText) -> dict[str, Any]:
    return {
        "words": text.words,
        "space": "".join(str(int(one)) for one in text.space_after),
        "sentences": text.sentences,
        "headings": text.headings,
        "mentions": text.mentions,
        "entities": text.entities,
    }


def _setting(
    setting: Setting, corpus: CorpusResults, names: list[str], resolvers: list[str], pieces: Pieces
) -> dict[str, Any]:
    outcomes = corpus.settings[setting]
    of_document: dict[str, dict[str, ResolutionDetails]] = {
        name: {one: outcomes[one].details[name] for one in resolvers if name in outcomes[one].details} for name in names
    }
    merged = {name: _Merged(details) for name, details in of_document.items()}
    documents: list[dict[str, int] | None] = []
    for name, details in of_document.items():
        if not details:
            documents.append(None)
            continue
        chains = [merged[name].chains(one) for one in resolvers]
        content = asdict(merged[name].mentions) | {"chains": chains}
        documents.append({"mentions": pieces.add(content), "traces": pieces.add(_traces(details, resolvers))})
    return {
        "meaning": setting.meaning,
        "documents": documents,
        "pronouns": pieces.add(_pronouns(of_document, merged, resolvers)),
    }


class _Merged:
    """The mentions of a document that the page shows: those that resolvers were given, then others of responses.

    Positions of the given mentions stay what they are, so that traces can count with them.
    """

    def __init__(self, details: dict[str, ResolutionDetails]) -> None:
        self.details = details
        some = next(iter(details.values()), None)
        first = some.given if some is not None else GivenMentions([], [], [], [])
        self.mentions = GivenMentions(*(list(getattr(first, one.name)) for one in fields(first)))
        self._positions: dict[str, list[int]] = {}
        known = {span: position for position, span in reversed(list(enumerate(first.spans)))}
        for name, one in details.items():
            if one.given is first or one.given == first:
                self._positions[name] = list(range(len(first.spans)))
            else:
                self._positions[name] = [self._position(one.given, own, known) for own in range(len(one.given.spans))]

    def _position(self, given: GivenMentions, own: int, known: dict[tuple[int, ...], int]) -> int:
        if given.spans[own] not in known:
            known[given.spans[own]] = len(self.mentions.spans)
            for one in fields(given):
                getattr(self.mentions, one.name).append(getattr(given, one.name)[own])
        return known[given.spans[own]]

    def chains(self, name: str) -> list[list[int]]:
        """Positions of the mentions of each entity of a resolver or response."""
        if name not in self.details:
            return []
        positions = self._positions[name]
        return [[positions[own] for own in chain] for chain in self.details[name].chains]

    def antecedent(self, name: str, answer: Answer | None) -> int:
        """Position of the mention chosen, -1 for none."""
        return -1 if answer is None or answer.antecedent is None else self._positions[name][answer.antecedent]


def _traces(details: dict[str, ResolutionDetails], resolvers: list[str]) -> dict[str, list[Any]]:
    """The traces of each pronoun by its offset, one for each resolver: what they have in common packs well."""
    of_resolver = [unpacked(details[one].packed_traces) if one in details else {} for one in resolvers]
    offsets = sorted({offset for traces in of_resolver for offset in traces}, key=int)
    return {offset: [traces.get(offset) for traces in of_resolver] for offset in offsets}


def _pronouns(
    of_document: dict[str, dict[str, ResolutionDetails]], merged: dict[str, _Merged], resolvers: list[str]
) -> dict[str, Any]:
    """All pronouns of a setting, a row each: what the table of pronouns and the plots are made of.

    A row holds the document's number, the offset, the sentence's number, the form, the key's entity (-1: it is no
    anaphor), the key's antecedent (a text, -1 for none), the sentences back to the mention before it (-1: unknown), a
    letter for each resolver's verdict, and for each resolver the position of its antecedent and why it went wrong.
    """
    strings: dict[str, int] = {}
    chosen: list[dict[int, int]] = []
    rows = []

    def number(text: str) -> int:
        return strings.setdefault(text, len(strings))

    for place, (name, details) in enumerate(of_document.items()):
        answers = {one: {answer.offset: answer for answer in details[one].answers} for one in details}
        texts: dict[int, int] = {}
        chosen.append(texts)
        if not details:
            continue
        text, spans = next(iter(details.values())).text, merged[name].mentions.spans
        sentence_of = _sentence_numbers(text)
        for offset in sorted({*text.anaphors, *(at for of_resolver in answers.values() for at in of_resolver)}):
            facts = text.anaphors.get(offset)
            found: list[Answer | None] = [answers.get(one, {}).get(offset) for one in resolvers]
            antecedents = [merged[name].antecedent(one, answer) for one, answer in zip(resolvers, found, strict=True)]
            for position in antecedents:
                if position >= 0 and position not in texts:
                    texts[position] = number(_short(text.text(spans[position])))
            in_key = facts.antecedent if facts is not None else None
            rows.append(
                [
                    place,
                    offset,
                    sentence_of[offset] if offset < len(sentence_of) else -1,
                    number(text.words[offset].lower()),
                    -1 if facts is None else facts.entity,
                    -1 if in_key is None else number(_short(text.text(text.mentions[in_key]))),
                    -1 if facts is None or facts.distance is None else facts.distance,
                    "".join(UNSEEN.letter if one is None else _LETTERS[one.verdict] for one in found),
                    antecedents,
                    [-1 if one is None or not one.cause else number(one.cause) for one in found],
                ]
            )
    return {"strings": list(strings), "rows": rows, "chosen": chosen}


def _sentence_numbers(text: DocumentText) -> list[int]:
    numbers = [-1] * len(text.words)
    for number, (start, end, _) in enumerate(text.sentences):
        numbers[start:end] = [number] * (end - start)
    return numbers


def _short(text: str, longest: int = 60) -> str:
    return text if len(text) <= longest else text[: longest - 2].rstrip() + " …"
