"""What learned resolvers share: the log-linear model, feature tables, model files, training by the command line."""

import json
import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import check_grad

from anaphora_workbench.resolvers import default_options, get_resolver
from anaphora_workbench.resolvers.learning import model as learned_model
from anaphora_workbench.resolvers.learning.feature_table import line_named, line_of_weights
from anaphora_workbench.resolvers.learning.log_linear import Choices, learn, loss
from anaphora_workbench.resolvers.rankers.berkeley import SURFACE
from anaphora_workbench.workbench.commands import main
from anaphora_workbench.workbench.runs.training import names_as_read
from few_samples import THREE_SHORT_SAMPLES


def choices(alone):
    """Two mentions with three and two candidates; two lines with weights 1, 2 and 3, 4."""
    return Choices(
        [np.array([1, 2, 0, 1, 2], np.int32), np.array([3, 3, 4, 0, 4], np.int32)],
        np.array([0, 3]),
        np.array([True, False, True, False, False] if alone else [True, False, False, False, True]),
        np.array([0.0, 0.5, 0.0, 0.1, 0.1]),
        [np.array([5, 5], np.int32)] if alone else None,
        np.array([False, True] if alone else [False, False]),
        np.zeros(2),
    )


@pytest.mark.parametrize("alone", [False, True])
def test_the_gradient_is_that_of_the_loss(alone):
    given, start = choices(alone), np.array([0.0, 0.3, -0.2, 0.5, 0.1, -0.4])

    def value(weights):
        return loss(np.r_[0.0, weights], given, given.choice_of, 0.5)[0]

    def gradient(weights):
        return loss(np.r_[0.0, weights], given, given.choice_of, 0.5)[1][1:]

    assert check_grad(value, gradient, start[1:]) < 1e-5


@pytest.mark.parametrize("most", [1, 2, 3])
def test_of_too_many_weights_the_heaviest_are_kept_and_learnt_anew(most):
    """Of three cues the first is right in 24 of 24 choices, the second in 12 of 18, the third in 6 of 12."""
    cues = [(24, 24), (12, 18), (6, 12)]
    wrong = [place >= right for right, there in cues for place in range(there)]
    right = np.array([flag for miss in wrong for flag in (not miss, miss)])
    numbers = np.repeat(np.arange(1, len(cues) + 1), [2 * there for _, there in cues])
    column = np.where(np.arange(len(right)) % 2, 0, numbers).astype(np.int32)

    def given(kept):
        column_of_kept = np.where(column <= kept, column, 0).astype(np.int32)
        starts, choices = np.arange(0, len(right), 2), len(right) // 2
        return Choices([column_of_kept], starts, right, np.zeros(len(right)), None, np.zeros(choices, bool),
                       np.zeros(choices))  # fmt: skip

    few, alone = learn(given(3), 4, 1.0, most=most), learn(given(most), 4, 1.0)
    # The third cue is right as often as not, so its weight is 0 in any case.
    assert np.flatnonzero(np.abs(few) > 1e-3).tolist() == list(range(1, min(most, 2) + 1))
    assert few == pytest.approx(alone, abs=1e-3)


def test_the_loss_is_the_formula_of_denis_and_baldridge():
    """P(a | m) = exp(w · f(a, m)) / Σ exp(w · f(a', m)): section 3; no costs, one right candidate, no prior."""
    given = Choices(
        [np.array([1, 2], np.int32)], np.array([0]), np.array([True, False]), np.zeros(2), None, np.zeros(1, bool),
        np.zeros(1),
    )  # fmt: skip
    weights = np.array([0.0, 1.0, 0.5])
    expected = -np.log(np.exp(1.0) / (np.exp(1.0) + np.exp(0.5)))
    assert loss(weights, given, given.choice_of, 0.0)[0] == pytest.approx(expected)


def test_dear_mistakes_raise_the_loss_as_in_durrett_and_klein():
    """−log Σ exp(s) of right antecedents / Σ exp(s + cost) of all: false link 0.1, false new 3.0, wrong link 1.0."""
    wrong_link, false_link, false_new = SURFACE.costs
    scores, none = np.array([0.5, -0.2, 0.3]), 0.4
    anaphoric, new = (
        Choices(
            [np.array([1, 2, 3], np.int32)], np.array([0]), np.array(right), np.array(costs), [np.array([4], np.int32)],
            np.array([none_right]), np.array([none_cost]),
        )
        for right, costs, none_right, none_cost in (
            ([True, False, True], [0.0, wrong_link, 0.0], False, false_new),
            ([False] * 3, [false_link] * 3, True, 0.0),
        )
    )  # fmt: skip
    weights = np.r_[0.0, scores, none]
    exp = np.exp
    all_of_anaphoric = exp(0.5) + exp(-0.2 + 1.0) + exp(0.3) + exp(0.4 + 3.0)
    expected = -np.log((exp(0.5) + exp(0.3)) / all_of_anaphoric)
    assert loss(weights, anaphoric, anaphoric.choice_of, 0.0)[0] == pytest.approx(expected)
    all_of_new = exp(0.5 + 0.1) + exp(-0.2 + 0.1) + exp(0.3 + 0.1) + exp(0.4)
    assert loss(weights, new, new.choice_of, 0.0)[0] == pytest.approx(-np.log(exp(0.4) / all_of_new))


def test_learning_prefers_the_right_candidate():
    weights = learn(choices(False), 6, 0.1)
    assert weights[1] > weights[2]
    assert weights[0] == 0.0


def test_a_line_names_its_combinations_and_leaves_silent_ones_out():
    line = line_named("number agreement & candidate.function")
    assert line.size == 30
    assert line.value(11) == "same & DOBJ"
    assert not line.silent.any()
    assert line_named("containment").silent.tolist() == [True, False, False]


def test_a_line_knows_the_words_of_its_weights():
    line = line_of_weights("mention.pronoun & sentences", {"it & 0": 0.5, "she & 1": 0.25})
    assert line.parts[0].values == ("", "it", "she")
    weights = line.weights({"it & 0": 0.5, "she & 1": 0.25})
    assert [line.value(code) for code in np.flatnonzero(weights)] == ["it & 0", "she & 1"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sentenses", "no feature 'sentenses'; there are: "),
        ("function", "feature 'function' is a feature of mentions; expected mention. or candidate. before it"),
        ("mention.sentences", "feature 'mention.sentences' is none of mentions"),
    ],
)
def test_a_wrong_line_is_named(name, message):
    with pytest.raises(ValueError, match=message):
        line_named(name)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A model of three sample documents, and the folder with the cache and the documents."""
    folder = tmp_path_factory.mktemp("trained")
    (folder / "documents").mkdir()
    for name in THREE_SHORT_SAMPLES:
        shutil.copy(f"corpora/samples/{name}.conllu", folder / "documents")
    assert train(folder, "first.json", THREE_SHORT_SAMPLES) == 0
    return folder


def train(folder, output, names):
    files = [str(folder / "documents" / f"{name}.conllu") for name in names]
    return main(
        ["train", "ranking-pronouns", *files, "-o", str(folder / output), "--cache", str(folder / "cache"), "-q",
         "--setting", "system-predicted"]
    )  # fmt: skip


@pytest.mark.model
def test_the_same_documents_in_another_order_give_the_same_bytes(trained):
    assert train(trained, "second.json", reversed(THREE_SHORT_SAMPLES)) == 0
    assert (trained / "second.json").read_bytes() == (trained / "first.json").read_bytes()


@pytest.mark.model
def test_a_model_says_what_it_was_made_of(trained):
    model = json.loads((trained / "first.json").read_text())
    assert model["system"] == "ranking-pronouns"
    assert model["trained_on"] == [
        {
            "name": "documents",
            "licence": "",
            "documents": sorted(THREE_SHORT_SAMPLES),
            "checksum": model["trained_on"][0]["checksum"],
        }
    ]
    assert model["command"] == "workbench train ranking-pronouns documents --setting system-predicted --seed 0"
    assert "binding" in model["features"]
    for weights in model["learnt"]["third person pronouns"]["pairs"].values():
        for weight in weights.values():
            assert weight == float(f"{weight:.6g}") != 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"binding"', '"bindings"', "the model of ranking-pronouns needs the feature 'bindings', which does not exist"),
        ('"ranking-pronouns"', '"ranking"', "a model of ranking; expected one of ranking-pronouns"),
        ('"version": 1', '"version": 7', "version 7; expected version 1 of a model"),
        ('"learnt"', '"lernt"', "no learnt; expected the model of ranking-pronouns"),
        ('"third person pronouns"', '"pronouns"', "damaged model: unknown ranker 'pronouns'; expected third person"),
        ('"language": "en"', '"language": 7', "language is not a string; expected the model of ranking-pronouns"),
        ('"binding"', '["binding"]', r"features\[\d+\] is not a string; expected the model of ranking-pronouns"),
        ('"version": 1', '"version": true', "version True; expected version 1 of a model"),
        ('"seed": 0', '"seed": false', "seed is not a whole number; expected the model of ranking-pronouns"),
        ('"seed": 0', '"seed": 0, "seed": 1',
         r"model.json:1: the key 'seed' stands twice in one object; expected the model"),
        ('"trained_on": [', '"trained_on": [7,', r"trained_on\[0\] is not an object; expected the model of"),
        ('"trained_on": [', '"trained_on": [{"name": "x"},', r"trained_on\[0\] has no 'licence'; expected the model"),
        ('"checksum": "', '"checksum": 1, "c": "', r"trained_on\[0\].checksum is not a string; expected the model of"),
        ('"documents": [', '"documents": [null,', r"trained_on\[0\].documents\[0\] is not a string; expected the"),
        ('"learnt": {', '"learnt": [', r"model.json:\d+: .*; expected the model of ranking-pronouns"),
    ],
)  # fmt: skip
@pytest.mark.model
def test_a_model_that_does_not_fit_is_refused(trained, tmp_path, old, new, message):
    text = (trained / "first.json").read_text()
    assert old in text
    file = tmp_path / "model.json"
    file.write_text(text.replace(old, new, 1) if "system" not in old else text.replace(old, new))
    with pytest.raises(ValueError, match=message):
        get_resolver("ranking-pronouns", model=str(file))


_LEAF = {"positive": 1, "instances": 2}


def _split(**branches):
    """A node that asks for the distance in sentences."""
    return {"positive": 3, "instances": 4, "feature": "DIST", "at_most": "1", "branches": branches}


_NO_RANKER = {"pairs": {}, "alone": {}}


@pytest.mark.model
@pytest.mark.parametrize(
    ("system", "change", "message"),
    [
        ("ranking", {"features": []}, "it names no features; expected those of ranking"),
        ("ranking", {"rankers": {}}, "nothing of the name 'third person pronouns' in it"),
        ("ranking", {"extra": 7}, "unknown 'extra' in learnt"),
        ("ranking", {"status": {"bias": 0.5, "weights": {"mention.type": {"noun": 1.0}}}}, "feature 'mention.type' ha"),
        ("ranking", {"status": {"bias": 0.5, "weights": {"candidate.type": {"name": 1.0}}}}, "'candidate.type' is ask"),
        ("berkeley", {"rankers": {"all mentions": _NO_RANKER, "others": _NO_RANKER}}, "unknown ranker 'others'; expec"),
        ("berkeley", {"rankers": {"all mentions": {**_NO_RANKER, "alone": {"sentences": {"0": 1.0}}}}},
         "'sentences' is asked of a mention alone"),
        ("soon", {"tree": []}, "learnt > tree is not an object"),
        ("soon", {"tree": {"positive": 3}}, "nothing of the name 'instances' in learnt > tree"),
        ("soon", {"tree": {"positive": 3, "instances": 2}}, "a node of the tree has 3 posit"),
        ("soon", {"tree": _split(no=_LEAF)}, "DIST ≤ 1 has the branches no; expected yes, no"),
        ("soon", {"tree": _split(yes=7, no=_LEAF)}, "learnt > tree > branches > yes is not"),
        ("cistell", {"k": 0}, "learnt > k is out of bounds: expected at least 1"),
        ("cistell", {"k": 10**6}, "learnt > k is out of bounds: expected at most 1000"),
        ("cistell", {"instances": {}}, "learnt > instances is out of bounds: expected at least"),
        ("cistell", {"weights": {"HEAD_MATCH": -3}}, "learnt > weights > HEAD_MATCH is out of"),
        ("cistell", {"instances": {"0": "1 of 2"}}, "the instance '0' is not valid; expected a"),
        ("cistell", {"instances": {"9" * 27: "1 of 2"}}, "the instance '9999"),
        ("cistell", {"instances": {"0" * 27: "3 of 2"}}, "'3 of 2' is not a part of some instances"),
        ("cistell", {"instances": {"0" * 27: "3/4"}}, f"learnt > instances > {'0' * 27} is"),
        ("relaxcor", {"constraints": {"names": []}}, "learnt > constraints > names is not"),
        ("relaxcor", {"constraints": {"names": {"DIST_SEN_0": "0 of 0"}}}, "'0 of 0' is not a part of some instances"),
        ("relaxcor", {"pruning": 7}, "learnt > pruning is out of bounds: expected a multiple of"),
        ("relaxcor", {"constraints": {"verbs": {}}}, "constraints of 'verbs'; expected those"),
        ("soon", {"tree": _LEAF | {"feature": "DIST"}}, "a node of the tree asks for a feature"),
        ("soon", {"tree": _split()}, "a node of the tree has branches of nothing"),
        ("ims", {"weights": {"FOO": {}}}, "unknown feature 'FOO'"),
        ("relaxcor", {"balance": None}, "learnt > balance is not a number"),
        ("relaxcor", {"pruning": 8.5}, "learnt > pruning is not a whole number"),
        ("reconcile", {"bias": "much"}, "learnt > bias is not a number"),
        ("reconcile", {"bias": True}, "learnt > bias is not a number"),
        ("ranking", {"status": 7}, "learnt > status is not an object"),
        ("ims", {"second pass": {"bias": 1}}, "nothing of the name 'weights' in learnt > s"),
        ("ranking-pronouns", {"third person pronouns": []}, "learnt > third person pron"),
    ],
)  # fmt: skip
def test_a_model_of_another_form_is_refused_in_words(tmp_path, system, change, message):
    content = json.loads(learned_model.shipped_model(system, system).text())
    content |= change if "features" in change else {"learnt": content["learnt"] | change}
    file = tmp_path / "model.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(f"{file}: damaged model: {message}")):
        get_resolver(system, model=str(file))


@pytest.mark.model
def test_an_older_model_is_told_from_a_damaged_one(tmp_path):
    """As ``berkeley`` was when its rankers had biases."""
    content = json.loads(learned_model.shipped_model("berkeley", "berkeley").text())
    content["learnt"]["biases"] = {}
    file = tmp_path / "model.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    told = "; a model made by an earlier version has to be trained again (workbench train)"
    with pytest.raises(ValueError, match=f"^{re.escape(str(file))}: damaged model: .*{re.escape(told)}$"):
        get_resolver("berkeley", model=str(file))


@pytest.mark.model
@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ("Infinity", "damaged model: the number inf in it; expected numbers up to 1e"),
        ("NaN", "damaged model: the number nan in it"),
        ("1e308", "damaged model: the number 1e"),
        ('"zz"', "damaged model: learnt > third person pronouns > pairs > "),
    ],
)
def test_a_weight_that_no_training_gives_is_refused(trained, tmp_path, weight, message):
    text = (trained / "first.json").read_text()
    learnt = text.index('"learnt"')
    file = tmp_path / "model.json"
    file.write_text(text[:learnt] + re.sub(r": -?\d+\.\d+", f": {weight}", text[learnt:], count=1))
    with pytest.raises(ValueError, match=re.escape(f"{file}: {message}")):
        get_resolver("ranking-pronouns", model=str(file))


@pytest.mark.model
def test_a_comparison_with_a_model_of_ones_own_needs_no_shipped_one(trained, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(learned_model, "shipped_path", lambda name: None)
    learned_model.shipped_model.cache_clear()
    try:
        told = r"ranking-pronouns needs the models; .* pip install ./models; or train one"
        with pytest.raises(ValueError, match=told):
            get_resolver("ranking-pronouns")
        words = ["--resolver", "ranking-pronouns", "--option", f"ranking-pronouns.model={trained / 'first.json'}"]
        words += ["--setting", "system-predicted", "--cache", str(trained / "cache")]
        documents = str(trained / "documents" / f"{THREE_SHORT_SAMPLES[0]}.conllu")
        assert main(["compare", documents, *words, "-o", str(tmp_path / "r.json")]) == 0
    finally:
        learned_model.shipped_model.cache_clear()
    assert ",model=first.json@" in (tmp_path / "r.json").read_text()


@pytest.mark.parametrize("name", ["mitkov", "ranking", "mitkov+head-match"])
def test_the_options_that_nobody_sets_are_those_of_a_resolver_made_without_any(name):
    assert default_options(name) == get_resolver(name).options


def test_a_missing_model_is_said():
    with pytest.raises(ValueError, match=r"nowhere.json: No such file or directory; expected the model of"):
        get_resolver("ranking-pronouns", model="nowhere.json")


@pytest.mark.parametrize(
    ("system", "told"),
    [
        ("mitkov", "error: mitkov does not learn; those that do: "),
        ("ranking+sieve", "error: ranking+sieve is several resolvers, which learn one by one; expected one of them"),
    ],
)
def test_a_resolver_that_does_not_learn_is_refused(capsys, tmp_path, system, told):
    assert main(["train", system, "corpora/samples", "-o", str(tmp_path / "m.json")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "m.json").exists()


def test_what_was_not_learnt_from_is_told_in_the_end(capsys, tmp_path):
    shutil.copy("corpora/samples/fiction_ferry.conllu", tmp_path)
    (tmp_path / "damaged.conllu").write_text("1\tword\n", encoding="utf-8")
    assert main(["train", "ranking-pronouns", str(tmp_path), "-o", str(tmp_path / "m.json")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert "warning: 1 document without true-gold: the corpus does not allow it" in told
    assert told[-1].startswith(
        f"{tmp_path / 'm.json'}: the model of ranking-pronouns, learnt from 1 document without those named above, for "
    )


@pytest.mark.parametrize(
    ("system", "option", "message"),
    [
        ("ranking-pronouns", "window=3", "option window of ranking-pronouns says how it resolves"),
        ("ng-cardie", "model=x.json", "option model of ng-cardie says how it resolves, not how it learns; expected"),
        ("ng-cardie", "features=some", "option features of ng-cardie: 'some' is not one of selected, all"),
    ],
)
def test_options_that_it_does_not_learn_by_are_refused(capsys, tmp_path, system, option, message):
    output = tmp_path / "model.json"
    assert main(["train", system, "corpora/samples", "--option", option, "-o", str(output)]) == 2
    assert message in capsys.readouterr().err
    assert not output.exists()


ANN_ALONE = "Ann NNP (0)\nsaw VBD -\nTom NNP (1)\n. . -"
ANN_TWICE = f"{ANN_ALONE}\n\nAnn NNP (0)\nleft VBD -\n. . -"
ANN_AND_SHE = f"{ANN_ALONE}\n\nShe PRP (0)\nleft VBD -\n. . -"


@pytest.mark.parametrize(
    ("system", "text", "status", "message"),
    [
        *((system, ANN_ALONE, 2, "nothing to learn from: no mention") for system in ("soon", "cistell", "berkeley")),
        ("ranking-pronouns", ANN_TWICE, 2, "nothing to learn from for 'third person pronouns'"),
        ("ranking", ANN_TWICE, 0, "warning: nothing to learn from for 'third person pronouns'"),
        ("ranking", ANN_AND_SHE, 0, "warning: nothing to learn from for 'proper names'"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("default:nothing to learn from")
def test_what_there_is_nothing_to_learn_from_is_said(capsys, tmp_path, system, text, status, message):
    columns = [line.split() for line in text.splitlines()]
    rows = ["\t".join(["a", "0", "0", w[0], w[1], *["*"] * 6, w[2]]) if w else "" for w in columns]
    key, output = tmp_path / "a.conll", tmp_path / "model.json"
    key.write_text("\n".join(["#begin document (a); part 000", *rows, "", "#end document", ""]), encoding="utf-8")
    assert main(["train", system, str(key), "-o", str(output), "--setting", "system-predicted"]) == status
    assert message in capsys.readouterr().err
    assert output.exists() == (status == 0)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["tales"], ["tales"]),
        (["tales/a.conllu", "tales/b.conllu"], ["tales"]),
        (["tales/b.conllu"], ["tales/b.conllu"]),
        (["tales/b.conllu", "more"], ["more", "tales/b.conllu"]),
        (["tales/b.conllu", "tales"], ["tales"]),
        (["more/c d.conllu", "tales/a.conllu"], ["more/c d.conllu", "tales/a.conllu"]),
        (["more/c d.conllu", "more/e.conllu"], ["more/c d.conllu", "more/e.conllu"]),
        (["linked.conllu"], ["{here}/linked.conllu"]),
        (["samples/es", "tales"], ["samples/es", "tales"]),
        (["x/news", "y/books"], ["x/news", "y/books"]),
        (["x/news", "tales/a.conllu", "tales/b.conllu"], ["tales", "x/news"]),
    ],
)
def test_a_command_names_files_where_the_folder_has_others(tmp_path, monkeypatch, given, expected):
    monkeypatch.chdir(tmp_path)
    for file in ("tales/a.conllu", "tales/b.conllu", "tales/LICENSE", "more/c d.conllu", "more/e.conllu",
                 "more/below/f.conllu", "x/news/g.conllu", "y/books/h.conllu"):  # fmt: skip
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).touch()
    Path("linked.conllu").symlink_to("tales/a.conllu")
    assert names_as_read([Path(name) for name in given]) == [name.format(here=tmp_path.name) for name in expected]


@pytest.mark.model
def test_train_says_what_its_model_is_used_with_and_the_command_can_be_run(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "my texts"
    folder.mkdir()
    for name in ("a b", "c"):
        shutil.copy(f"corpora/samples/{THREE_SHORT_SAMPLES[0]}.conllu", folder / f"{name}.conllu")
    monkeypatch.chdir(tmp_path)
    words = ["train", "ims", "my texts/a b.conllu", "--setting", "system-predicted", "--option", "passes=1"]
    assert main([*words, "--no-cache", "-o", "one model.json"]) == 0
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == "one model.json: the model of ims, for --option 'ims.model=one model.json' --option ims.passes=1"
    command = json.loads(Path("one model.json").read_text(encoding="utf-8"))["command"]
    again = shlex.split(command)
    assert again[3] == "my texts/a b.conllu"
    assert main([*again[1:], "--no-cache", "-q", "-o", "again.json"]) == 0
    assert Path("again.json").read_bytes() == Path("one model.json").read_bytes()


@pytest.mark.model
def test_a_comparison_says_which_documents_a_model_has_learnt_from(trained, capsys):
    """The scores on them are no test of the resolver."""
    said = "with models trained on {} of these documents"
    words = ["-r", "ranking-pronouns", "-r", "mitkov+head-match", "-r", "ranking-pronouns+head-match"]
    words += ["--option", f"ranking-pronouns.model={trained / 'first.json'}", "-s", "system-predicted"]
    words += ["-m", "success_rate", "-q", "--cache", str(trained / "cache")]
    assert main(["compare", str(trained / "documents"), *words]) == 0
    shown = capsys.readouterr().out
    assert f"ranking-pronouns, ranking-pronouns+head-match: {said.format(3)}" in " ".join(shown.split())
    assert "mitkov+head-match:" not in shown
    others = sorted({path.stem for path in Path("corpora/samples").glob("*.conllu")} - set(THREE_SHORT_SAMPLES))
    assert main(["compare", f"corpora/samples/{others[0]}.conllu", *words]) == 0
    assert "models trained on" not in capsys.readouterr().out
