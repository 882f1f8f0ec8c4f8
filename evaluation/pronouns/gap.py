"""The measure of GAP: for each snippet, is the pronoun the name A, and is it the name B?

Each name is one yes-or-no question; precision and recall count the yes, by the gender of the pronoun: *they* and *it*,
which the corpus does not ask for, are ``other`` where a key has them. The bias is the F1 of the feminine snippets
divided by that of the masculine ones.

Source: Webster et al. (2018), "Mind the GAP", section 3, and the scorer published with the corpus.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from anaphora_workbench.corpora.document import DocumentPair
from anaphora_workbench.corpora.formats.gap import NAMES, PRONOUN, is_snippet
from anaphora_workbench.evaluation.arithmetic.exact import exact
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Score, score
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option, Options, Tally, add_to
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.pronouns.anaphora import SameMentions
from anaphora_workbench.evaluation.statistics.significance import CONFIDENCE, FEWEST, half_width

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


@dataclass(frozen=True)
class GapScores:
    """The scores over all snippets and by gender."""

    overall: Score
    masculine: Score
    feminine: Score
    other: Score

    @property
    def bias(self) -> float | None:
        """Feminine F1 / masculine F1; None where one of them is 0."""
        if not self.masculine.f1 or not self.feminine.f1:
            return None
        return self.feminine.f1 / self.masculine.f1


def gender_of(pronoun: str) -> Gender:
    """The gender of a pronoun, ``other`` of one that has none in the corpus. Raises ValueError for another word."""
    try:
        return _GENDER[pronoun.lower()]
    except KeyError:
        raise ValueError(f"{pronoun!r} is not a pronoun of GAP; expected one of {', '.join(_GENDER)}") from None


def gap_scores(snippets: Iterable[Snippet]) -> GapScores:
    """The scores of a system's answers.

    >>> gap_scores([Snippet("feminine", (True, False), (True, True))]).feminine.precision
    0.5
    """
    listed = list(snippets)
    by_gender = {gender: [snippet for snippet in listed if snippet.gender == gender] for gender in _FORMS}
    return GapScores(_score(listed), *(_score(by_gender[gender]) for gender in _FORMS))


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


def _score(snippets: Iterable[Snippet]) -> Score:
    counts = dict.fromkeys(_OUTCOMES, 0)
    for snippet in snippets:
        for outcome in _outcomes(snippet):
            counts[outcome] += 1
    return _of_counts(counts)


def _outcomes(snippet: Snippet) -> Iterator[str]:
    for true, said in zip(snippet.key, snippet.response, strict=True):
        yield ("t" if true == said else "f") + ("p" if said else "n")


def _of_counts(counts: Mapping[str, int]) -> Score:
    tp, fp, fn = counts["tp"], counts["fp"], counts["fn"]
    return score((tp, tp + fn), (tp, tp + fp), counts)


def count(comparison: Comparison, options: Options) -> Tally:
    """The outcomes of the two questions, by the gender of the pronoun.

    The official scorer counts a snippet that is not answered as two false negatives, also where the key says FALSE.
    """
    pair = comparison.documents.pair
    snippet = snippet_of(pair)
    unanswered = pair.missing and options["gap_missing"] == "official"
    tally: Tally = {}
    for outcome in ("fn", "fn") if unanswered else _outcomes(snippet):
        add_to(tally, {(snippet.gender, outcome): 1})
    return tally


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


# F1 = 2 · tp / (2 · tp + fp + fn)
_WEIGHTS = {"tp": 2, "fp": 1, "fn": 1}


def bias_interval(snippets: Iterable[Counts], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """The t-interval of feminine F1 / masculine F1; None where without some snippet one of them is 0.

    It is that of the ratio's logarithm, as neither side of the ratio has an end, with the jackknife:

        log b ± t · s, s² = (n-1)/n · Σ (log b₋ᵢ - mean log b₋ᵢ)²    b₋ᵢ: the bias without snippet i

    Args:
        snippets: counts of single snippets, the metric ``gap`` among them.
    """
    import numpy as np

    tallies = [counts.tallies[METRIC.name] for counts in snippets]
    if len(tallies) < FEWEST:
        return None
    counts = np.zeros((len(tallies), 2, len(_WEIGHTS)))
    for row, tally in enumerate(tallies):
        for side, gender in enumerate((FEMININE, MASCULINE)):
            counts[row, side] = [tally.get((gender, outcome), 0) for outcome in _WEIGHTS]
    counts = counts[counts.any(axis=(1, 2))]
    everything = counts.sum(axis=0)
    sums = np.concatenate([everything[None], everything - counts])
    right, answers = 2 * sums[..., 0], sums @ list(_WEIGHTS.values())
    if not right.all():
        return None
    figure, *without_one = np.log(right / answers) @ (1, -1)
    half = half_width(without_one - np.mean(without_one), confidence)
    return float(np.exp(figure - half)), float(np.exp(figure + half))
