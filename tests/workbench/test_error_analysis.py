"""Why decisions are wrong: causes from traces, counts, gains, and the tables of ``compare --errors``."""

from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import Document, DocumentPair, Mention, Paragraph, Sentence, Word
from anaphora_workbench.resolvers import Candidate, Trace, get_resolver
from anaphora_workbench.resolvers.discourse.agreement import agree
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.workbench.analysis import causes
from anaphora_workbench.workbench.analysis.error_analysis import ErrorDetails, JudgedPronoun, cause_of, judged_pronouns
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.report.errors import Errors, by_distance, grouped
from anaphora_workbench.workbench.runs.comparing import run as run_experiment

# Positions: 0 Ann, 1 the lamp, 2 Monday (a time), 3 Tom and his dog, 4 his.
ANN, LAMP, MONDAY, WHOLE, HIS = range(5)


def discourse() -> Discourse:
    """*Ann saw the lamp. | Monday passed. | Tom and his dog left.*"""
    texts = ("Ann saw the lamp .", "Monday passed .", "Tom and his dog left .")
    words = [Word(form) for text in texts for form in text.split()]
    sentences = [Sentence(0, 5), Sentence(5, 8), Sentence(8, 14)]
    mentions = [
        Mention("ann", 0, 1, 0, kind="proper", gender=frozenset("f")),
        Mention("lamp", 2, 4, 3, gender=frozenset("n")),
        Mention("monday", 5, 6, 5, entity_type="DATE"),
        Mention("whole", 8, 12, 8, kind="coordination"),
        Mention("his", 10, 11, 10, kind="pronoun", pronoun_type="possessive"),
    ]
    return Discourse(Document("d", words, sentences, [Paragraph()], mentions))


def fell(position: int, number: str, gender: str, person: int = 3) -> Candidate:
    """A candidate of these features that agreement rejects for *his*."""
    agreement = agree(frozenset(number), frozenset(gender), person, frozenset("s"), frozenset("m"))
    return Candidate(position, agreement, "agreement")


SCORED = [Candidate(ANN, factors={"a": 3.0}, rank=2), Candidate(LAMP, factors={"a": 5.0}, rank=1)]


@pytest.mark.parametrize(
    ("candidates", "antecedent", "rule", "right", "expected"),
    [
        ([Candidate(ANN)], ANN, "r", [], (causes.NOT_EXTRACTED, "")),
        ([Candidate(ANN)], None, "not-anaphoric", [], (causes.NOT_EXTRACTED, "")),
        ([Candidate(ANN)], None, "not-anaphoric", [ANN], (causes.LEFT_OUT, "")),
        (SCORED, LAMP, "r", [ANN], (causes.OUTRANKED, "rank 2: 3 against 5")),
        ([Candidate(LAMP), Candidate(ANN)], LAMP, "step 4", [ANN], (causes.OUTRANKED, "step 4")),
        ([Candidate(ANN)], None, "abstain", [ANN], (causes.ABSTAINED, "abstain")),
        ([], None, "abstain", [ANN], (causes.ABSTAINED, "abstain")),
        ([fell(ANN, "s", "f")], None, "r", [ANN], ("filtered by gender", "gender f∩m")),
        ([fell(ANN, "p", "m")], None, "r", [ANN], ("filtered by number", "number p∩s")),
        ([fell(ANN, "s", "m", 1)], None, "r", [ANN], ("filtered by person", "person 1")),
        ([fell(ANN, "p", "f")], None, "r", [ANN], ("filtered by several features", "number p∩s, gender f∩m")),
        ([Candidate(ANN, rejected_by="syntax", why="2b")], None, "r", [ANN], ("filtered by syntax", "2b")),
        ([Candidate(ANN, rejected_by="threshold")], None, "r", [ANN], (causes.WINDOW, "salience below the threshold")),
        ([], None, "no-candidate", [ANN], (causes.WINDOW, "2 sentences back")),
        ([Candidate(ANN)], ANN, "r", [LAMP], (causes.NO_CANDIDATE, "not eligible")),
        ([Candidate(ANN)], ANN, "r", [MONDAY], (causes.NO_CANDIDATE, "time")),
        ([Candidate(ANN)], ANN, "r", [WHOLE], (causes.NO_CANDIDATE, "contains the pronoun")),
        ([fell(ANN, "s", "f"), Candidate(LAMP, rejected_by="syntax", why="1")], None, "r", [ANN, LAMP],
         ("filtered by syntax", "1")),
    ],
)  # fmt: skip
def test_the_cause_is_read_from_the_trace(candidates, antecedent, rule, right, expected):
    trace = Trace(discourse(), "r", {}, HIS, candidates, antecedent, rule)
    assert cause_of(trace, right)[:2] == expected


@pytest.mark.parametrize(
    ("candidates", "right", "furthest"),
    [
        pytest.param([], [], None, id="none is right"),
        pytest.param([], [ANN], ANN, id="too far back"),
        pytest.param([fell(ANN, "s", "f"), Candidate(LAMP, rejected_by="syntax")], [ANN, LAMP], LAMP, id="later stage"),
        pytest.param([fell(ANN, "s", "f"), fell(LAMP, "p", "m")], [ANN, LAMP], LAMP, id="equally far: the nearest"),
    ],
)
def test_the_cause_is_told_of_the_right_mention_that_came_furthest(candidates, right, furthest):
    trace = Trace(discourse(), "r", {}, HIS, candidates, None, "r")
    assert cause_of(trace, right).furthest == (None if furthest is None else trace.mention(furthest))


def pronoun(form: str, cause: str | None = None, anaphor: bool = True, attempted: bool = True, **more) -> JudgedPronoun:
    return JudgedPronoun("d", 0, form, anaphor, attempted, **{"distance": 0, "cause": cause, **more})


def test_gains_are_what_would_be_right_without_the_cause():
    errors = Errors(
        [
            *[pronoun("it") for _ in range(5)],
            pronoun("it", "filtered by gender"),
            pronoun("they", "filtered by gender"),
            pronoun("they", causes.ABSTAINED, attempted=False),
            pronoun("it", causes.PLEONASTIC, anaphor=False),
            pronoun("it", None, anaphor=False, attempted=False),
        ]
    )
    assert (len(errors.anaphors), errors.correct, errors.attempted, errors.wrong) == (8, 5, 8, 3)
    assert errors.success_gain("filtered by gender") == 2 / 8
    assert errors.success_gain(causes.ABSTAINED) == 1 / 8
    assert errors.success_gain(causes.PLEONASTIC) == 0
    assert errors.precision_gain("filtered by gender") == 7 / 8 - 5 / 8
    assert errors.precision_gain(causes.ABSTAINED) == pytest.approx(6 / 9 - 5 / 8)
    assert errors.precision_gain(causes.PLEONASTIC) == pytest.approx(5 / 7 - 5 / 8)


def test_groups_are_by_frequency_and_by_distance():
    pronouns = [
        pronoun("it", distance=7), pronoun("it", distance=0), pronoun("he", distance=4), pronoun("he", distance=None),
        pronoun("it", distance=1),
    ]  # fmt: skip
    data = Errors(pronouns).as_json()
    assert list(data["pronouns"]) == ["it", "he"]
    assert {name: len(ones) for name, ones in grouped(pronouns, by_distance).items()} == {
        "0": 1, "1": 1, "4+": 2, "unknown": 1,
    }  # fmt: skip


def test_errors_agree_with_the_scores_for_every_resolver(tiny: Path):
    settings = tuple(Setting(mentions, "gold") for mentions in ("true", "system"))
    names = ("kennedy-boguraev", "cogniac-high-precision", "mars", "hobbs", "most-recent", "singletons", "all-in-one")
    experiment = Experiment((Corpus(tiny, "tiny"),), names, settings=settings, metrics=("success_rate",))
    results = run_experiment(experiment, details=ErrorDetails())
    for outcomes in results.corpora["tiny"].settings.values():
        assert set(outcomes) == set(names)
        for outcome in outcomes.values():
            errors = Errors(pronoun for document in outcome.details.values() for pronoun in document.pronouns)
            assert (len(errors.anaphors), errors.correct, errors.attempted) == (
                outcome.anaphors,
                outcome.correct,
                outcome.attempted,
            )
            gains = sum(errors.success_gain(cause) for cause in causes.causes())
            assert outcome.scores["success_rate"].figure + gains == pytest.approx(1)


def test_a_pronoun_taken_for_pleonastic_and_one_that_is(tiny: Path):
    from anaphora_workbench.corpora import read
    from anaphora_workbench.preprocessing import Preprocessor

    document = Preprocessor().annotate(next(iter(read(tiny / "ann.conllu"))), "gold")
    key = Document(**{name: getattr(document, name) for name in document.__dataclass_fields__})
    given = document.with_mentions("true")
    it = next(mention for mention in given.mentions if mention.start == 7)
    she = next(mention for mention in given.mentions if mention.start == 5)
    it.pleonastic = True
    assert key.key is not None
    resolution = get_resolver("most-recent").resolve(given)
    pair = DocumentPair("ann", key, key.key, given, resolution.layer())
    by_form = {pronoun.form: pronoun for pronoun in judged_pronouns(pair, resolution)}
    assert by_form["it"].cause == causes.FLAGGED
    assert by_form["it"].example is not None
    assert (by_form["it"].example.context, by_form["it"].example.expected) == ("She lit [it] .", "the lamp")
    assert by_form["it"].example.chosen == ""
    assert (by_form["it"].distance, by_form["it"].rule) == (1, "pleonastic")
    # Without its antecedent in the key, *it* was answered though it should have been left alone.
    it.pleonastic = False
    key.key.entities = [entity for entity in key.key.entities if it.id not in entity.mentions]
    resolution = get_resolver("most-recent").resolve(given)
    pair = DocumentPair("ann", key, key.key, given, resolution.layer())
    by_form = {pronoun.form: pronoun for pronoun in judged_pronouns(pair, resolution)}
    assert (by_form["it"].is_anaphor, by_form["it"].attempted, by_form["it"].cause) == (False, True, causes.PLEONASTIC)
    assert (by_form["she"].is_anaphor, by_form["she"].offset) == (True, she.head)
    # A key that has few of the nouns cannot tell.
    pair = replace(pair, key=replace(key, words=[replace(word, upos="NOUN") for word in key.words]))
    by_form = {pronoun.form: pronoun for pronoun in judged_pronouns(pair, resolution)}
    assert by_form["it"].cause == causes.NOT_IN_KEY


@pytest.mark.parametrize(
    ("from_chains", "cause"), [(False, causes.PRONOUN_MISSED), (True, causes.UNTRACED)], ids=["resolver", "chains"]
)
def test_a_text_in_which_a_resolver_decided_nothing_is_no_file_of_chains(tiny: Path, from_chains: bool, cause: str):
    from anaphora_workbench.corpora import read
    from anaphora_workbench.preprocessing import Preprocessor

    document = Preprocessor().annotate(next(iter(read(tiny / "ann.conllu"))), "gold")
    given = document.with_mentions("true")
    mentions = [replace(mention, kind="common", pronoun_type=None) for mention in given.mentions]
    given = replace(given, mentions=mentions)
    resolution = get_resolver("mitkov").resolve(given)
    assert (resolution.decisions, resolution.traces) == ([], [])
    assert document.key is not None
    pair = DocumentPair("ann", document, document.key, given, resolution.layer())
    judged = judged_pronouns(pair, replace(resolution, from_chains=from_chains))
    assert [(pronoun.form, pronoun.cause) for pronoun in judged] == [("she", cause), ("it", cause)]
