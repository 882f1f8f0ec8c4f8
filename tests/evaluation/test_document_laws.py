"""Laws of the metrics that need documents: bounds, a perfect response, names that do not matter."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Decision,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Word,
)
from anaphora_workbench.evaluation.arithmetic.exact import exact
from anaphora_workbench.evaluation.arithmetic.scores import Ratio
from anaphora_workbench.evaluation.counting.counting import compare, count
from anaphora_workbench.evaluation.counting.metric import add_to
from anaphora_workbench.evaluation.counting.options import option_values
from anaphora_workbench.evaluation.counting.registry import get_metric
from examples import examples
from test_cluster_laws import NEED_MORE

TWO_SIDED = (
    "arcs_inferred", "parent", "lmuc", "lb_cubed", "lceaf", "are_task2", "are_task3", "are_task4", "mention_overlap",
    "resolution_f1",
)  # fmt: skip
COMPOSITE = ("arcs_anchor", "typed")
RATES = (
    "precision", "recall", "success_rate", "non_trivial_success_rate", "critical_success_rate", "resolution_rate",
    "common_non_trivial_success_rate", "common_critical_success_rate", "are_task1",
)  # fmt: skip
# At most 1, but false alarms may make it negative.
BELOW_ZERO = ("ace_value",)
# Only for the snippets of one corpus; tested in test_gap_scores.
OF_SNIPPETS = ("gap",)
# Only for documents with empty nodes; tested in test_shared_task_presets.
OF_ZEROS = ("zero_anaphora",)
# Only for documents with what Universal Anaphora annotates; tested in test_universal_anaphora.
OF_UNIVERSAL_ANAPHORA = (
    "split_antecedents", "bridging_anaphora", "bridging_mentions", "bridging_entities", "non_referring",
)  # fmt: skip
# Sums over mentions.
DIVISIBLE = ("mentions", "muc", "b_cubed", "ceaf_m", "blanc", "lea")
WORDS = 10
FORMS = {"N": ("Ann", "PROPN"), "n": ("lamp", "NOUN"), "p": ("she", "PRON")}


def test_every_metric_that_needs_documents_is_listed() -> None:
    special = {*OF_SNIPPETS, *OF_ZEROS, *OF_UNIVERSAL_ANAPHORA}
    assert {*TWO_SIDED, *COMPOSITE, *RATES, *BELOW_ZERO, *special} == NEED_MORE


def made(tags: str, labels: list[int | None], answers: list[int | None], prefix: str = "m") -> Document:
    """A document of one-word mentions: the entity of each by its label, and what each pronoun was resolved to."""
    document = Document("d", words=[Word(FORMS[tag][0], upos=FORMS[tag][1]) for tag in tags])
    entities: dict[int, Entity] = {}
    for place, label in enumerate(labels):
        if label is not None:
            mention = Mention(f"{prefix}{place}", place, place + 1, place, entity_type="PER" if label % 2 else "ORG")
            document.mentions.append(mention)
            entity = entities.setdefault(label, Entity(str(label), []))
            entity.mentions.append(mention.id)
            entity.types[mention.id] = tags[place]
    mention_at = {mention.start: mention.id for mention in document.mentions}
    decisions = []
    for place, tag in enumerate(tags):
        if tag == "p" and place in mention_at:
            before = tuple(mention_at[earlier] for earlier in mention_at if earlier < place)
            chosen = mention_at.get(answers[place]) if answers[place] is not None else None
            decisions.append(Decision(mention_at[place], chosen, before, before[::2], identified=chosen is not None))
    document.coreference["gold"] = CoreferenceLayer("gold", list(entities.values()), decisions)
    document.anaphors = [mention_at[place] for place in mention_at if tags[place] == "p"]
    return document


TAGS = st.text(alphabet="Nnp", min_size=WORDS, max_size=WORDS)
LABELS = st.lists(st.none() | st.integers(0, 3), min_size=WORDS, max_size=WORDS)
ANSWERS = st.lists(st.none() | st.integers(0, WORDS - 1), min_size=WORDS, max_size=WORDS)


def scored(key: Document, response: Document, name: str, **options: Any) -> Any:
    pair = DocumentPair("d", key, key.key, response, response.key)
    return count(pair, [name], options).scores()[name]


def figures(score: Any) -> list[float]:
    """All numbers of a score but its counts."""
    if isinstance(score, Ratio):
        return [float(score)]
    data = score.as_json()
    figures = []
    waiting = [data]
    while waiting:
        for name, value in waiting.pop().items():
            if isinstance(value, dict):
                if name != "counts":
                    waiting.append(value)
            elif name in ("value", "f1", "f_phi"):
                figures.append(value)
    return figures


@pytest.mark.parametrize("name", [*TWO_SIDED, *COMPOSITE, *RATES])
@settings(max_examples=examples(40))
@given(tags=TAGS, key=LABELS, response=LABELS, answers=ANSWERS)
def test_bounds(name: str, tags: str, key: list, response: list, answers: list) -> None:
    score = scored(made(tags, key, answers), made(tags, response, answers), name)
    assert all(0 <= figure <= 1 for figure in figures(score))


@settings(max_examples=examples(40))
@given(tags=TAGS, key=LABELS, response=LABELS)
def test_ace_value_is_at_most_one(tags: str, key: list, response: list) -> None:
    assert scored(made(tags, key, key), made(tags, response, key), "ace_value") <= 1


def previous_in_entity(labels: list[int | None]) -> list[int | None]:
    """For each place the nearest place before it with the same label."""
    return [
        next((earlier for earlier in reversed(range(place)) if label is not None and labels[earlier] == label), None)
        for place, label in enumerate(labels)
    ]


@pytest.mark.parametrize("name", [*TWO_SIDED, *COMPOSITE, *BELOW_ZERO])
@settings(max_examples=examples(40))
@given(tags=TAGS, labels=LABELS)
def test_the_key_against_itself_is_perfect_or_has_nothing_to_find(name: str, tags: str, labels: list) -> None:
    document = made(tags, labels, previous_in_entity(labels))
    if name == "parent":
        # Entities without a name or noun cannot be pointed at, so they are left out here.
        assert scored(document, document, name, parent_require_defining=True).figure in (0, 1)
        return
    score = scored(document, document, name)
    if name == "are_task3":
        # Pronouns without a name, or the first of their chain, earn less than 1 even so.
        assert score.recall <= 1
    elif isinstance(score, Ratio):
        assert score == (1 if score.denominator else 0)
    elif name == "arcs_anchor":
        parts = score.entity_detection, score.entity_mentions
        assert all(part.f1 == (1 if part.recall.denominator else 0) for part in parts)
    elif name == "typed":
        assert score.micro.f1 == (1 if score.micro.recall.denominator else 0)
    else:
        assert score.f1 == (1 if score.recall.denominator else 0)


@pytest.mark.parametrize("name", RATES[:-1])
@settings(max_examples=examples(40))
@given(tags=TAGS, labels=LABELS)
def test_right_answers_score_one(name: str, tags: str, labels: list) -> None:
    document = made(tags, labels, previous_in_entity(labels))
    rate = scored(document, document, name)
    assert rate == (1 if rate.denominator else 0)


@pytest.mark.parametrize("name", sorted(NEED_MORE - {*OF_SNIPPETS}))
@settings(max_examples=examples(40))
@given(tags=TAGS, key=LABELS, response=LABELS, answers=ANSWERS)
def test_ids_do_not_matter(name: str, tags: str, key: list, response: list, answers: list) -> None:
    true = made(tags, key, answers)
    response_of_m, response_of_x = (made(tags, response, answers, prefix) for prefix in ("m", "x"))
    response_of_x.key.entities.reverse()
    assert scored(true, response_of_m, name).as_json() == scored(true, response_of_x, name).as_json()


@settings(max_examples=examples(40))
@given(tags=TAGS, key=LABELS, response=LABELS)
def test_exchanging_sides_exchanges_recall_and_precision_of_lmetrics(tags: str, key: list, response: list) -> None:
    for name in ("lmuc", "lb_cubed", "lceaf"):
        straight = scored(made(tags, key, key), made(tags, response, key), name)
        exchanged = scored(made(tags, response, key), made(tags, key, key), name)
        assert (straight.recall, straight.precision) == (exchanged.precision, exchanged.recall)


@settings(max_examples=examples(40))
@given(tags=TAGS, key=LABELS, response=LABELS)
def test_lmuc_of_equal_weights_is_muc(tags: str, key: list, response: list) -> None:
    sides = made(tags, key, key), made(tags, response, key)
    weighted = scored(*sides, "lmuc", w_nam=1, w_nom=1, w_pro=1, w_sing=0)
    plain = scored(*sides, "muc")
    assert (weighted.recall, weighted.precision, weighted.f1) == (plain.recall, plain.precision, plain.f1)


@settings(max_examples=examples(40))
@given(tags=TAGS, key=LABELS, response=LABELS)
def test_task_4_is_muc_where_spans_are_exact(tags: str, key: list, response: list) -> None:
    sides = made(tags, key, key), made(tags, response, key)
    assert scored(*sides, "are_task4").as_json() == scored(*sides, "muc").as_json()


@pytest.mark.parametrize("twinless", ["standard", "semeval", "cai-strube", "all"])
@pytest.mark.parametrize("name", DIVISIBLE)
@settings(max_examples=examples(25))
@given(tags=TAGS, key=LABELS, response=LABELS, answers=ANSWERS)
def test_what_mentions_add_is_the_whole(
    name: str, twinless: str, tags: str, key: list, response: list, answers: list
) -> None:
    sides = made(tags, key, answers), made(tags, response, answers)
    metric = get_metric(name)
    values = option_values([metric], {"twinless": twinless})
    comparison = compare(DocumentPair("d", sides[0], sides[0].key, sides[1], sides[1].key), values)
    total: dict[Any, Any] = {}
    assert metric.by_mention is not None
    for _, tally in metric.by_mention(comparison, values):
        add_to(total, tally)
    whole = metric.count(comparison, values)
    assert {place: exact(total.get(place, 0)) for place in whole} == {
        place: exact(number) for place, number in whole.items()
    }
