"""Each score's formula is written once: what intervals are computed from is the score, for every metric."""

import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import (
    Bridge,
    CoreferenceLayer,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Sentence,
    Word,
)
from anaphora_workbench.evaluation import available_metrics
from anaphora_workbench.evaluation.arithmetic.exact import ExactSum
from anaphora_workbench.evaluation.arithmetic.formula import F1Of, Formula, MeanOf, Names, RatioOf
from anaphora_workbench.evaluation.clusters import conll
from anaphora_workbench.evaluation.counting.counting import Counts, count, total
from anaphora_workbench.evaluation.counting.metric import recall_and_precision
from anaphora_workbench.evaluation.statistics import significance
from test_document_laws import WORDS, made

METRICS = available_metrics()
WITH_FORMULA = [name for name, metric in METRICS.items() if metric.formula is not None]
# Their scores are more than ratios and means; intervals call the score itself.
WITHOUT = ("blanc", "arcs_anchor", "typed", "ace_value", "gap", "split_antecedents")
OF_LAYERS = ("split_antecedents", "bridging_anaphora", "bridging_mentions", "bridging_entities", "non_referring")
OF_OUTCOMES = ("arcs_immediate", "arcs_inferred", "prague")
DOCUMENTS = 6


def test_the_metrics_without_a_formula_are_named() -> None:
    assert set(METRICS) == {*WITH_FORMULA, *WITHOUT}


def pairs_of(name: str) -> Iterator[DocumentPair]:
    """Documents of which the metric counts something, each otherwise than the others."""
    source = random.Random(11)
    for _ in range(DOCUMENTS):
        if name == "gap":
            yield snippet(source)
            continue
        tags = "".join(source.choices("Nnp", k=WORDS))
        labels = [[source.choice([None, 0, 0, 1, 2]) for _ in tags] for _ in range(2)]
        # Every other pronoun is answered by a mention of its key entity.
        answers = [source.choice([source.randrange(WORDS), labels[0].index(label)]) for label in labels[0]]
        key, response = (made(tags, of_side, answers) for of_side in labels)
        if name == "zero_anaphora":
            for word in (*key.words, *response.words):
                word.empty = word.upos == "PRON"
        # Candidates that are common to all methods are those of a few sentences.
        key.sentences = response.sentences = [Sentence(0, WORDS)]
        assert key.key is not None
        assert response.key is not None
        assert response.key.decisions is not None
        if name in OF_LAYERS:
            for layer in (key.key, response.key):
                relate(layer, source)
        for decision in response.key.decisions:
            if source.random() < 0.2:
                decision.excluded, decision.antecedent = True, None
        yield DocumentPair("d", key, key.key, response, response.key)


def relate(layer: CoreferenceLayer, source: random.Random) -> None:
    """Give a layer bridges, mentions that refer to nothing and a split antecedent, at random."""
    names = [member for entity in layer.entities for member in entity.mentions]
    for name in source.sample(names, len(names) // 2):
        layer.bridges.append(Bridge(name, source.choice(names)))
    layer.non_referring = source.sample(names, len(names) // 2)
    whole, *members = layer.entities
    whole.split_antecedent = tuple(member.id for member in members if source.random() < 0.8)


def snippet(source: random.Random) -> DocumentPair:
    """A snippet of GAP with a random key and a random answer."""
    pronoun = source.choice(["he", "she"])

    def document() -> Document:
        words = [Word(form) for form in ("Ann", "met", "Bea", "before", pronoun, "left")]
        snippet = Document("s", words, anaphors=["pronoun"])
        snippet.mentions = [Mention("A", 0, 1, 0), Mention("B", 2, 3, 2), Mention("pronoun", 4, 5, 4)]
        members = ["pronoun", *(name for name in "AB" if source.random() < 0.6)]
        snippet.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", members)])
        return snippet

    key, response = document(), document()
    assert key.key is not None
    assert response.key is not None
    return DocumentPair("s", key, key.key, response, response.key)


def counts_of(name: str) -> list[Counts]:
    counted = [count(pair, [name]) for pair in pairs_of(name)]
    for number, counts in enumerate(counted):
        if name in OF_OUTCOMES:
            # The documents have no empty nodes, so no spurious one is resolved.
            counts.tallies[name]["szp"] = number
    return counted


def resampled(counts: list[Counts], source: random.Random) -> tuple[list[int], list[Counts]]:
    """How often each document was drawn, and the documents so often."""
    often = [source.randint(0, 3) for _ in counts]
    often[0] += 1
    return often, [of_one for of_one, number in zip(counts, often, strict=True) for _ in range(number)]


@pytest.mark.parametrize("name", METRICS)
def test_figures_of_resamples_are_those_of_the_score(name: str) -> None:
    counts = counts_of(name)
    source = random.Random(5)
    figures = set()
    for _ in range(20):
        often, drawn = resampled(counts, source)
        table = significance._Table(name, [significance._Columns(counts, None)])
        figure = total(drawn).scores()[name].figure
        assert table.figures(np.array([often], dtype=float) @ table.counts[0])[0] == pytest.approx(figure)
        figures.add(figure)
    # Or the documents would show nothing.
    assert len(figures) > 1


def names_of(formula: Formula) -> set[object]:
    match formula:
        case RatioOf(above, below):
            return {*above, *below}
        case F1Of(recall, precision):
            return names_of(recall) | names_of(precision)
        case MeanOf(parts):
            return {name for part in parts for name in names_of(part)}
    raise AssertionError(formula)


def denominators_of(formula: Formula) -> set[object]:
    match formula:
        case RatioOf(_, below):
            return set(below)
        case F1Of(recall, precision):
            return denominators_of(recall) | denominators_of(precision)
        case MeanOf(parts):
            return {name for part in parts for name in denominators_of(part)}
    raise AssertionError(formula)


def figure_of_matrix(formula: Formula, tally: dict[object, int]) -> float:
    def sums(names: Names) -> np.ndarray:
        return np.array([float(sum(tally[name] for name in names))])

    return float(formula.figures(sums)[0])


def formula_of(name: str) -> Formula:
    formula = METRICS[name].formula
    assert formula is not None
    return formula


@pytest.mark.parametrize("name", WITH_FORMULA)
@given(data=st.data())
def test_one_tally_scores_as_many_do(name: str, data: st.DataObject) -> None:
    formula = formula_of(name)
    tally = {name: data.draw(st.integers(0, 9)) for name in sorted(names_of(formula), key=str)}
    # Nothing is found where there is nothing to find.
    tally |= {name: tally[name] or 1 for name in denominators_of(formula)}
    assert figure_of_matrix(formula, tally) == pytest.approx(formula(tally).figure)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", WITH_FORMULA)
def test_documents_count_all_that_the_formula_names(name: str) -> None:
    """A name with a slip of the pen would silently be 0."""
    counted = {field for counts in counts_of(name) for field in counts.tallies[name]}
    assert names_of(formula_of(name)) <= counted


def test_the_mean_is_that_of_metrics_with_the_same_formula() -> None:
    assert [metric.formula for metric in conll._AVERAGED] == [recall_and_precision] * 3
    averaged = ["muc", "b_cubed", "ceaf_e"]
    scores = total([count(pair, [*averaged, "conll"]) for pair in pairs_of("conll")]).scores()
    assert scores["conll"].figure == pytest.approx(sum(scores[name].figure for name in averaged) / 3)


def test_exact_sums_are_added_and_divided_exactly() -> None:
    third = ExactSum({3: 1})
    assert RatioOf(("a", "b"), ("c",))({"a": third, "b": Fraction(1, 6), "c": 2}).numerator == Fraction(1, 2)
    assert RatioOf(("a",), ("c",))({}) == 0
