"""Answers of learned resolvers, with models of a few documents: order of documents, a planted key, decoding, joins."""

import re
from dataclasses import replace

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import CoreferenceLayer, Entity
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.commands import main
from few_samples import THREE_SHORT_SAMPLES
from hand_built import document
from hand_built import np as noun_phrase

PAIR_MODELS = ("soon", "ng-cardie", "ims", "reconcile", "cistell", "relaxcor")
RANKERS = ("ranking-pronouns", "ranking", "berkeley")
pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def model(folder):
    """A model of three sample documents, by system; made when first asked for."""

    def of(system):
        if not (folder / f"{system}.json").exists():
            assert train(folder, system, THREE_SHORT_SAMPLES, f"{system}.json") == 0
        return str(folder / f"{system}.json")

    return of


def train(folder, system, names, output, *words):
    files = [f"corpora/samples/{name}.conllu" for name in names]
    words = [*words, "--setting", "system-predicted", "-q", "--cache", str(folder / "cache")]
    return main(["train", system, *files, "-o", str(folder / output), *words])


@pytest.fixture(scope="module")
def whole():
    """The first half of a text that no model has seen."""
    (text,) = read("corpora/samples/news_painting.conllu")
    text.sentences = text.sentences[: len(text.sentences) // 2]
    text.words = text.words[: text.sentences[-1].end]
    text.paragraphs = text.paragraphs[: text.sentences[-1].paragraph + 1]
    text.mentions, text.coreference = [], {}
    return Preprocessor().annotate(text, "predicted")


def chains_and_answers(resolution):
    return resolution.chains, [(decision.anaphor, decision.antecedent) for decision in resolution.decisions]


@pytest.mark.parametrize(
    "system", [*PAIR_MODELS[:2], *(pytest.param(name, marks=pytest.mark.slow) for name in PAIR_MODELS[2:])]
)
def test_the_same_documents_in_another_order_give_the_same_bytes(system, folder, model):
    assert train(folder, system, reversed(THREE_SHORT_SAMPLES), f"{system}-2.json") == 0
    with open(model(system), "rb") as file:
        assert (folder / f"{system}-2.json").read_bytes() == file.read()


@pytest.mark.parametrize("system", [*PAIR_MODELS, *RANKERS])
def test_a_planted_key_changes_no_answer(system, model, whole):
    resolver, given = get_resolver(system, model=model(system)), whole.with_mentions("system")
    ids = [mention.id for mention in given.mentions]
    expected = chains_and_answers(resolver.resolve(given))
    assert any(len(chain) > 1 for chain in expected[0])
    all_in_one = CoreferenceLayer("gold", [Entity("1", ids)])
    planted = replace(given, coreference={"gold": all_in_one}, anaphors=ids[:3])
    assert chains_and_answers(resolver.resolve(planted)) == expected
    assert chains_and_answers(resolver.resolve(planted, key=planted)) == expected


def traces_of(system, model, whole):
    """Traces of what the paper decides; what the shared grammar bars or binds is not weighed."""
    resolver = get_resolver(system, model=model(system), grammar="as-published")
    resolution = resolver.resolve(whole.with_mentions("system"))
    return [trace for trace in (*resolution.traces, *resolution.mention_traces) if trace.candidates]


def test_soon_takes_the_closest_and_ng_cardie_the_likeliest_coreferent_mention(model, whole):
    several = 0
    for system in ("soon", "ng-cardie"):
        for trace in traces_of(system, model, whole):
            likely = {c.position: c.score for c in trace.candidates if c.score > 0.5}
            several += len(set(likely.values())) > 1
            first = next((c for c in trace.candidates if c.rank == 1), None)
            assert first is None or re.fullmatch(r".+ (=|≤|>) .+: \d+ of \d+ corefer", first.marks["rule"])
            if system == "soon":
                assert trace.antecedent == max(likely, default=None)
            else:
                best = max(likely, key=lambda position: (likely[position], position), default=None)
                assert trace.antecedent == best
    assert several > 1


@pytest.mark.parametrize("system", PAIR_MODELS)
def test_answers_and_traces_are_the_same_however_few_pairs_are_classified_at_a_time(system, model, whole, monkeypatch):
    def answered():
        resolver = get_resolver(system, model=model(system))
        resolution = resolver.resolve(whole.with_mentions("system"))
        traces = [trace.as_json() for trace in (*resolution.traces, *resolution.mention_traces)]
        return chains_and_answers(resolution), traces

    expected = answered()
    monkeypatch.setattr("anaphora_workbench.resolvers.pair_models.pair_resolver._BLOCK", 40)
    assert answered() == expected


def test_reconcile_links_all_coreferent_pairs_and_a_threshold_leaves_fewer(model, whole):
    def links(threshold):
        resolver = get_resolver("reconcile", model=model("reconcile"), threshold=threshold)
        return sum(len(chain) - 1 for chain in resolver.resolve(whole.with_mentions("system")).chains)

    assert links(0.5) > links(0.9) > 0


def test_cistell_joins_a_basket_of_which_every_mention_matches(model, whole):
    joined = 0
    for trace in traces_of("cistell", model, whole):
        ranked = sorted((c for c in trace.candidates if c.rank is not None), key=lambda candidate: candidate.rank)
        assert all(candidate.score > 0.5 for candidate in ranked)
        assert [candidate.position for candidate in ranked] == sorted(candidate.position for candidate in ranked)
        assert trace.antecedent == (ranked[0].position if ranked else None)
        if ranked:
            joined += 1
            assert re.match(r"at 0\.\d{4}, .+: \d+ of \d+ corefer", ranked[0].marks["neighbours"])
        for candidate in trace.candidates:
            # It matches, and what it is one entity with does not.
            assert candidate.rank is not None or (candidate.score > 0.5) == (candidate.rejected_by == "basket")
    assert joined > 5


def test_relaxcor_takes_the_most_probable_entity_and_names_its_constraints(model, whole):
    joined = 0
    for trace in traces_of("relaxcor", model, whole):
        by_rank = sorted(trace.candidates, key=lambda candidate: candidate.rank)
        probabilities = [candidate.marks["probability"] for candidate in by_rank]
        assert probabilities == sorted(probabilities, reverse=True)
        if trace.antecedent is not None:
            joined += 1
            assert trace.antecedent == by_rank[0].position
            assert re.match(r"[+-]\d\.\d\d \w+", by_rank[0].marks["constraints"] or "+0.00 none")
            assert by_rank[0].factors.keys() == {"support"}
    assert joined > 5


def test_relaxcor_s_balance_and_pruning_are_options(whole):
    def links_and_supports(**options):
        resolver = get_resolver("relaxcor", **options)
        resolution = resolver.resolve(whole.with_mentions("system"))
        supports = [candidate.score for trace in resolution.traces for candidate in trace.candidates]
        return sum(len(chain) - 1 for chain in resolution.chains), supports

    assert links_and_supports(balance=0.1)[0] > links_and_supports(balance=0.9)[0]
    assert links_and_supports(balance=0.3, pruning=2)[1] != links_and_supports(balance=0.3, pruning=14)[1]


@pytest.mark.parametrize("system", PAIR_MODELS)
def test_behind_another_it_leaves_pronouns(system, model, whole):
    given = whole.with_mentions("system")
    joined = get_resolver(f"mitkov+{system}", **{f"{system}.model": model(system)}).resolve(given)
    mitkov = get_resolver("mitkov").resolve(given).decisions
    answered = {decision.anaphor for decision in mitkov}
    assert [decision for decision in joined.decisions if decision.anaphor in answered] == mitkov
    assert any(trace.antecedent is not None for trace in joined.mention_traces)


@pytest.mark.slow
def test_a_model_of_other_features_is_refused(folder):
    words = ("--option", "ng-cardie.features=all")
    assert train(folder, "ng-cardie", THREE_SHORT_SAMPLES, "all.json", *words) == 0
    with pytest.raises(ValueError, match="was trained with features=all; expected one with selected"):
        get_resolver("ng-cardie", model=str(folder / "all.json"))
    assert get_resolver("ng-cardie", model=str(folder / "all.json"), features="all").tree.asks


@pytest.mark.slow
def test_ims_decides_again_with_the_entities_of_its_first_pass(folder, model, whole):
    given, two = whole.with_mentions("system"), model("ims")
    assert train(folder, "ims", THREE_SHORT_SAMPLES, "one.json", "--option", "passes=1") == 0
    first = get_resolver("ims", model=two, passes=1).resolve(given)
    assert chains_and_answers(get_resolver("ims", model=str(folder / "one.json"), passes=1).resolve(given)) == (
        chains_and_answers(first)
    )
    second = get_resolver("ims", model=two).resolve(given)
    assert second.chains != first.chains

    def of_entities(resolution):
        traces = (*resolution.traces, *resolution.mention_traces)
        factors = {factor for trace in traces for candidate in trace.candidates for factor in candidate.factors or ()}
        return any(factor.startswith("SAME-ENTITY = yes") for factor in factors)

    assert (of_entities(first), of_entities(second)) == (False, True)
    with pytest.raises(ValueError, match="the model of ims has one pass; expected one of two passes, or passes=1"):
        get_resolver("ims", model=str(folder / "one.json"))
    with pytest.raises(ValueError, match="option passes of ims: 3 is too large; expected 1 or 2"):
        get_resolver("ims", passes=3)


@pytest.mark.parametrize("system", RANKERS)
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
