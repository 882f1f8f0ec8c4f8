"""How well preprocessing finds what resolvers are given: pleonastic *it*, mentions, and who speaks to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import ADDRESSEE, PLURAL, SPEAKER, Document
from anaphora_workbench.evaluation.arithmetic.scores import Score, score
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.report.tables import Column, Row
from benchmarks.columns import columns_of
from benchmarks.runs import Runs

_SIDES = columns_of(
    "what; key: in key (count); found (count); right (count); precision: P (percent); recall: R (percent); "
    "f1: F1 (percent)"
)
SPEAKERS = columns_of("what; found: quotations (count); right (count); precision: right, % (percent)")
_PERSON_OF = {SPEAKER: 1, ADDRESSEE: 2}
PLEONASTIC = (*_SIDES, Column("refers", "refers", "count"), Column("alarms", "false alarms", "percent"))
MENTIONS = (*_SIDES, Column("interval", "95%", "interval"))
IsPleonastic = Callable[[Document, int], bool]


def pleonastic_rows(runs: Runs) -> list[Row]:
    """Pleonastic *it* on predicted annotation: all patterns, and those that Lappin & Leass (1994) published.

    In GUM an *it* is pleonastic that is ``expl`` in the gold parse, in HOWTO one of that class. An *it* that is
    neither pleonastic nor a mention of the key is left out, because the key does not say whether it refers; so is
    what the key of HOWTO holds elsewhere.
    """
    gum = list(read(runs.corpora / "gum" / "dev"))
    howto = list(read(runs.corpora / "howto"))
    ours, strict = runs.prepared(), runs.prepared(strict_pleonastic=True)
    return [
        _detected("GUM dev, all patterns", gum, ours, _expletive),
        _detected("GUM dev, published patterns", gum, strict, _expletive),
        _detected("HOWTO, all patterns", howto, ours, _marked),
        _detected("HOWTO, published patterns", howto, strict, _marked),
        *(_detected(f"{document.id}, all patterns", [document], ours, _marked) for document in howto),
    ]


def _expletive(document: Document, offset: int) -> bool:
    return document.words[offset].relation.partition(":")[0] == "expl"


def _marked(document: Document, offset: int) -> bool:
    return any(mention.head == offset and mention.pleonastic for mention in document.mentions)


def _detected(
    what: str, documents: Iterable[Document], prepared: PreparedDocuments, is_pleonastic: IsPleonastic
) -> Row:
    key = marked = right = refers = 0
    for document in documents:
        its = set(_its(document))
        true = {offset for offset in its if is_pleonastic(document, offset)}
        referring = its & {mention.head for mention in document.mentions} - true
        mentions = prepared.get(document, "predicted").mentions
        flagged = {mention.head for mention in mentions if mention.source == "system" and mention.pleonastic}
        key, refers = key + len(true), refers + len(referring)
        marked, right = marked + len(flagged & (true | referring)), right + len(flagged & true)
    sides = _sides(score((right, key), (right, marked)))
    return {
        "what": what,
        "key": key,
        "found": marked,
        "right": right,
        **sides,
        "refers": refers,
        "alarms": (marked - right) / refers if refers else None,
    }


def _its(document: Document) -> Iterable[int]:
    first, last = document.held_out or (0, 0)
    for offset, word in enumerate(document.words):
        if word.form.lower() == "it" and not first <= offset < last:
            yield offset


def mention_rows(runs: Runs) -> Iterator[Row]:
    """System mentions against those of the key, by equal spans, on GUM dev."""
    corpus = runs.corpus("gum/dev", "GUM dev")
    settings = tuple(Setting("system", annotation) for annotation in ("gold", "predicted"))
    results = runs.compared(corpus, ("singletons",), settings=settings, metrics=("mentions",))
    for setting, outcomes in results.corpora[corpus.name].settings.items():
        outcome = outcomes["singletons"]
        scored = outcome.scores["mentions"]
        assert isinstance(scored, Score)
        yield {
            "what": f"GUM dev, {setting.annotation} annotation",
            "key": int(scored.recall.denominator),
            "found": int(scored.precision.denominator),
            "right": int(scored.recall.numerator),
            **_sides(scored),
            "interval": outcome.intervals(("mentions",)).get("mentions"),
        }


def speaker_rows(runs: Runs) -> Iterator[Row]:
    """Whether who speaks a quotation, and is spoken to, is the entity of *I* or *you* in it, by what tells that.

    Quotations count that have a singular first or second person of an entity of the key, and one entity only.
    """
    prepared = runs.prepared()
    folders = {"GUM train": runs.corpora / "gum" / "train", "LitBank": runs.corpora / "litbank" / "conll"}
    for corpus, folder in folders.items():
        found: Counter[tuple[str, bool, bool]] = Counter()
        for document in read(folder):
            found.update(_speakers(prepared.get(document, "predicted")))
        for role in _PERSON_OF:
            for inferred in (False, True):
                right = found[role, inferred, True]
                total = right + found[role, inferred, False]
                told = "inferred" if inferred else "told by the words around"
                yield {
                    "what": f"{corpus}, {role} {told}",
                    "found": total,
                    "right": right,
                    "precision": right / total if total else None,
                }


def _speakers(document: Document) -> Iterator[tuple[str, bool, bool]]:
    """Per quotation the roles that can be judged: whether the role was inferred, and whether it is right."""
    key = document.as_key()
    (layer,) = key.coreference.values()
    entity_of = {name: number for number, entity in enumerate(layer.entities) for name in entity.mentions}
    entities: dict[int, set[int]] = {}
    for mention in key.mentions:
        entities.setdefault(mention.head, set()).add(entity_of[mention.id])
    for quotation in document.quotations:
        for role, person in _PERSON_OF.items():
            head = quotation.speaker if role == SPEAKER else quotation.addressee
            meant = {
                entity_of[mention.id]
                for mention in key.mentions
                if quotation.start <= mention.start < quotation.end
                and mention.person == person
                and mention.number != {PLURAL}
            }
            if head is not None and len(meant) == 1:
                yield role, role in quotation.inferred, not meant.isdisjoint(entities.get(head, ()))


def _sides(scored: Score) -> dict[str, float]:
    return {"precision": scored.precision.value, "recall": scored.recall.value, "f1": scored.f1}
