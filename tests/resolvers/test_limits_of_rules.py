"""How far a rule of a paper reaches: one clause back and no further, up to the first sentence, within one sentence."""

from dataclasses import replace
from typing import Any

import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.options import AS_PUBLISHED
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.reflexives import possible_binders
from anaphora_workbench.resolvers.pronouns.stages.agreement import AGREES
from anaphora_workbench.resolvers.pronouns.stages.filter import FILTERS, Filter, _judge, candidate_filter
from anaphora_workbench.resolvers.pronouns.stages.referents import WITHOUT_REFERENT
from anaphora_workbench.resolvers.pronouns.stages.syntax import ALLOWED_BY_SYNTAX
from anaphora_workbench.resolvers.rules.cogniac import MUC6, RESOLVE_ALL
from anaphora_workbench.resolvers.rules.salience import SalienceOptions, _reach
from hand_built import document, np, pronoun
from test_cogniac import CB, HE, LEFT, MAN, WOMAN, last


def test_the_utterance_before_is_one_clause() -> None:
    # *Bob left. Ann left. He saw Al near his car.*: He is Bob, whom the clause before does not mention.
    mentions = [np("bob", 0, 1, "SUBJ", **MAN), np("ann", 2, 3, "SUBJ", **WOMAN), pronoun("he", 4, "he", "SUBJ")]
    mentions += [np("al", 6, 7, "DOBJ", **MAN), np("car", 8, 10, "OBL", gender="n")]
    mentions.append(pronoun("p", 8, "his", "POSS", embedded_in="car"))
    assert last("cogniac", [LEFT, LEFT, CB[0][1]], mentions) == ("al", "pick most recent")


@pytest.mark.parametrize("reflexives", ["published", "binding"])
def test_a_reflexive_is_bound_in_its_sentence(reflexives: str) -> None:
    # *Ann left. Hurt herself*: nothing binds in the sentence, and another rule finds Ann.
    mentions = [np("ann", 0, 1, "SUBJ", **WOMAN), pronoun("p", 3, "herself", "DOBJ")]
    sentences = [LEFT, "Hurt/-/ROOT herself/0/dobj/PRON"]
    assert last("cogniac", sentences, mentions, reflexives=reflexives) == ("ann", "unique in discourse")


@pytest.mark.parametrize("sentence", ["Al/-/ROOT himself/0/dep/PRON", "Al/1/nsubj near/-/ROOT/ADP himself/1/pobj/PRON"])
def test_without_a_verb_nothing_binds(sentence: str) -> None:
    place = len(sentence.split()) - 1
    mentions = [np("a", 0, 1, "SUBJ", **MAN), pronoun("p", place, "himself")]
    (trace,) = get_resolver("most-recent").resolve(document([sentence], mentions)).traces
    assert possible_binders(trace.discourse, trace.anaphor, trace.candidates) == []


def test_the_centre_is_named() -> None:
    assert get_resolver("cogniac").resolve(document(*CB)).traces[-1].note == "Cb a"


def test_parts_that_an_option_turns_off_are_idle() -> None:
    every, binding = {*RESOLVE_ALL, *MUC6}, {"syntax", "chains"}
    idle = {variant: get_resolver("cogniac", variant=variant).idle_parts() for variant in ("narrative", "muc6")}
    assert idle == {"narrative": every - {*RESOLVE_ALL}, "muc6": every - {*MUC6}}
    assert get_resolver("lappin-leass").idle_parts() == set()
    # Of one name are the penalty of its paper and a stage of the shared grammar: idle where both are off.
    for options, expected in (({}, set()), ({"grammar": AS_PUBLISHED}, binding)):
        assert get_resolver("lappin-leass", filter="none", **options).idle_parts() == expected
        without = get_resolver("lappin-leass", filter="none", cataphora=False, **options)
        assert without.idle_parts() == expected | ({"cataphora"} if options else set())


class Nearest(PronounResolver):
    """The nearest candidate that is left."""

    name = "nearest-left"

    def choose(self, case: Case[Any]) -> int | None:
        return next((candidate.position for candidate in case.left), None)


def test_a_window_lists_positions_of_mentions() -> None:
    class Beyond(Nearest):
        window = (lambda case, positions: [-1],)

    with pytest.raises(ValueError, match=r"returned \[-1\] for mention p"):
        Beyond().resolve(document([LEFT, HE], [np("a", 0, 1, **MAN), pronoun("p", 2, "he")]))


@pytest.mark.parametrize("order", [(AGREES, ALLOWED_BY_SYNTAX), (ALLOWED_BY_SYNTAX, AGREES)])
def test_agreement_rejects_wherever_it_stands_among_the_filters(order: tuple[Filter, ...]) -> None:
    class Ordered(Nearest):
        filters = order

    mentions = [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "SUBJ", **WOMAN), pronoun("p", 4, "he", "SUBJ")]
    (trace,) = Ordered().resolve(document([LEFT, LEFT, HE], mentions)).traces
    assert trace.antecedent == 0
    assert [candidate.rejected_by for candidate in trace.candidates] == ["agreement", ""]
    assert AGREES.fate(trace.candidates[0])[0] == "filtered by gender"


@pytest.mark.parametrize("name", sorted({*FILTERS.names()} - {"agreement", "threshold"}))
def test_a_filter_says_by_what_and_why_a_candidate_fell(name: str) -> None:
    stage = FILTERS.named([name])[name]
    cause, why = stage.fate(Candidate(0).rejected(name, "because"))
    assert (cause in stage.causes, why) == (True, "because")


def test_a_filter_made_of_a_function_of_one_candidate() -> None:
    @candidate_filter("a man", "no men", "a test")
    def no_men(case: Case[Any], position: int) -> str | None:
        return f"{case.mention(position).id} is one" if "m" in case.mention(position).gender else None

    class Filtered(Nearest):
        filters = (no_men,)

    mentions = [np("b", 0, 1, "SUBJ", **WOMAN), np("a", 2, 3, "SUBJ", **MAN), pronoun("p", 4, "they", "SUBJ")]
    (trace,) = Filtered().resolve(document([LEFT, LEFT, HE], mentions)).traces
    assert trace.antecedent == 0
    assert [(candidate.rejected_by, candidate.why) for candidate in trace.candidates] == [
        ("a man", "a is one"),
        ("", ""),
    ]

    def fails(case: Case[Any]) -> None:
        raise KeyError("gender")

    def leaves_positions(case: Case[Any]) -> None:
        case.candidates = [0]  # type: ignore[list-item]

    for judge, wrong in ((fails, "its filter failed"), (leaves_positions, r"its filter left \[0\] as candidates")):
        with pytest.raises(ValueError, match=wrong):
            _judge(replace(no_men, judge=judge), "its filter", trace)


COMMON = {"kind": "common", "gender": "m"}


@pytest.mark.parametrize(
    ("sentence", "start", "near", "antecedent"),
    [
        pytest.param("Every/1/det guest/2/nsubj left/-/ROOT", 0, COMMON, "a", id="every guest"),
        pytest.param("The/1/det guest/2/nsubj left/-/ROOT", 0, {**COMMON, "definiteness": "definite"}, "b",
                     id="the guest"),
        pytest.param("Nobody/1/nsubj/PRON left/-/ROOT", 0, {"kind": "other"}, "a", id="nobody"),
        pytest.param("Guest/1/nsubj left/-/ROOT", 0, {**COMMON, "definiteness": "bare"}, "a", id="bare"),
        pytest.param("Al/1/nsubj was/-/ROOT a/3/det king/1/attr", 2,
                     {**COMMON, "function": "PRED", "definiteness": "indefinite"}, "a", id="he was a king"),
        pytest.param("There/1/expl was/-/ROOT a/3/det king/1/attr", 2,
                     {**COMMON, "function": "PRED", "definiteness": "indefinite", "existential": True}, "b",
                     id="there was a king"),
    ],
)  # fmt: skip
def test_what_introduces_no_individual_stands_back(
    sentence: str, start: int, near: dict[str, Any], antecedent: str
) -> None:
    """*A left. NEAR. He slept.*; resolvers.md, 2.6."""

    class Individuals(Nearest):
        filters = (AGREES, WITHOUT_REFERENT)

    first = 2 + start
    words = 2 if "/det" in sentence else 1
    mentions = [np("a", 0, 1, "SUBJ", **MAN), np("b", first, first + words, **near)]
    mentions.append(pronoun("p", 2 + len(sentence.split()), "he", "SUBJ"))
    resolve = Individuals().resolve
    assert resolve(document([LEFT, sentence, HE], mentions)).decisions[-1].antecedent == antecedent
    # Where nothing else is left it is taken.
    assert resolve(document([LEFT, sentence, HE], mentions[1:])).decisions[-1].antecedent == "b"


@pytest.mark.parametrize(
    ("sentences", "antecedent"), [([f"{HE} when/3/mark Sam/3/nsubj left/1/advcl"], "s"), ([HE, LEFT], None)]
)
def test_a_pronoun_looks_ahead_in_its_sentence(sentences: list[str], antecedent: str | None) -> None:
    place = 3 if antecedent else 2
    text = document(sentences, [pronoun("p", 0, "he", "SUBJ"), np("s", place, place + 1, "SUBJ", **MAN)])
    assert (
        get_resolver("lappin-leass", cataphora=True, filter="none").resolve(text).decisions[0].antecedent == antecedent
    )


def test_hobbs_goes_back_to_the_first_sentence() -> None:
    ahead = document([HE, LEFT], [pronoun("p", 0, "he", "SUBJ"), np("a", 2, 3, "SUBJ", **MAN)])
    (trace,) = get_resolver("hobbs", window=None).resolve(ahead).traces
    assert (trace.antecedent, [step for step in trace.steps if "step 4" in step]) == (None, [])
    mentions = [np("b", 0, 1, "SUBJ", **MAN), np("a", 2, 3, "SUBJ", **MAN), pronoun("p", 4, "he", "SUBJ")]
    (trace,) = get_resolver("hobbs", window=1).resolve(document([LEFT, LEFT, HE], mentions, parsed=False)).traces
    assert (trace.antecedent, trace.rule) == (1, "step 4")


@pytest.mark.parametrize(
    ("options", "reach"), [({}, 2), ({"window": 1}, 1), ({"window": 3}, 2), ({"threshold": 100.0}, None)]
)
def test_salience_reaches_as_far_as_it_stays_above_the_threshold(options: dict[str, float], reach: int | None) -> None:
    """Halved each sentence, 100 is 25 after two (resolvers.md, 1); what is subtracted does not shorten the reach."""
    parameters = SalienceOptions(**{"decay": 0.5, "threshold": 25.0, "window": None, **options})  # type: ignore[arg-type]
    assert _reach({"subject": 80.0, "head": 20.0, "cataphora": -175.0}, parameters) == reach


def test_entities_of_several_mentions_are_counted() -> None:
    text = document([LEFT, HE, LEFT], [np("a", 0, 1, "SUBJ", **MAN), pronoun("p", 2, "he"), np("b", 4, 5, **WOMAN)])
    assert get_resolver("lappin-leass").resolve(text).tables["entities"] == 1
