"""Zero anaphora: is each elided mention linked to any of its antecedents?"""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.formats.parts.mention_heads import is_zero
from anaphora_workbench.evaluation.arithmetic.formula import RatioOf
from anaphora_workbench.evaluation.counting.metric import Metric, Needs
from anaphora_workbench.evaluation.linguistic.outcomes import Event, Outcome, OutcomeScore, counting
from anaphora_workbench.evaluation.matching.comparison import Comparison


def zero_anaphora(comparison: Comparison) -> Iterable[Event]:
    """Whether the response entity of each zero has a mention that precedes it in its key entity.

        recall = tp / (tp + wl + fn)    precision = tp / (tp + wl + fp)

    Of the zeros that are not the first of their key entity: fn, it has no counterpart or one that is the first of its
    response entity; tp, an earlier mention of the key entity has its counterpart in the same response entity; else wl.
    fp: zeros of the response that are not the first of their entity and no counterpart of one of these zeros. Order in
    an entity is by first word, last word and number of words.

    Source: Novák (2018), for zeros as in the CRAC shared tasks (Novák et al. 2024); metrics.md, section 13.
    """
    documents = comparison.documents
    key = _ordered(documents.key_mentions, documents.pair.key, documents.key_names)
    response = _ordered(documents.response_mentions, documents.pair.response, documents.response_names)
    number_of = {name: number for number, entity in enumerate(response) for name, _ in entity}
    first = {entity[0][0] for entity in response}
    counterparts = set()
    for entity in key:
        reached: set[int] = set()
        for place, (name, zero) in enumerate(entity):
            number = number_of.get(name)
            if place and zero:
                counterparts.add(name)
                if number is None or name in first:
                    yield name, Outcome.FN
                else:
                    yield name, Outcome.TP if number in reached else Outcome.WL
            if number is not None:
                reached.add(number)
    for entity in response:
        for name, zero in entity[1:]:
            if zero and name not in counterparts:
                yield name, Outcome.FP


def _ordered(
    entities: Sequence[Sequence[Mention]], document: Document, names: Mapping[str, Hashable]
) -> list[list[tuple[Hashable, bool]]]:
    """Name of each mention, and whether it is a zero, in the order of the text."""
    return [
        [
            (names[mention.id], is_zero(mention, document))
            for mention in sorted(entity, key=lambda mention: (mention.start, mention.end, len(mention.offsets)))
        ]
        for entity in entities
    ]


_count, _by_mention = counting(lambda comparison, options: zero_anaphora(comparison))
METRIC = Metric(
    name="zero_anaphora",
    description="zeros linked to any of their antecedents",
    source="Novák (2018); Novák et al. (2024)",
    count=_count,
    score=OutcomeScore(RatioOf(("tp",), ("tp", "wl", "fn")), RatioOf(("tp",), ("tp", "wl", "fp"))),
    needs=Needs.ZEROS,
    by_mention=_by_mention,
    definition=zero_anaphora,
    rank=39,
)
