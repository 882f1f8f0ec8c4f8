"""How far a rule of a paper reaches: one clause back and no further, up to the first sentence, within one sentence."""

import pytest

from anaphora_workbench.resolvers import get_resolver
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


def test_the_centre_is_named() -> None:
    assert get_resolver("cogniac").resolve(document(*CB)).traces[-1].note == "Cb a"


def test_rules_of_the_other_variant_are_idle() -> None:
    every = {*RESOLVE_ALL, *MUC6}
    assert get_resolver("cogniac").idle_parts() == every - {*RESOLVE_ALL}
    assert get_resolver("cogniac", variant="muc6").idle_parts() == every - {*MUC6}


def test_hobbs_stops_at_the_first_sentence() -> None:
    text = document([HE, LEFT], [pronoun("p", 0, "he", "SUBJ"), np("a", 2, 3, "SUBJ", **MAN)])
    (trace,) = get_resolver("hobbs").resolve(text).traces
    assert (trace.antecedent, [step for step in trace.steps if "step 4" in step]) == (None, [])


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
