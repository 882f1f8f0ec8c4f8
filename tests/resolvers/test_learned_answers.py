"""Answers of learned resolvers, with models of a few documents: no key leaks, traces add up, joins leave pronouns."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import CoreferenceLayer, Entity
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.best import LEFT_OUT
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import BARE, INDEFINITE, THIRD
from anaphora_workbench.resolvers.learned.between_names import BETWEEN_NAMES
from anaphora_workbench.resolvers.speech_pronouns import speech_links
from anaphora_workbench.workbench.commands import main
from few_samples import FIVE_SAMPLES
from hand_built import document
from hand_built import np as noun_phrase

SYSTEMS = ("ranking-pronouns", "best", "ranking", "berkeley")
pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A model of five sample documents, by system; made when first asked for."""
    folder, made = tmp_path_factory.mktemp("models"), {}

    def of(system):
        if system not in made:
            made[system] = folder / f"{system}.json"
            files = [f"corpora/samples/{name}.conllu" for name in FIVE_SAMPLES]
            words = ["--setting", "system-predicted", "-q", "--cache", str(folder / "cache")]
            assert main(["train", system, *files, *words, "-o", str(made[system])]) == 0
        return str(made[system])

    return of


@pytest.fixture(scope="module")
def whole():
    (document,) = read("corpora/samples/news_painting.conllu")
    return Preprocessor().annotate(document, "predicted")


def chains_and_answers(resolution):
    return resolution.chains, [(decision.anaphor, decision.antecedent) for decision in resolution.decisions]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_planted_key_changes_no_answer(system, model, whole):
    resolver, given = get_resolver(system, model=model(system)), whole.with_mentions("system")
    ids = [mention.id for mention in given.mentions]
    all_in_one = CoreferenceLayer("gold", [Entity("1", ids)])
    expected = chains_and_answers(resolver.resolve(given))
    assert any(len(chain) > 1 for chain in expected[0])
    for coreference in (dict(whole.coreference), {"gold": all_in_one}):
        planted = replace(given, coreference=coreference, anaphors=ids[:3])
        assert chains_and_answers(resolver.resolve(planted)) == expected
        assert chains_and_answers(resolver.resolve(planted, key=whole)) == expected


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_choice_has_the_largest_sum_of_the_weights_shown(system, model, whole):
    resolution = get_resolver(system, model=model(system)).resolve(whole.with_mentions("system"))
    traces = [trace for trace in (*resolution.traces, *resolution.mention_traces) if trace.candidates]
    assert traces
    for trace in traces:
        ranked = sorted((c for c in trace.candidates if c.rank is not None), key=lambda candidate: candidate.rank)
        scores = [candidate.score for candidate in ranked]
        assert scores == pytest.approx(sorted(scores, reverse=True))
        best = next((candidate for candidate in ranked if candidate.rank == 1), None)
        if trace.antecedent is not None and best is not None and trace.rule != BETWEEN_NAMES:
            assert trace.antecedent == best.position


def test_best_alone_resolves_everything_and_behind_another_leaves_pronouns(model, whole):
    given = whole.with_mentions("system")
    alone = get_resolver("best", model=model("best")).resolve(given)
    joined = get_resolver("mitkov+best", **{"best.model": model("best")}).resolve(given)
    mitkov = get_resolver("mitkov").resolve(given)
    assert joined.decisions == mitkov.decisions
    assert {decision.anaphor for decision in alone.decisions} == {decision.anaphor for decision in mitkov.decisions}
    pronouns = {decision.anaphor for decision in mitkov.decisions}
    assert pronouns.isdisjoint(trace.decision.anaphor for trace in alone.mention_traces)
    assert {trace.decision.anaphor for trace in joined.mention_traces} <= {
        trace.decision.anaphor for trace in alone.mention_traces
    }


@pytest.mark.parametrize("least_likely", [0.0, 0.8, 1.0])
def test_best_leaves_out_unlikely_mentions_that_are_alone_and_says_which(model, whole, least_likely):
    """What is linked, what a key gives, and what another resolver puts out stays."""
    given = whole.with_mentions("system")
    resolver = get_resolver("best", model=model("best"), least_likely=least_likely)
    everything = get_resolver("best", model=model("best"), least_likely=0.0).resolve(given).chains
    resolution = resolver.resolve(given)
    left_out = resolution.tables[LEFT_OUT]
    assert sorted(mention for chain in everything for mention in chain) == sorted(m.id for m in given.mentions)
    assert [chain for chain in everything if chain[0] not in left_out] == resolution.chains
    assert all([mention] in everything for mention in left_out)
    assert all(likely <= least_likely for likely in left_out.values())
    noted = {trace.decision.anaphor for trace in resolution.mention_traces if "left out" in trace.note}
    assert noted <= left_out.keys() | {mention for chain in everything if len(chain) > 1 for mention in chain}
    assert left_out.keys() <= noted | {trace.decision.anaphor for trace in resolution.traces}
    assert bool(noted) == (least_likely > 0)
    alone = sum(len(chain) == 1 for chain in everything)
    assert len(left_out) == {0.0: 0, 1.0: alone}.get(least_likely, len(left_out))
    of_key = whole.with_mentions("true")
    assert sum(map(len, resolver.resolve(of_key).chains)) == len(of_key.mentions)
    joined = get_resolver("mitkov+best", **{"best.model": model("best"), "best.least_likely": least_likely})
    assert sum(map(len, joined.resolve(given).chains)) == len(given.mentions)


def test_the_guidelines_say_how_readily_best_links_bare_and_indefinite_noun_phrases():
    (document,) = read("corpora/samples/fiction_witness.conllu")
    given = Preprocessor().annotate(document, "predicted").with_mentions("system")
    table = MentionTable(Discourse(given))
    linked = {}
    for guidelines in ("gum", "gum-ontonotes", "ontonotes"):
        resolution = get_resolver("best", guidelines=guidelines).resolve(given)
        linked[guidelines] = sum(
            trace.antecedent is not None and table.kind[trace.anaphor] in (BARE, INDEFINITE)
            for trace in resolution.mention_traces
        )
    assert linked["ontonotes"] == 0 < linked["gum"]
    assert linked["gum-ontonotes"] < linked["gum"]


def test_the_more_cautious_best_is_the_fewer_third_persons_it_answers(model, whole):
    given = whole.with_mentions("system")
    table = MentionTable(Discourse(given))
    answered = []
    for caution in (-99.0, 0.0, 99.0):
        resolution = get_resolver("best", model=model("best"), caution=caution).resolve(given)
        traces = [trace for trace in resolution.traces if table.kind[trace.anaphor] == THIRD]
        answered.append((sum(trace.antecedent is not None for trace in traces), len(traces)))
    (most, third_persons), (some, _), (none, _) = answered
    assert third_persons >= most >= some >= none == 0 < most


def test_best_takes_over_who_speaks_to_whom_outside_quotations(model):
    (manual,) = read("corpora/samples/manual_espresso.conllu")
    given = Preprocessor().annotate(manual, "predicted").with_mentions("system")
    discourse = Discourse(given)
    links = {(discourse.ids[later], discourse.ids[earlier]) for later, earlier in speech_links(discourse)}
    assert links
    resolution = get_resolver("best", model=model("best")).resolve(given)
    by_rule = {
        (trace.decision.anaphor, trace.decision.antecedent)
        for trace in resolution.mention_traces
        if trace.rule == "same speaker or hearer"
    }
    assert by_rule <= links
    assert {later for later, _ in by_rule} == {
        later for later, _ in links if discourse.mentions[discourse.position[later]].person in (1, 2)
    }
    chain_of = {mention: number for number, chain in enumerate(resolution.chains) for mention in chain}
    assert all(chain_of[later] == chain_of[earlier] for later, earlier in by_rule)


def test_best_leaves_nothing_out_where_the_key_says_nothing_of_mentions(model, whole, tmp_path):
    learnt = json.loads(Path(model("best")).read_text(encoding="utf-8"))
    learnt["learnt"]["mentions"] = {}
    (tmp_path / "best.json").write_text(json.dumps(learnt), encoding="utf-8")
    given = whole.with_mentions("system")
    resolution = get_resolver("best", model=str(tmp_path / "best.json"), least_likely=1.0).resolve(given)
    assert LEFT_OUT not in resolution.tables
    assert sum(map(len, resolution.chains)) == len(given.mentions)


def test_a_document_without_pronouns_or_mentions_is_answered(model, whole):
    resolver = get_resolver("best", model=model("best"))
    assert resolver.resolve(replace(whole, mentions=[], coreference={})).chains == []


@pytest.mark.parametrize("name", ["cistell", "relaxcor"])
def test_a_document_too_long_to_compare_all_with_all_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphora_workbench.resolvers.learned.learned_resolver.MOST_COMPARED", 3)
    mentions = [noun_phrase(place, place, place + 1, kind="proper") for place in range(4)]
    text = ["w0/-/dep w1/-/dep w2/-/dep w3/-/dep"]
    assert get_resolver(name).resolve(document(text, mentions[:3])).chains
    with pytest.raises(ValueError, match="4 mentions, of which each would be compared with all before it; expected at"):
        get_resolver(name).resolve(document(text, mentions))
