"""What rule-based resolvers answer to texts as a teacher types them, through the parse."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver

pytestmark = pytest.mark.model

WITH_BINDING = ("kennedy-boguraev", "lappin-leass", "hobbs", "mars", "cogniac")


@pytest.fixture(scope="module")
def preprocessor():
    return Preprocessor()


def last_answer(preprocessor, text, name, **options):
    """Text and rule of what the last pronoun takes up."""
    document = preprocessor.process(text)
    trace = get_resolver(name, **options).resolve(document).traces[-1]
    chosen = "" if trace.antecedent is None else document.mention_text(trace.mention(trace.antecedent))
    return chosen, trace.rule


@pytest.mark.parametrize("name", WITH_BINDING)
@pytest.mark.parametrize(
    ("text", "antecedent"),
    [
        pytest.param("Tom met Bill. Bill greeted him.", "Tom", id="a name again"),
        pytest.param("Tom Reed met Bill Poe. Poe greeted him.", "Tom Reed", id="its last word"),
        pytest.param("The dog saw the cat. The cat bit it.", "The dog", id="a definite noun phrase again"),
        pytest.param("A dog met a cat. The cat bit it.", "A dog", id="a definite noun phrase for an indefinite one"),
        pytest.param("The man whose wife loves him smiled.", "The man whose wife loves him", id="whose"),
        pytest.param("Mary, whose brother likes her, left.", "Mary, whose brother likes her", id="whose, set off"),
    ],
)
def test_who_is_kept_apart(preprocessor, name, text, antecedent):
    """Lappin & Leass (1994), 2.2, steps 1 and 4c, and 2.1.1, condition 2: the noun is no argument of *loves*."""
    assert last_answer(preprocessor, text, name)[0] == antecedent


@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "mars"])
def test_what_there_is_has_a_referent(preprocessor, name):
    """*There was a king*: existential emphasis (Lappin & Leass 1994; Kennedy & Boguraev 1996, EXST-S)."""
    text = "There was an old man with a boy. He smiled."
    assert last_answer(preprocessor, text, name)[0] == "an old man with a boy"


def test_the_subject_of_a_subordinate_clause(preprocessor):
    """Baldwin (1997), 2.2, the example of rule 6."""
    text = (
        "Besides, if he provoked Malek, uncertainties were introduced, of which there were already far too many. "
        "He noticed the supervisor enter the lounge."
    )
    assert last_answer(preprocessor, text, "cogniac") == ("he", "unique subject / subject pronoun")


def test_rules_of_cogniac_count_the_same_candidates(preprocessor):
    """What has no referent is no possible antecedent in the whole discourse, as it is none in the sentence."""
    text = "Identify the drawer by lit paper port LED and add paper to it."
    assert last_answer(preprocessor, text, "cogniac") == ("the drawer", "unique in discourse")


def test_flat_conditions_do_not_bar_a_phrase_for_itself(preprocessor):
    """As published; the shared grammar bars a possessor for what its noun phrase holds."""
    text = "John's portrait of him is interesting."
    assert last_answer(preprocessor, text, "kennedy-boguraev", filter="flat", grammar="as-published")[0] == "John's"
