"""What a person expects at a terminal: how options are spelled, names nearly right, ``-``, completion."""

import io
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.evaluation.counting.options import spellings
from anaphora_workbench.evaluation.counting.registry import available_metrics
from anaphora_workbench.resolvers import available
from anaphora_workbench.workbench.base.errors import forget
from anaphora_workbench.workbench.base.fields import PANELS
from anaphora_workbench.workbench.commands import LazyCommands
from anaphora_workbench.workbench.commands.wiring.command_line import OF_METRICS, renamed
from anaphora_workbench.workbench.commands.wiring.option_values import metric_options
from anaphora_workbench.workbench.scoring.metric_options import MetricOptions
from plug_in import install, run_with
from test_score_command import conll
from tiny_corpus import Run

# Flags of earlier versions, what they are now, and the name in experiment files, Python and signatures.
FLAGS: list[tuple[str, str, str, Any]] = [
    ("--mention-credit partial", "mentions.credit=partial", "mention_credit", "partial"),
    ("--blanc-rules luo", "blanc.rules=luo", "blanc_rules", "luo"),
    ("--blanc-rules=luo", "blanc.rules=luo", "blanc_rules", "luo"),
    ("--arcs-rules scripts", "arcs.rules=scripts", "arcs_rules", "scripts"),
    ("--nominal script", "arcs.nominal=script", "nominal", "script"),
    ("--prague-antecedent root", "prague.antecedent=root", "prague_antecedent", "root"),
    ("--parent-require-defining", "parent.require-defining=true", "parent_require_defining", True),
    ("--typed-attempted pg", "typed.attempted=pg", "typed_attempted", "pg"),
    ("--lceaf entity", "lceaf.by=entity", "lceaf", "entity"),
]
# ``--option NAME=VALUE`` of earlier versions.
NAMES: list[tuple[str, str, str, Any]] = [
    ("typed_scheme=PGDE", "--option typed.scheme=PGDE", "typed_scheme", "PGDE"),
    ("typed-ignore=D2=D1", "--option typed.ignore=D2=D1", "typed_ignore", "D2=D1"),
    ("typed_beta=2", "--option typed.beta=2", "typed_beta", 2),
    ("split-importance=3", "--option lea.importance=3", "split_importance", 3),
    ("w_nam=0.5", "--option lmetrics.w-nam=0.5", "w_nam", 0.5),
    ("gap_missing=official", "--option gap.missing=official", "gap_missing", "official"),
    ('ace_parameters={"a": 1}', '--option ace_value.parameters={"a": 1}', "ace_parameters", {"a": 1}),
    ("twinless=all", "--twinless all", "twinless", "all"),
    ("match=exact", "--match exact", "match", "exact"),
    ("min_spans=true", "--min-spans", "min_spans", True),
]
GOLD = ("-s", "true-gold", "--quiet", "--jobs", "1")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(conll("d", "(1) (1) (2) (3)"))
    response.write_text(conll("d", "(1) (2) (2) (3)"))
    return key, response


@pytest.mark.parametrize(("flag", "now", "name", "value"), FLAGS, ids=[flag for flag, *_ in FLAGS])
def test_flags_that_are_options_now(
    capsys: pytest.CaptureFixture[str], flag: str, now: str, name: str, value: Any
) -> None:
    forget()
    words = ["key", *flag.split(), "--jobs", "2", "--", flag.split()[0]]
    assert renamed("score", words, ["--option", "--jobs"]) == ["key", "--option", now, *words[-4:]]
    assert capsys.readouterr().err == f"warning: {flag.split()[0].partition('=')[0]} is now --option {now}\n"
    assert metric_options(MetricOptions(), [now]) == {name: value}
    assert renamed("are resolve", words, ["--nominal"]) == words


@pytest.mark.parametrize(("given", "now", "name", "value"), NAMES, ids=[given for given, *_ in NAMES])
def test_a_name_without_its_metric_is_read_with_a_line(
    capsys: pytest.CaptureFixture[str], given: str, now: str, name: str, value: Any
) -> None:
    assert metric_options(MetricOptions(), [given]) == {name: value}
    assert capsys.readouterr().err == f"warning: --option {given} is now {now}\n"


def test_every_flag_that_was_renamed_is_in_the_table() -> None:
    assert {flag.split()[0].partition("=")[0] for flag, *_ in FLAGS} == set(OF_METRICS)
    assert set(OF_METRICS.values()) <= set(spellings(available_metrics().values()))


def test_old_and_new_spelling_give_the_same_bytes(run: Run, files: tuple[Path, Path]) -> None:
    words = ("score", *files, "-m", "blanc", "-m", "mentions", "--format", "json")
    old = run(*words, "--blanc-rules", "luo")
    new = run(*words, "--option", "blanc.rules=luo")
    assert (old.status, new.status, new.err) == (0, 0, "")
    assert old.err == "warning: --blanc-rules is now --option blanc.rules=luo\n"
    assert old.out == new.out
    assert "|blanc-rules:luo|" in f"{json.loads(new.out)['signature']}|"


def test_compare_counts_as_an_experiment_file_says(run: Run, tiny: Path) -> None:
    words = ("-r", "mitkov", "-m", "blanc", "--format", "json")
    (tiny.parent / "e.toml").write_text(
        'resolvers = ["mitkov"]\nmetrics = ["blanc"]\nsettings = ["true-gold"]\n[[corpora]]\npath = "tiny"\n'
        '[options.mitkov]\nwindow = 1\n[metric-options]\nblanc_rules = "luo"\n'
    )
    typed = run("compare", tiny, *words, *GOLD, "--option", "blanc.rules=luo", "--option", "mitkov.window=1")
    described = run("compare", "e.toml", "--format", "json", "--quiet", "--jobs", "1")
    assert (typed.status, typed.err) == (described.status, described.err) == (0, "")
    of_typed, of_file = (json.loads(ran.out)["corpora"]["tiny"]["true-gold"] for ran in (typed, described))
    assert of_typed["mitkov"]["metrics"]["blanc"] == of_file["mitkov"]["metrics"]["blanc"]
    assert of_typed["mitkov"]["signature"] == of_file["mitkov"]["signature"]
    assert "blanc-rules:luo" in of_typed["mitkov"]["signature"]
    assert "resolver:mitkov,window=1" in of_typed["mitkov"]["signature"]


def test_a_run_is_resumed_with_its_options_of_metrics(run: Run, tiny: Path) -> None:
    words = ("compare", tiny, "-r", "mitkov", "-m", "blanc", *GOLD, "--format", "json")
    first = run(*words, "--option", "blanc.rules=luo", "--run", "kept")
    resumed = run("compare", "--resume", "kept", "--format", "json", "--quiet")
    assert (first.status, resumed.out) == (0, first.out)
    refused = run("compare", "--resume", "kept", "--option", "blanc.rules=luo")
    assert refused.err == "error: --option next to --resume; expected it in the run folder\n"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["score", "{key}", "{key}", "--option", "blanc.ruels=luo"], "has an option 'blanc.ruels'; there are: ace_"),
        (["score", "{key}", "{key}", "--option", "blanc.ruels=luo"], "; did you mean blanc.rules?"),
        (["score", "{key}", "{key}", "--option", "mitkov.window=3"], "no metric has an option 'mitkov.window'"),
        (["score", "{key}", "{key}", "--option", "blanc.rules"], "expected METRIC.OPTION=VALUE"),
        (["score", "{key}", "{key}", "--option", "blanc.rules=lou"], "--option blanc.rules cannot be 'lou'; expected"),
        (["score", "{key}", "{key}", "--blanc-rules"], "--option 'blanc.rules': expected METRIC.OPTION=VALUE"),
        (["score", "{key}", "{key}", "--blanc-rule", "luo"], "error: no option --blanc-rule; there are: --"),
        (["compare", "tiny", "--option", "blanc.ruels=luo"], "; did you mean blanc.rules?"),
        (["compare", "tiny", "--option", "blank.rules=luo"], "'blank' is neither a resolver that runs nor a metric; "),
        (["compare", "tiny", "--option", "blank.rules=luo"], "did you mean blanc?"),
        (["compare", "tiny", "--option", "mitkvo.window=3"], "did you mean mitkov?"),
        (["compare", "tiny", "--option", "blanc.rules=lou"], "--option blanc.rules cannot be 'lou'; expected"),
        (["compare", "tiny", "-m", "muc", "--option", "blanc.rules=luo"],
         "--option blanc.rules=luo: no metric chosen has this option; expected --metric blanc"),
        (["compare", "tiny", "--option", "blanc.rules=luo", "--option", "blanc.rules=corefud"],
         "--option blanc.rules=corefud next to --option blanc.rules=luo; expected only one"),
        (["compare", "tiny", "--blanc-rules", "luo"], "error: no option --blanc-rules; there are: "),
        (["train", "soon", "tiny", "-o", "m", "--model", "x"], "error: no option --model; expected --spacy-model\n"),
        (["compare", "tiny", "-r", "soon", "--model", "m.json"], "--model m.json: expected --option model=m.json for"),
        (["convert", "tiny", "m", "--model", "x"], "error: no option --model; there are: "),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, list) else "",
)  # fmt: skip
def test_unknown_options_are_refused(
    run: Run, files: tuple[Path, Path], tiny: Path, words: list[str], error: str
) -> None:
    ran = run(*(word.format(key=files[0]) for word in words))
    assert (ran.status, ran.out) == (2, "")
    assert error in ran.err


def test_the_model_of_spacy_is_read_by_its_earlier_name(run: Run, tiny: Path) -> None:
    ran = run("preprocess", tiny, "-o", "out", "--annotation", "gold", "--model=no_model")
    new = run("preprocess", tiny, "-o", "out", "--annotation", "gold", "--spacy-model", "no_model")
    assert ran.err == "warning: --model is now --spacy-model\n" + new.err
    assert ran.status == new.status


def test_no_resolver_has_the_name_of_a_metric() -> None:
    owners = {spelling.partition(".")[0] for spelling in spellings(available_metrics().values())}
    assert not (owners | set(available_metrics())) & {name.replace("-", "_") for name in available()}


def test_an_option_of_a_plug_in_is_named_after_its_metric(tmp_path: Path, files: tuple[Path, Path]) -> None:
    metric = (
        "from anaphora_workbench.evaluation.counting.metric import Metric, Option, recall_and_precision, two_sided\n"
        "METRIC = Metric('mine', 'a metric', 'me', two_sided(lambda table: (1, 2)), recall_and_precision,\n"
        "                options={'mine_power': Option(1.0, 'a number'), 'strength': Option('a', 'x', ('a', 'b'))})\n"
    )
    site = install(tmp_path / "site", "mine", metric, "[anaphora_workbench.metrics]\nmine = mine:METRIC\n")
    words = ("score", *files, "-m", "mine", "--option", "mine.power=2", "--option", "mine.strength=b")
    done = run_with(site, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "mine-power:2" in done.stdout
    assert "strength:b" in done.stdout


def _commands() -> dict[str, Any]:
    """All commands by name, those of groups too."""
    top = {name: LazyCommands().get_command(None, name) for name in LazyCommands().list_commands(None)}
    below = {
        f"{name} {inner}": command for name in top for inner, command in getattr(top[name], "commands", {}).items()
    }
    return {name: command for name, command in top.items() if not hasattr(command, "commands")} | below


COMMANDS = _commands()


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_option_of_a_long_help_has_a_panel(name: str) -> None:
    options = [option for option in COMMANDS[name].params if option.param_type_name == "option"]
    without = [option.opts[0] for option in options if option.rich_help_panel not in PANELS]
    assert len(options) <= 8 or not without


@pytest.mark.parametrize("width", [60, 120])
@pytest.mark.parametrize("name", ["score", "compare", "explain", "list"])
def test_options_stand_in_panels_at_any_width(name: str, width: int) -> None:
    """A flag of an earlier version is in none of them, and no line is wider than the terminal."""
    environment = os.environ | {"COLUMNS": str(width)}
    command = [sys.executable, "-m", "anaphora_workbench", name, "--help"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, env=environment, timeout=60)
    lines = done.stdout.splitlines()
    panels = [line.rstrip(":") for line in lines if line.endswith(":") and not line.startswith(" ")]
    expected = {"explain": [PANELS[0], *PANELS[2:]], "list": ["Options"]}.get(name, list(PANELS))
    assert panels == ["Arguments", *expected]
    assert not any(flag in done.stdout.split() for flag in [*OF_METRICS, "--model"])
    # No type of Python's, nor braces around what is required.
    assert not re.search(r"<(list|str|path|Path|int)|[{}]|\.\.\.\.", done.stdout)
    assert name == "list" or max(map(len, lines)) <= width


def test_each_panel_has_what_it_says() -> None:
    panel = {option.opts[0]: option.rich_help_panel for option in COMMANDS["compare"].params[1:]}
    asked = ["--resolver", "--match", "--report", "--jobs"]
    assert [panel[option] for option in asked] == list(PANELS)
    assert all(PANELS.index(first) < PANELS.index(second) for first, second in pairwise(panel[of] for of in asked))


KEY = "#begin document (d);\nd 0 0 Ann (1)\nd 0 1 saw -\nd 0 2 her (1)\n#end document\n"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("compar", "tiny"), "compare"),
        (("compare", "tiny", "--jbos", "1"), "--jobs"),
        (("compare", "tiny", "-r", "mitkof"), "mitkov"),
        (("compare", "tiny", "-r", "mitkov+head-mach"), "head-match"),
        (("compare", "tiny", "-m", "b-cubed"), "b_cubed"),
        (("compare", "tiny", "-s", "true-gould"), "true-gold"),
        (("compare", "tiny", "--format", "jsn"), "json"),
        (("compare", "tiny", "--table", "leaderbord"), "leaderboard"),
        (("compare", "tiny", "-r", "mitkov", "--option", "mitkov.windw=3"), "window"),
        (("compare", "tiny", "-r", "mitkov", "--option", "windw=3"), "window"),
        (("compare", "tiny", "-r", "mitkov", "--option", "mitkov.prelink=nams"), "names"),
        (("score", "tiny", "tiny", "--preset", "crac25"), "crac24"),
        (("score", "tiny", "tiny", "--twinless", "semval"), "semeval"),
        (("score", "tiny", "tiny", "--from", "conll-u"), "conllu"),
        (("corpora", "fetch", "gmu"), "gum"),
        (("list", "metrics", "conl"), "conll"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_did_you_mean(run: Run, tiny: Path, words: tuple[str, ...], meant: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert f"; did you mean {meant}?" in ran.err
    assert ran.err.count("\n") == 1


def test_a_name_that_is_like_none_is_only_answered_with_the_names(run: Run, tiny: Path) -> None:
    assert "did you mean" not in run("compare", "tiny", "-r", "xyzzy").err


def from_standard_input(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_standard_input_is_scored(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key.conll").write_text(KEY, encoding="utf-8")
    from_standard_input(monkeypatch, KEY)
    ran = run("score", "key.conll", "-", "--metric", "muc", "--format", "json")
    assert json.loads(ran.out)["metrics"]["muc"]["f1"] == 1.0
    from_standard_input(monkeypatch, KEY)
    assert "- twice: standard input can only be read once" in run("score", "-", "-").err


def test_standard_input_is_the_other_response(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key.conll").write_text(KEY, encoding="utf-8")
    words = ("score", "key.conll", "key.conll", "--metric", "muc", "--format", "json", "--significance")
    from_standard_input(monkeypatch, KEY)
    ran = run(*words, "-")
    assert json.loads(ran.out)["significance"] == json.loads(run(*words, "key.conll").out)["significance"]


def test_standard_input_goes_through(run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = ("--task", 1)
    assert run("are", "prepare", tiny / "tom.conllu", *task, "-o", "task", "-q").status == 0
    given, key = Path("task/inputs/tom-input.xml"), Path("task/keys/tom-key.xml")
    from_standard_input(monkeypatch, given.read_text())
    assert run("are", "resolve", "-", *task, "-r", "most-recent", "-o", "answers", "-q").status == 0
    answer = Path("answers/tom-answer.xml")
    for words, read in (
        (("score", key, "-"), answer),
        (("score", "-", answer), key),
        (("check", given, "-"), answer),
        (("check", "-", answer), given),
    ):
        from_standard_input(monkeypatch, read.read_text())
        ran = run("are", *words, *task)
        assert (ran.status, ran.err) == (0, ""), words
    for words in (("score", "task/keys", "-"), ("check", "-", "answers")):
        from_standard_input(monkeypatch, answer.read_text())
        ran = run("are", *words, *task)
        assert ran.status == 2
        assert f"standard input: one file next to {max(words[1:])}, a folder; expected two files" in ran.err


def test_what_is_wrong_in_standard_input_has_its_name_and_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from_standard_input(monkeypatch, KEY.replace("(1)", "(1"))
    ran = run("validate", "-")
    assert ran.status == 1
    assert ran.out.startswith("error: standard input:5: entity 1 opens in line 2 but never closes\n")


def test_the_shell_completes_commands() -> None:
    asked = {"_WORKBENCH_COMPLETE": "complete_bash", "COMP_WORDS": "workbench comp", "COMP_CWORD": "1"}
    program = Path(sys.executable).with_name("workbench")
    done = subprocess.run([program], env=os.environ | asked, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.split() == ["compare"]
