"""``neural`` by the roads of its users: the command line, Python, joined, trained anew, or not installed."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="the extra neural is not installed: pip install '.[neural]' ./models")
pytest.importorskip("anaphora_workbench_models", reason="the models are not installed: pip install ./models")

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import available, get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.learning import distribution
from anaphora_workbench.resolvers.neural import neural, training
from anaphora_workbench.resolvers.neural.encoder.encoder import Encoder
from anaphora_workbench.resolvers.neural.inputs import Inputs
from anaphora_workbench.resolvers.pronouns.grammar import Grammar
from anaphora_workbench.workbench.commands import main
from few_samples import ONE_OF_EACH_GENRE
from tiny_encoders import tiny_encoder

TEXT = (
    "The teacher met the pupils in the library. She praised them because they had read the book. "
    "The book was long, but it had pictures. Mary told the librarian that her brother had lost his card."
)


@pytest.fixture(scope="module")
def document():
    return Preprocessor().process(TEXT, "lesson")


@pytest.fixture(scope="module")
def resolution(document):
    return get_resolver("neural").resolve(document)


def texts(document, resolution):
    mention_of = document.mention_by_id()
    return {tuple(document.mention_text(mention_of[name]) for name in chain) for chain in resolution.chains}


def test_words_decide_where_agreement_does_not(document, resolution):
    chains = texts(document, resolution)
    assert ("the pupils", "them", "they") in chains
    assert ("the book", "The book", "it") in chains


def test_shares_add_up_to_scores_and_probabilities_to_one(resolution):
    for trace in [*resolution.traces, *resolution.mention_traces[:3]]:
        # What grammar bars has no score.
        ranked = [candidate for candidate in trace.as_json()["candidates"] if "score" in candidate]
        scores = [candidate["score"] for candidate in ranked]
        assert scores == sorted(scores, reverse=True)
        probabilities = [float(candidate["marks"]["probability"]) for candidate in ranked]
        if ranked:
            odds = np.exp(scores)
            assert probabilities == pytest.approx(odds / (1 + odds.sum()), abs=0.011)
            assert trace.none is not None
            assert (trace.antecedent is None) == (scores[0] <= 0)


def test_explain_speaks_of_reasons(tmp_path, capsys):
    file = tmp_path / "lesson.txt"
    file.write_text(TEXT)
    assert main(["explain", str(file), "-r", "neural", "--anaphor", "They", "--no-cache"]) in (0, 1, 2)
    assert main(["explain", str(file), "-r", "neural", "--no-cache"]) == 0
    told = capsys.readouterr().out
    for reason in ("nearness", "agreement", "role in the sentence", "the words themselves"):
        assert reason in told


def test_guidelines_differ_in_what_stands_alone(document, resolution):
    single = {chain for chain in texts(document, resolution) if len(chain) == 1}
    assert single
    by_ontonotes = texts(document, get_resolver("neural", guideline="ontonotes").resolve(document))
    assert all(len(chain) > 1 for chain in by_ontonotes)
    everything = get_resolver("neural", least_likely=0).resolve(document)
    assert sum(map(len, everything.chains)) == len(document.mentions)
    nothing = get_resolver("neural", least_likely=1).resolve(document)
    assert all(len(chain) > 1 for chain in nothing.chains)


def test_caution_moves_third_persons_only(document):
    never, always = (get_resolver("neural", caution=caution).resolve(document) for caution in (-10, 10))
    assert sum(decision.antecedent is not None for decision in never.decisions) == 0
    assert all(decision.antecedent is not None for decision in always.decisions)
    others = [
        {trace.pronoun.id: trace.antecedent for trace in resolution.mention_traces} for resolution in (never, always)
    ]
    assert others[0] == others[1]


def test_behind_mitkov_it_leaves_the_pronouns_to_mitkov(document):
    joined, alone = get_resolver("mitkov+neural").resolve(document), get_resolver("mitkov").resolve(document)
    assert [d.antecedent for d in joined.decisions] == [d.antecedent for d in alone.decisions]
    assert ("the book", "The book") in {chain[:2] for chain in texts(document, joined)}
    # Mentions that neural leaves out stay out, unless Mitkov links them.
    joined = get_resolver("mitkov+neural", least_likely=1).resolve(document)
    assert joined.left_out
    assert joined.left_out.isdisjoint(mention for chain in joined.chains for mention in chain)


def test_pieces_of_a_document_are_answered_as_the_whole(document, resolution, monkeypatch):
    monkeypatch.setattr(neural, "_AT_A_TIME", 3)
    again = get_resolver("neural").resolve(document)
    assert (again.decisions, again.chains) == (resolution.decisions, resolution.chains)


def test_a_second_run_encodes_nothing_and_a_damaged_file_is_made_again(tmp_path, monkeypatch):
    corpus, cache, results = tmp_path / "lesson.txt", tmp_path / "cache", []
    corpus.write_text(TEXT)

    def run(name):
        output = tmp_path / name
        arguments = ["resolve", str(corpus), "-r", "neural", "-o", str(output), "--cache", str(cache), "--quiet"]
        assert main(arguments) == 0
        results.append(b"".join(file.read_bytes() for file in sorted(output.rglob("*")) if file.is_file()))

    run("first")
    (kept,) = cache.glob("neural.*.vectors")
    whole = kept.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(Encoder, "states", lambda *given: pytest.fail("encoded again"))
        run("second")
    kept.write_bytes(whole[:-1])
    run("third")
    assert kept.read_bytes() == whole
    assert results[0] == results[1] == results[2]
    assert main(["cache", "clear", "--cache", str(cache)]) == 0
    assert not list(tmp_path.glob("cache/*.vectors"))


def test_training_gives_the_same_file_each_time_and_the_file_answers(tmp_path, capsys):
    encoder = tiny_encoder(tmp_path / "encoder")
    models = [tmp_path / name for name in ("one.json", "two.json")]
    options = ["--option", f"neural.encoder={encoder}", "--option", "neural.epochs=0.5"]
    samples = [f"corpora/samples/{name}.conllu" for name in ONE_OF_EACH_GENRE[:1]]
    for model in models:
        assert main(["train", "neural", *samples, "-o", str(model), *options, "-q", "--no-cache"]) == 0
    assert models[0].read_bytes() == models[1].read_bytes()
    learnt = json.loads(models[0].read_text())
    assert learnt["tuned"]["examples"] == len(learnt["trained_on"][0]["documents"])
    given = [*options[:2], "--option", f"neural.model={models[0]}"]
    output = tmp_path / "scores.json"
    arguments = ["compare", "corpora/samples/news_dairy.conllu", "-r", "neural", "-o", str(output), *given]
    assert main([*arguments, "-s", "true-predicted", "--no-cache", "-q"]) == 0
    assert json.loads(output.read_text())["corpora"]
    # Answers depend on what is in the encoder's folder, not on where it lies.
    other = tiny_encoder(tmp_path / "other" / "encoder", seed=1)
    named = [get_resolver("neural", model=str(models[0]), encoder=str(folder)) for folder in (encoder, other)]
    assert len({resolver.options["encoder"] for resolver in named}) == 2
    # The shipped encoder has other states than this model was made over.
    answers = str(tmp_path / "answers")
    assert main(["resolve", "corpora/samples/news_dairy.conllu", "-r", "neural", *given[2:], "-o", answers]) != 0
    assert "trained over one with 64" in capsys.readouterr().err


@pytest.mark.parametrize("guideline", ["samples", "samples=penn"])
def test_a_guideline_that_there_is_not_is_refused(tmp_path, capsys, guideline):
    encoder = tiny_encoder(tmp_path / "encoder")
    arguments = [
        "train", "neural", "corpora/samples/news_dairy.conllu", "-o", str(tmp_path / "m.json"), "-q", "--no-cache",
    ]  # fmt: skip
    assert main([*arguments, "--option", f"neural.encoder={encoder}", "--guideline", guideline]) != 0
    assert "gum, ontonotes, litbank" in capsys.readouterr().err
    assert not (tmp_path / "m.json").exists()


@pytest.mark.parametrize(
    ("absent", "named"), [("onnxruntime", "./models"), ("anaphora_workbench_models", "pip install ./models")]
)
def test_where_something_is_missing_one_line_says_what_to_install(monkeypatch, capsys, absent, named):
    found = distribution.find_spec
    monkeypatch.setattr(distribution, "find_spec", lambda name: None if name == absent else found(name))
    assert named in available()["neural"].error
    with pytest.raises(ValueError, match="pip install"):
        get_resolver("neural")
    assert main(["compare", "corpora/samples", "-r", "neural", "--no-cache"]) != 0
    assert named in capsys.readouterr().err
    assert main(["list", "resolvers"]) == 0
    assert main(["compare", "corpora/samples/news_dairy.conllu", "-r", "mitkov", "--no-cache", "-q"]) == 0


def test_grammar_bars_candidates_and_can_be_left_out():
    document = Preprocessor().process("Tom told Bill that Fred hated him.", "hate")
    whole, without = (get_resolver("neural", without=parts).resolve(document) for parts in ((), ("syntax",)))
    rejected = [candidate for candidate in whole.traces[0].candidates if candidate.rejected_by]
    assert [document.mention_text(document.mentions[candidate.position]) for candidate in rejected] == ["Fred"]
    assert rejected[0].why == "argument domain"
    assert not any(candidate.rejected_by for candidate in without.traces[0].candidates)


def test_what_grammar_bars_is_no_candidate_in_learning_either():
    document = Preprocessor().process("Tom told Bill that Fred hated him. He left.", "hate")
    discourse = Discourse(document)
    pairs = Inputs(discourse).pairs(range(len(document.mentions)))
    left = pairs.without(training._barred(discourse, pairs, Grammar(discourse)))
    offered = [
        {document.mention_text(document.mentions[earlier]) for earlier in of_pairs.earlier[start:end]}
        for of_pairs in (pairs, left)
        for start, end in zip(of_pairs.starts[:-1], of_pairs.starts[1:], strict=True)
    ]
    before, after = offered[: len(document.mentions)], offered[len(document.mentions) :]
    him = [document.mention_text(mention) for mention in document.mentions].index("him")
    assert before[him] - after[him] == {"Fred"}
    assert before[:him] == after[:him]
    assert before[him + 1 :] == after[him + 1 :]


def test_nothing_is_told_to_the_makers_of_what_runs_the_encoder(tmp_path):
    code = "from anaphora_workbench.resolvers.neural.encoder.encoder_file import encoding; encoding('')"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert list(tmp_path.iterdir()) == []


def test_the_words_that_an_answer_hangs_on_are_words_of_its_context(document, resolution):
    (trace,) = (one for one in resolution.traces if document.mention_text(one.pronoun) == "them")
    told = trace.telling_words()
    assert 0 < len(told) <= 3
    sentences = [
        s
        for s in document.sentences
        for p in (trace.anaphor, trace.antecedent)
        if s.start <= trace.mention(p).head < s.end
    ]
    own = {
        offset
        for p in (trace.anaphor, trace.antecedent)
        for offset in range(trace.mention(p).start, trace.mention(p).end)
    }
    for offset, points in told:
        assert points != 0
        assert offset not in own
        assert any(s.start <= offset < s.end for s in sentences)


def test_explain_names_the_words_on_request(tmp_path, capsys):
    (tmp_path / "t.txt").write_text("The teacher met the pupils. She praised them.")
    asked = [
        "explain", str(tmp_path / "t.txt"), "--resolver", "mitkov+neural", "--resolver", "neural", "--format", "json",
    ]  # fmt: skip
    assert main(asked) == 0
    assert all("words" not in one for one in json.loads(capsys.readouterr().out))
    assert main([*asked, "--why", "words"]) == 0
    told = [one for one in json.loads(capsys.readouterr().out) if "words" in one]
    assert {one["resolver"] for one in told} == {"neural"}
    assert all(word.keys() == {"word", "position", "points"} for one in told for word in one["words"])
