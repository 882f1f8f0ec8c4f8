"""Answers of learned resolvers, with models of a few documents: no key leaks, traces add up, joins leave pronouns."""

from dataclasses import replace

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import CoreferenceLayer, Entity
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.commands import main
from few_samples import FIVE_SAMPLES
from hand_built import document
from hand_built import np as noun_phrase

SYSTEMS = ("ranking-pronouns", "ranking", "berkeley")
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
        if trace.antecedent is not None and best is not None:
            assert trace.antecedent == best.position
        if trace.against_none is not None:
            assert trace.as_json()["none"]["against"].keys() == {"id", "score", "factors"}


def test_a_ranker_alone_resolves_everything_and_behind_another_leaves_pronouns(model, whole):
    given = whole.with_mentions("system")
    alone = get_resolver("berkeley", model=model("berkeley")).resolve(given)
    joined = get_resolver("mitkov+berkeley", **{"berkeley.model": model("berkeley")}).resolve(given)
    mitkov = get_resolver("mitkov").resolve(given)
    assert joined.decisions == mitkov.decisions
    assert {decision.anaphor for decision in alone.decisions} == {decision.anaphor for decision in mitkov.decisions}
    pronouns = {decision.anaphor for decision in mitkov.decisions}
    assert pronouns.isdisjoint(trace.decision.anaphor for trace in alone.mention_traces)
    assert {trace.decision.anaphor for trace in joined.mention_traces} <= {
        trace.decision.anaphor for trace in alone.mention_traces
    }


def test_a_document_without_pronouns_or_mentions_is_answered(model, whole):
    resolver = get_resolver("berkeley", model=model("berkeley"))
    assert resolver.resolve(replace(whole, mentions=[], coreference={})).chains == []


@pytest.mark.parametrize("name", ["cistell", "relaxcor"])
def test_a_document_too_long_to_compare_all_with_all_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphora_workbench.resolvers.learning.learned_resolver.MOST_COMPARED", 3)
    mentions = [noun_phrase(place, place, place + 1, kind="proper") for place in range(4)]
    text = ["w0/-/dep w1/-/dep w2/-/dep w3/-/dep"]
    assert get_resolver(name).resolve(document(text, mentions[:3])).chains
    with pytest.raises(
        ValueError, match="4 mentions, each of which would be compared with all earlier ones; expected at"
    ):
        get_resolver(name).resolve(document(text, mentions))
