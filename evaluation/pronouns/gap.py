"""The measure of GAP: for each snippet, is the pronoun the name A, and is it the name B?

Each name is one yes-or-no question; precision and recall count the yes, by the gender of the pronoun: *they* and *it*,
which the corpus does not ask for, are ``other`` where a key has them. The bias is the F1 of the feminine snippets
divided by that of the masculine ones.

Source: Webster et al. (2018), "Mind the GAP", section 3, and the scorer published with the corpus.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from anaphora_workbench.corpora.document import DocumentPair
from anaphora_workbench.corpora.formats.gap import NAMES, PRONOUN, is_snippet
from anaphora_workbench.evaluation.arithmetic.exact import exact
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Score, score
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option, Options, Tally
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.pronouns.anaphora import SameMentions

Gender = Literal["masculine", "feminine", "other"]
MASCULINE: Gender = "masculine"
FEMININE: Gender = "feminine"
OTHER: Gender = "other"
_FORMS: dict[Gender, tuple[str, ...]] = {
    MASCULINE: ("he", "him", "his"),
    FEMININE: ("she", "her", "hers"),
    # Not in the corpus; snippets made like its own may ask for them.
    OTHER: ("they", "them", "their", "theirs", "it", "its"),
}
_GENDER = {form: gender for gender, forms in _FORMS.items() for form in forms}
_OUTCOMES = ("tp", "fp", "tn", "fn")
BIAS = "bias"


@dataclass(frozen=True, slots=True)
class Snippet:
    """The key's and the response's answers for the names A and B of one snippet."""

    gender: Gender
    key: tuple[bool, bool]
    response: tuple[bool, bool]


def gender_of(pronoun: str) -> Gender:
    """The gender of a pronoun, ``other`` of one that has none in the corpus. Raises ValueError for another word."""
    try:
        return _GENDER[pronoun.lower()]
    except KeyError:
        raise ValueError(f"{pronoun!r} is not a pronoun of GAP; expected one of {', '.join(_GENDER)}") from None


def snippet_of(pair: DocumentPair) -> Snippet:
    """The answers of key and response: a name is meant if the pronoun's entity has a mention with the name's head.

        recall = tp / (tp + fn)    precision = tp / (tp + fp)    bias = F_feminine / F_masculine

    Source: Webster et al. (2018, section 3).

    Raises:
        ValueError: the key is not a snippet of GAP, or its pronoun not one of GAP's or in no entity.
    """
    if not is_snippet(pair.key):
        raise ValueError(f"document {pair.key.id!r} is not a snippet of GAP; expected mentions A, B and pronoun")
    entity = pair.key_layer.entity_of().get(PRONOUN)
    if entity is None:
        raise ValueError(f"document {pair.key.id!r}: no entity scored has the pronoun; expected entities of identity")
    true = entity.mentions
    gender = gender_of(pair.key.mention_text(pair.key.mention_by_id()[PRONOUN]))
    return Snippet(gender, (NAMES[0] in true, NAMES[1] in true), answers_of(pair))


def answers_of(pair: DocumentPair) -> tuple[bool, bool]:
    """Whether the pronoun of a snippet means the name A, and whether it means B, by the response."""
    key, same = pair.key.mention_by_id(), SameMentions(pair)
    of_pronoun = {mention.id for mention in same.responses(key[PRONOUN])}
    meant = {
        member
        for entity in pair.response_layer.entities
        if of_pronoun & set(entity.mentions)
        for member in entity.mentions
    }
    said_a, said_b = (any(mention.id in meant for mention in same.responses(key[name])) for name in NAMES)
    return said_a, said_b


MISSING = Option(
    "plain",
    "how to count an unanswered snippet: as FALSE for both names, or as two false negatives like the official scorer",
    ("plain", "official"),
)


def _of_counts(counts: Mapping[str, int]) -> Score:
    tp, fp, fn = counts["tp"], counts["fp"], counts["fn"]
    return score((tp, tp + fn), (tp, tp + fp), counts)


def count(comparison: Comparison, options: Options) -> Tally:
    """The outcomes of the two questions, by the gender of the pronoun.

    The official scorer counts a snippet that is not answered as two false negatives, also where the key says FALSE.
    """
    pair = comparison.documents.pair
    snippet = snippet_of(pair)
    answers = zip(snippet.key, snippet.response, strict=True)
    outcomes = [("t" if true == said else "f") + ("p" if said else "n") for true, said in answers]
    if pair.missing and options["gap_missing"] == "official":
        outcomes = ["fn", "fn"]
    return {(snippet.gender, outcome): outcomes.count(outcome) for outcome in outcomes}


def _of_tally(tally: Tally, options: Options) -> Score:
    by_gender = {
        gender: {outcome: int(exact(tally.get((gender, outcome), 0))) for outcome in _OUTCOMES} for gender in _FORMS
    }
    overall = _of_counts({outcome: sum(counts[outcome] for counts in by_gender.values()) for outcome in _OUTCOMES})
    shown = {gender: counts for gender, counts in by_gender.items() if gender != OTHER or any(counts.values())}
    scores: dict[str, Score] = {gender: _of_counts(counts) for gender, counts in shown.items()}
    return replace(overall, parts={**scores, BIAS: Ratio(scores[FEMININE].f1, scores[MASCULINE].f1)})


METRIC = Metric(
    "gap",
    "whether the pronoun of a snippet refers to each of two names; also by the pronoun's gender",
    "Webster et al. (2018)",
    count,
    _of_tally,
    Needs.SNIPPETS,
    definition=snippet_of,
    options={"gap_missing": MISSING},
    rank=50,
)
