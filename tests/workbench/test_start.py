"""Starting: help with examples, nothing imported that is not needed, how many modules load."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.processes import taken_by

from anaphora_workbench.workbench.commands import COMMANDS
from tiny_corpus import ANN, Run, conllu

OURS = tuple(f"anaphora_workbench.{room}" for room in ("evaluation", "resolvers", "preprocessing"))
SLOW = ("spacy", "rich", "numpy", "scipy", "lxml", *OURS)
# interfaces.md, section 2: a form where a table is printed, workers where documents are independent, quiet where
# there is a progress bar, and the options named there.
OPTIONS = {
    "preprocess": "--output --spacy-model --jobs --quiet",
    "resolve": "--resolver --output --mentions --annotation --to --jobs --quiet",
    "score": "--metric --by --significance --option --twinless --singletons --mention-match --match --zeros "
    "--zero-match --split-antecedents --from --format --jobs --quiet",
    "compare": "--resolver --setting --metric --report --output --format --jobs --quiet",
    "difficulty": "--by --format --jobs --quiet",
    "explain": "--resolver --anaphor --format --jobs --quiet",
    "train": "--output --setting --seed --option --quiet",
    "are prepare": "--task --format --jobs --quiet",
    "are resolve": "--task --jobs --quiet",
    "are score": "--task --format --jobs --quiet",
    "are run": "--format --jobs --quiet",
    "convert": "--from --to --quiet",
    "validate": "--from --format --quiet",
    "llm export": "--cache",
    "llm import": "--cache",
    "cache info": "--cache --format",
    "cache clear": "--cache",
    "corpora list": "--format",
    "corpora info": "--format",
    "corpora fetch": "--quiet",
    "models list": "--format",
    "models fetch": "--output --hub --revision --checksum --quiet",
    "list": "--format",
    "agreement": "--from --format",
    "exercise": "--resolver --output --document --option --from --quiet",
    "serve": "--port --no-browser --key --host --jobs --timeout --memory",
}
START = "import sys; from anaphora_workbench.workbench.commands import main; status = main(sys.argv[1:]); "
LOADED = "print(*sorted(set(sys.modules) & set({!r})), file=sys.stderr); sys.exit(status)"


def loaded(*words: str, of: tuple[str, ...]) -> set[str]:
    """Which of some modules a command line imports."""
    command = [sys.executable, "-c", START + LOADED.format(of), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return set(done.stderr.splitlines()[-1].split())


def test_help_imports_nothing_slow() -> None:
    assert loaded("--help", of=SLOW) == set()


@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_command_has_help_with_an_example_and_the_options_of_the_contract(run: Run, name: str) -> None:
    ran = run(*name.split(), "--help")
    assert (ran.status, ran.err) == (0, "")
    assert f"Example: workbench {name} " in f"{' '.join(ran.out.split())} "
    offered = {word.rstrip(",") for line in ran.out.splitlines() for word in line.split() if line.startswith("  -")}
    assert set(OPTIONS[name].split()) <= offered


@pytest.mark.parametrize("group", sorted({name.split()[0] for name in OPTIONS if " " in name}))
def test_every_group_of_commands_has_an_example(run: Run, group: str) -> None:
    assert f"Example: workbench {group} " in run(group, "--help").out


def test_no_command_is_without_a_contract() -> None:
    groups = {name.split()[0] for name in OPTIONS}
    assert groups == set(COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_no_command_imports_spacy_or_rich_before_it_works(name: str) -> None:
    assert loaded(name, "--help", of=("spacy", "rich")) == set()


def test_what_is_parsed_is_compared_without_spacy(tmp_path: Path) -> None:
    """Each worker process would take a hundred megabytes more (docs/large-runs.md); the text's language is checked."""
    (tmp_path / "ann.conllu").write_text(conllu("ann", ANN * 4), encoding="utf-8")
    words = ("compare", str(tmp_path), "-r", "mitkov", "-s", "system-gold", "--no-cache", "--quiet", "--jobs", "1")
    checked = "anaphora_workbench.preprocessing.parser.foreign_language"
    assert loaded(*words, of=("spacy", "thinc", checked)) == {checked}


def test_no_arguments_is_help(run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert all(name in ran.out for name in COMMANDS)


def test_a_group_without_arguments_is_help(run: Run) -> None:
    ran = run("corpora")
    assert (ran.status, ran.err) == (0, "")
    assert "fetch" in ran.out


def test_version(run: Run) -> None:
    ran = run("--version")
    assert ran.status == 0
    assert ran.out.startswith("anaphora-workbench ")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_seen_enough_is_no_error(unbuffered: str) -> None:
    command = f"set -o pipefail; {sys.executable} -m anaphora_workbench list metrics | true"
    given = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60, env=given)
    assert (done.returncode, done.stderr) == (0, "")


REPOSITORY = Path(__file__).parents[2]
SAMPLE = REPOSITORY / "corpora" / "samples" / "news_bridge.conllu"
TELL = """
import sys
from anaphora_workbench.workbench.commands import main
try:
    status = main()
except SystemExit as left:
    status = left.code
print(sum(name.startswith("anaphora_workbench.") for name in sys.modules), file=sys.stderr)
sys.exit(status)
"""
TEXT = "#begin document (d); part 000\n{}#end document\n"
WORDS = "".join(
    f"d 0 {number} {word} {tag} * - - - - * {chain}\n"
    for number, (word, tag, chain) in enumerate([("Ann", "NNP", "(0)"), ("left", "VBD", "-"), ("her", "PRP$", "(0)")])
)


def modules_of(*arguments: object) -> int:
    """How many of our modules a command has modules_of when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", TELL, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.split()[-1])


@pytest.fixture
def conll(tmp_path: Path) -> Path:
    file = tmp_path / "d.conll"
    file.write_text(TEXT.format(WORDS + "\n"), encoding="utf-8")
    return file


def test_a_comparison_of_one_resolver_loads_no_other(tmp_path: Path) -> None:
    assert modules_of("compare", SAMPLE, "-r", "mitkov", "--no-cache") <= 300


def test_a_score_by_one_metric_loads_no_other_and_no_resolver(conll: Path) -> None:
    assert modules_of("score", "-m", "muc", conll, conll) <= 130


# More than a pipe holds.
MUCH = "import sys; sys.stderr.write('x' * 200_000); sys.exit(int(sys.argv[1]))"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc, which only Linux has")
def test_a_command_that_writes_much_to_standard_error_ends():
    assert taken_by([sys.executable, "-c", MUCH, "0"]).largest > 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc, which only Linux has")
def test_what_a_command_that_fails_has_written_is_kept():
    with pytest.raises(subprocess.CalledProcessError) as raised:
        taken_by([sys.executable, "-c", MUCH, "3"])
    assert raised.value.returncode == 3
    assert len(raised.value.stderr) == 200_000
