"""The one loop and its stages: what no resolver can forget, and filters that others bring."""

import dataclasses
import pickle
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest

from anaphora_workbench.corpora.document import CoreferenceLayer, Entity
from anaphora_workbench.corpora.support import plugins
from anaphora_workbench.resolvers import PronounResolver, available, candidate_filter, get_resolver, share_reading
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver as Loop
from anaphora_workbench.resolvers.pronouns.stages.filter import FILTERS
from anaphora_workbench.resolvers.registry import registry
from anaphora_workbench.resolvers.registry.registry import RESOLVERS
from hand_built import document, manual, narrative, noted, np, pronoun


class Stranger(PronounResolver):
    """A resolver that thinks of nothing but its choice."""

    name = "stranger"
    description = source = "test"
    rule = "farthest"

    def choose(self, case):
        return case.left[-1].position if case.left else None


TEXT = document(
    [
        "Tom/1/nsubj met/-/ROOT Dan/1/dobj",
        "He/1/nsubj/PRON hurt/-/ROOT himself/1/dobj/PRON",
        "It/1/nsubj/PRON rained/-/ROOT",
    ],
    noted(
"tom 0-1 SUBJ gender=m kind=proper | dan 2-3 DOBJ gender=m kind=proper | he 3 he SUBJ | "
"himself 5 himself DOBJ | it 6 it SUBJ pleonastic=True"
),
)  # fmt: skip


def answers(resolution):
    return {trace.pronoun.id: (decision.antecedent, trace.rule) for decision, trace in zip(
        resolution.decisions, resolution.traces, strict=True
    )}  # fmt: skip


def test_a_stranger_cannot_forget_pleonastic_pronouns_reflexives_and_filters():
    answered = answers(Stranger().resolve(TEXT))
    assert answered == {
        "he": ("tom", "farthest"),
        "himself": ("he", "binding: logical subject"),
        "it": (None, "pleonastic"),
    }
    cannot = document(
        ["Tom/1/nsubj saw/-/ROOT him/1/dobj/PRON"],
        [np("tom", 0, 1, "SUBJ", gender="m"), pronoun("him", 2, "him", "DOBJ")],
    )
    trace = Stranger().resolve(cannot).traces[0]
    assert [(candidate.rejected_by, candidate.why) for candidate in trace.candidates] == [("syntax", "argument domain")]
    assert (trace.antecedent, trace.rule) == (None, "no-candidate")


def test_every_resolver_that_chooses_goes_through_the_one_loop():
    """Nominal, learned and asked ones have loops of their own; all others of ours are tables of stages."""
    kinds = {name: RESOLVERS.get(name) for name in available()}
    nominal = {"exact-match", "head-match", "head-match-literal", "relative-pronouns", "speech-pronouns"}
    nominal |= {"abstract-anaphora"}
    learned = {"soon", "ng-cardie", "ims", "reconcile", "ranking", "berkeley", "cistell", "relaxcor", "neural"}
    asked = {"llm-choice", "llm-tagged"}
    assert {name for name, kind in kinds.items() if not issubclass(kind, Loop)} == nominal | learned | asked
    # The sieve has traces of other mentions, too, after those of the loop.
    assert [name for name, kind in kinds.items() if issubclass(kind, Loop) and kind.answer is not Loop.answer] == [
        "sieve"
    ]


@pytest.mark.parametrize("name", sorted(name for name, info in available().items() if info.role != "llm"))
@pytest.mark.parametrize("text", [manual, narrative])
def test_no_resolver_changes_the_document(name, text):
    given = text()
    key = replace(given, coreference={"gold": CoreferenceLayer("gold", [Entity("e", [m.id for m in given.mentions])])})
    before = repr((given, key))
    singular_they = {"singular_they": True} if "singular_they" in available()[name].options else {}
    resolver = get_resolver(name, **singular_they)
    resolver.resolve(given, key if resolver.needs_key else None)
    assert repr((given, key)) == before


class Vandal(Stranger):
    """A resolver that writes into what it is given."""

    name = "vandal"

    def choose(self, case):
        document = case.discourse.document
        document.words[0].form = "gone"
        document.mentions.clear()
        document.coreference["gold"] = None
        return super().choose(case)


def test_what_a_foreign_resolver_writes_reaches_nobody_else(monkeypatch):
    entries = [EntryPoint("vandal", f"{__name__}:Vandal", RESOLVERS.group)]
    monkeypatch.setattr(plugins, "entry_points_of", lambda group: entries)
    monkeypatch.setattr(registry, "RESOLVERS", dataclasses.replace(RESOLVERS, _loaded={}, _failed={}))
    given = narrative()
    before = repr(given)
    vandal = get_resolver("vandal")
    assert [decision.antecedent for decision in vandal.resolve(given).decisions] == [
        decision.antecedent for decision in Stranger().resolve(narrative()).decisions
    ]
    assert repr(given) == before
    sent = pickle.loads(pickle.dumps(vandal))
    assert (sent.name, sent.options) == (vandal.name, vandal.options) == ("vandal", Stranger().options)


class Scoring(Stranger):
    """A resolver that scores what it is given, also what filters reject."""

    name = "scoring"

    def choose(self, case):
        for rank, candidate in enumerate(case.candidates, start=1):
            candidate.factors, candidate.rank = {"pronoun": case.anaphor}, rank
        return super().choose(case)

    def bind(self, case):
        for candidate in case.candidates:
            candidate.factors = {"pronoun": case.anaphor}
        return super().bind(case)


def test_what_a_foreign_resolver_writes_on_candidates_is_of_one_pronoun():
    traces = Scoring().resolve(narrative()).traces
    assert sum(len(trace.candidates) > 0 for trace in traces) > 1
    for trace in traces:
        assert {candidate.score for candidate in trace.candidates} <= {trace.anaphor}


def test_which_of_our_resolvers_are_given_copies_to_score():
    kinds = {name: RESOLVERS.get(name) for name in available() if issubclass(RESOLVERS.get(name), Loop)}
    scoring = {name for name, kind in kinds.items() if kind.scores}
    assert scoring == {name for name, kind in kinds.items() if kind.factors} | {"sieve"}


def test_finished_cases_keep_no_memory():
    for name in ("cogniac", "mars", "kennedy-boguraev", "hobbs"):
        assert all(trace.memory is None for trace in get_resolver(name).resolve(narrative()).traces)


@candidate_filter("no-subjects", "subjects cannot be antecedents", "test")
def no_subjects(case, candidate):
    return "a subject" if case.mention(candidate).function == "SUBJ" else None


@pytest.fixture
def installed(monkeypatch):
    """A filter of a plug-in, as if it were installed."""
    FILTERS.names()
    monkeypatch.setitem(FILTERS._entries, "no-subjects", EntryPoint("no-subjects", "its:no_subjects", FILTERS.group))
    monkeypatch.setitem(FILTERS._loaded, "no-subjects", no_subjects)


def trace_of(resolution, pronoun):
    return next(trace for trace in resolution.traces if trace.pronoun.id == pronoun)


@pytest.mark.parametrize(
    "name", ["kennedy-boguraev", "lappin-leass", "mitkov", "mars", "cogniac", "hobbs", "most-recent", "random"]
)
def test_a_further_filter_works_in_every_algorithm(installed, name):
    resolver = get_resolver(name, also="no-subjects")
    assert "no-subjects" in resolver.removable()
    he = trace_of(resolver.resolve(TEXT), "he")
    verdicts = {
        he.mention(candidate.position).id: (candidate.rejected_by, candidate.why) for candidate in he.candidates
    }
    assert verdicts == {"dan": ("", ""), "tom": ("no-subjects", "a subject")}
    assert he.decision.antecedent == "dan"
    tom = next(candidate for candidate in he.as_json()["candidates"] if candidate["id"] == "tom")
    assert tom["filters"]["no-subjects"] == {"ok": False, "why": "a subject"}
    without = get_resolver(name, also="no-subjects", without="no-subjects").resolve(TEXT)
    assert {candidate.rejected_by for candidate in trace_of(without, "he").candidates} == {""}


def test_a_filter_names_its_cause():
    candidate = get_resolver("most-recent").resolve(TEXT).traces[0].candidates[0].rejected("no-subjects", "a subject")
    assert no_subjects.fate(candidate) == ("filtered by no-subjects", "a subject")
    assert list(no_subjects.causes) == ["filtered by no-subjects"]


def test_filters_of_ours_are_registered_under_their_names_in_their_order():
    in_order = ["agreement", "form", "syntax", "chains", "quotations", "referents", "doubt", "threshold"]
    assert [stage.name for stage in FILTERS.available().values()] == in_order
    for name, stage in FILTERS.available().items():
        assert stage.name == name
        assert stage.description
        assert stage.source
        assert stage.causes


def test_an_unknown_filter_is_answered_with_the_known_ones():
    with pytest.raises(
        ValueError,
        match="no filter 'quotes'; there are: agreement, form, syntax, chains, quotations, referents, doubt, threshold",
    ):
        get_resolver("mitkov", also="quotes")


def test_a_part_that_cannot_be_left_out():
    with pytest.raises(
        ValueError, match="option without of hobbs: no part 'case'; there are: number, gender, syntax, chains"
    ):
        get_resolver("hobbs", without="case")


@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "mitkov", "mars"])
def test_each_factor_says_in_words_what_it_rewards(name):
    for factor, made in RESOLVERS.get(name).factors.items():
        words = getattr(made, "holds", made).__doc__
        assert words, factor
        assert words.strip().splitlines()[0].endswith((".", "*")), factor


@candidate_filter("careless", "writes into what is shared", "test")
def careless(case, candidate):
    for other in case.candidates:
        other.rejected_by = "careless"
    case.mention(candidate).function = "OBL"
    return "always"


def test_a_foreign_filter_of_one_resolver_changes_nothing_for_another(installed, monkeypatch):
    monkeypatch.setitem(FILTERS._entries, "careless", EntryPoint("careless", "its:careless", FILTERS.group))
    monkeypatch.setitem(FILTERS._loaded, "careless", careless)
    text, names = narrative(), ("kennedy-boguraev", "recent-subject", "cogniac")
    alone = [answers(get_resolver(name).resolve(text)) for name in names]
    together = [get_resolver("mitkov", also="careless"), *map(get_resolver, names)]
    share_reading(together)
    assert [answers(resolver.resolve(text)) for resolver in together][1:] == alone


@pytest.mark.parametrize(
    ("name", "also", "message"),
    [
        ("mitkov", "threshold", "the filter 'threshold' needs a resolver with the option 'threshold'"),
        ("hobbs", "syntax", "the filter 'syntax' is there already"),
        ("hobbs", "no-subjects,no-subjects", "the filter 'no-subjects' is there already"),
    ],
)
def test_further_filters_that_make_no_sense_are_refused(installed, name, also, message):
    with pytest.raises(ValueError, match=message):
        get_resolver(name, also=also)


def test_a_subclass_keeps_what_can_be_left_out():
    """docs/guides/factor.md: another table of factors, the rest inherited."""
    base = RESOLVERS.get("kennedy-boguraev")

    class More(base):
        name = "more"
        factors: ClassVar = {**base.factors, "NAME-S": base.factors["SUBJ-S"]}

    assert More.parts == (*base.factors, "NAME-S", "parallelism", "cataphora", "locality")
    assert type("Mine", (RESOLVERS.get("cogniac"),), {"name": "mine"}).parts == RESOLVERS.get("cogniac").parts
