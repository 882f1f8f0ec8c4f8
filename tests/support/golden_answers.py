"""What resolvers, metrics and the preprocessing answer today on texts of ours, as digests.

The cases are fixed: the sample corpus, the constructed sentences, and partitions drawn with a seed. Options other than
the defaults are tried one at a time.
"""

import csv
import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import (
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.parts.known import flags
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.evaluation.counting.counting import applicable, count
from anaphora_workbench.evaluation.counting.metric import Option
from anaphora_workbench.evaluation.counting.options import COMMON
from anaphora_workbench.evaluation.counting.registry import METRICS, available_metrics
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import available, get_resolver, role_of, share_reading
from anaphora_workbench.resolvers.pronouns.stages.filter import FILTERS

_SENTENCES = Path(__file__).parents[1] / "resolvers" / "constructed_sentences.tsv"
_SHOWN = 16
_PAIRS = 12
# The sample that every option is tried on: with all of them that would take minutes.
_TRIED = (4, "system")
_WORDS = 24
# Metrics that are not counted unless they are asked for.
_ONLY_BY_NAME = ("mention_overlap", "are_task1", "are_task2", "are_task3", "are_task4")
_FORMS = {"name": ("Ann", "PROPN"), "noun": ("lamp", "NOUN"), "pronoun": ("she", "PRON"), "zero": ("", "PRON")}
_HEADING = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
_SNIPPET = "{0}\tAnn Lee met Eve when {1} left.\t{1}\t21\tAnn Lee\t0\t{2}\tEve\t12\t{3}\tu\n"
_PRONOUNS, _KEYS, _ANSWERS = ("he", "he", "she", "she", "she"), ("A", "A", "", "B", "B"), ("A", "B", "A", "", "B")
_TYPES = ("PERSON", "ORGANIZATION", "LOCATION", "")


# What neither samples nor sentences have: turns of speakers, which only plain text needs to find.
_CONVERSATION = "Ann: Where is your sister?\nBob (laughing): She is in my garden.\nAnn: I see her."
_SPEECH = """Ann opened the door. 'Who is it?' she asked.

'It is Tom,' said Tom. 'You know me.'

'Come in.' Ann smiled.

Tom sat down. “I went to Rome. It rained.

“So I came back.” Ann said nothing. “Am I too late?”
"""
_LETTER = "Dear Ann,\n\nI saw your sister. She laughed.\n\nYours,\nBob Lee"


@cache
def prepared() -> tuple[Document, ...]:
    """The samples and the constructed sentences with predicted annotation: what resolvers are given."""
    preprocessor = Preprocessor()
    annotated = [preprocessor.annotate(sample) for sample in read(packaged("samples"))]
    with _SENTENCES.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        texts = list(dict.fromkeys(row["text"].replace("*", "") for row in rows))
    return (*annotated, *(preprocessor.process(text, str(number)) for number, text in enumerate(texts)))


def of_preprocessing() -> str:
    """The digest of the shared XML that is made of the samples, the constructed sentences and a few texts."""
    checksum = hashlib.sha256()
    preprocessor = Preprocessor()
    texts = {"conversation": _CONVERSATION, "letter": _LETTER, "speech": _SPEECH}
    processed = [preprocessor.process(text, name) for name, text in texts.items()]
    with TemporaryDirectory() as folder:
        for document in (*prepared(), *processed):
            file = Path(folder) / "document.np.xml"
            # The version of the parser is named in signatures by itself; what a source states is its reader's.
            write([replace(document, source="", tool="", **dict.fromkeys(flags(document), True))], file)
            checksum.update(file.read_bytes())
    return checksum.hexdigest()[:_SHOWN]


def of_resolvers(names: Iterable[str]) -> dict[str, str]:
    """The digests of resolvers' answers and chains, by name; of those that ask a language model, of what they ask."""
    names = list(names)
    answers: dict[str, list[Any]] = {name: [] for name in names if role_of(name) != "llm"}
    asking = {name: get_resolver(name, model="golden") for name in names if name not in answers}
    asked = {
        name: [question.body for document in prepared() for question in resolver.questions(document)]
        for name, resolver in asking.items()
    }
    plain: list[tuple[str, dict[str, Any], Any]] = [(name, {}, get_resolver(name)) for name in answers]
    tried = [(name, options, get_resolver(name, **options)) for name in answers for options in _others(name)]
    share_reading(resolver for _, _, resolver in [*plain, *tried])
    for number, document in enumerate(prepared()):
        for source in ("system", "true") if document.key is not None else ("system",):
            given = document.with_mentions(source)
            for name, options, resolver in [*plain, *(tried if (number, source) == _TRIED else ())]:
                if resolver.needs_key and document.key is None:
                    continue
                resolution = resolver.resolve(given, document if resolver.needs_key else None)
                decisions = [(decision.anaphor, decision.antecedent) for decision in resolution.decisions]
                answers[name].append([document.id, source, options, decisions, resolution.chains])
    return {name: _digest(said) for name, said in (answers | asked).items()}


def _others(name: str) -> Iterator[dict[str, Any]]:
    """Each value of an option with choices that is not the default, and each filter that can be added."""
    for option, info in available()[name].options.items():
        for value in info.choices or ((not info.default,) if isinstance(info.default, bool) else ()):
            # A learned resolver has no model for the features that it was not trained with.
            if value != info.default and (name, option) != ("ng-cardie", "features"):
                yield {option: value}
    if "anaphoricity" in available()[name].options:
        yield {"anaphoricity": "rules"}
    for further in FILTERS.names():
        try:
            get_resolver(name, also=(further,))
        except ValueError:
            continue  # it is there already, or needs an option that the resolver does not have
        yield {"also": (further,)}


@cache
def of_metrics() -> Mapping[str, str]:
    """The digests of the figures of all metrics, by name."""
    figures: dict[str, list[Any]] = {name: [] for name in available_metrics()}
    for pair in [*_pairs(), *_snippets()]:
        snippet = len(pair.key.mentions) == len(("A", "B", "pronoun"))
        metrics = [*applicable([pair]), *(() if snippet else _ONLY_BY_NAME)]
        for options in _other_options(metrics):
            try:
                scores = count(pair, metrics, options).scores()
            except ValueError as error:
                if options:
                    continue  # an option that this document cannot be scored with
                raise AssertionError(error) from error
            for name, score in scores.items():
                figures[name].append([pair.id, options, _rounded(score.as_json())])
    assert all(figures.values()), [name for name, of_name in figures.items() if not of_name]
    return {name: _digest(of_name) for name, of_name in figures.items()}


def _other_options(metrics: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The defaults, then each other value of each option."""
    options: dict[str, Option] = dict(COMMON)
    for name in metrics:
        options.update(METRICS.get(name).options)
    yield {}
    for name, option in options.items():
        for value in option.choices or ((not option.default,) if isinstance(option.default, bool) else ()):
            if value != option.default:
                yield {name: value}


def _pairs() -> Iterator[DocumentPair]:
    """Keys and responses over random words."""
    for number in range(_PAIRS):
        chance = random.Random(number)
        words = [_word(chance, place) for place in range(_WORDS)]
        sentences = [Sentence(start, start + 8) for start in range(0, _WORDS, 8)]
        key, response = (_document(chance, words, sentences, side) for side in ("key", "response"))
        key.anaphors = [mention.id for mention in key.mentions if key.words[mention.head].upos == "PRON"]
        yield DocumentPair(f"pair {number}", key, key.coreference["gold"], response, response.coreference["gold"])


def _word(chance: random.Random, place: int) -> Word:
    form, upos = _FORMS[chance.choice(["name", "noun", "noun", "pronoun", "pronoun", "zero"])]
    first = place - place % 8
    head = chance.randrange(first, place) if place > first else -1
    return Word(form, form.lower(), upos, head=head, relation="nsubj" if head >= 0 else "root", empty=not form)


def _document(chance: random.Random, words: list[Word], sentences: list[Sentence], side: str) -> Document:
    document = Document(side, words, sentences, relations="ud")
    entities: dict[int, Entity] = {}
    for place in range(_WORDS):
        if chance.random() < 0.8:
            start = max(place - chance.choice([0, 0, 0, 1]), 0)
            mention = Mention(f"{side}{place}", start, place + 1, place, entity_type=chance.choice(_TYPES))
            document.mentions.append(mention)
            entity = entities.setdefault(chance.randrange(8), Entity("", []))
            entity.mentions.append(mention.id)
            entity.types[mention.id] = chance.choice(["ident", "pred", "appos"])
    ids = [mention.id for mention in document.mentions]
    entities_by_id = [replace(entity, id=str(number)) for number, entity in entities.items()]
    decisions: list[Decision] = []
    layer = CoreferenceLayer("gold", entities_by_id, decisions)
    for place, mention in enumerate(document.mentions):
        if words[mention.head].upos == "PRON":
            before = tuple(ids[:place])
            chosen = chance.choice([None, *before[-4:]])
            decisions.append(Decision(mention.id, chosen, before, before[::2], chosen is not None))
    layer.entities[0].split_antecedent = (layer.entities[1].id, layer.entities[2].id)
    layer.bridges = [Bridge(ids[place], chance.choice(ids[:place])) for place in (3, 5, 7)]
    layer.non_referring = chance.sample(ids, 2)
    document.coreference["gold"] = layer
    return document


def _snippets() -> Iterator[DocumentPair]:
    """Snippets of the form of GAP's, with right and wrong answers."""
    key, response = ([*_snippets_of(side)] for side in (_KEYS, _ANSWERS))
    for true, answered in zip(key, response, strict=True):
        yield DocumentPair(true.id, true, true.coreference["gold"], answered, next(iter(answered.coreference.values())))


def _snippets_of(side: tuple[str, ...]) -> Iterator[Document]:
    rows = [
        _SNIPPET.format(number, pronoun, *(("FALSE", "TRUE")[letter == yes] for letter in "AB"))
        for number, (pronoun, yes) in enumerate(zip(_PRONOUNS, side, strict=True))
    ]
    yield from _read_snippets(rows)


def _read_snippets(rows: Iterable[str]) -> Iterator[Document]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "snippets.tsv"
        file.write_text(_HEADING + "".join(rows), encoding="utf-8")
        yield from read(file, "gap")


def _rounded(value: Any) -> Any:
    """Figures to ten decimals: the last ones are the machine's."""
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return round(value, 10) if isinstance(value, float) else value


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, default=str, sort_keys=True).encode()).hexdigest()[:_SHOWN]
