"""Non-referring mentions: are expletives, predicates and the like distinguished from mentions that refer?"""

from anaphora_workbench.corpora.document import CoreferenceLayer, Document
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Options, Tally, recall_and_precision, tally_of
from anaphora_workbench.evaluation.matching.alignment import span
from anaphora_workbench.evaluation.matching.comparison import Comparison


def count(comparison: Comparison, options: Options) -> Tally:
    """Spans that both sides take for non-referring, and those of each side.

        recall = both / key    precision = both / response

    Source: Yu et al. (2022), Universal Anaphora scorer 2.0; metrics.md, section 23.
    """
    pair = comparison.documents.pair
    key, response = _spans(pair.key, pair.key_layer), _spans(pair.response, pair.response_layer)
    both = len(key & response)
    return tally_of((both, len(key)), (both, len(response)))


def _spans(document: Document, layer: CoreferenceLayer) -> set[object]:
    mention_of = document.mention_by_id()
    return {span(mention_of[name]) for name in layer.non_referring}


METRIC = Metric(
    name="non_referring",
    description="mentions that refer to nothing",
    source="Yu et al. (2022), Universal Anaphora scorer 2.0",
    count=count,
    score=recall_and_precision,
    needs=Needs.NON_REFERRING,
    definition=count,
    rank=44,
)
