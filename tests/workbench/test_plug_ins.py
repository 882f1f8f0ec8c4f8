"""What plug-ins add - resolvers, filters, metrics, formats, what learns - and what of them is refused by name."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plug_in import install, run_with

# By entry point: what the field is, and what is told of it.
METRICS = {
    "unordered": ("rank='first'", "has the rank 'first'; expected a whole number"),
    "needy": ("needs='parse'", "has the needs 'parse'; expected Needs"),
    "listed": ("options=['weight']", "has the options ['weight']; expected a mapping from text to Option"),
}
FORMATS = {
    "last": ("rank='last'", "has the rank 'last'; expected a whole number"),
    "one_suffix": ("suffixes=('.lamp')", "has the suffixes '.lamp'; expected a tuple of text"),
    "blind": ("recognises=None", "has the recognises None; expected a function"),
    "failing": (
        "recognises=lambda name, beginning: {}[name]",
        "cannot tell which files it is in: KeyError: 'pump.txt'",
    ),
    "numbers": ("read=lambda path: [5]", ""),
}
CODE = """
from anaphora_workbench.corpora.formats import Format
from anaphora_workbench.evaluation import Metric
from anaphora_workbench.evaluation.counting.metric import recall_and_precision


def metric(name, **fields):
    return Metric(name, "a metric", "a test", lambda comparison, options: {}, recall_and_precision, **fields)


def format(name, **fields):
    recognises = lambda file, beginning: file.endswith(f".{name}")
    return Format(**{"name": name, "description": "a format", "source": "a test", "suffixes": (f".{name}",),
                     "recognises": recognises, "read": lambda path: [], **fields})


"""


def site_with(folder: Path) -> Path:
    made = [f"{name.upper()} = metric({name!r}, {field})" for name, (field, _) in METRICS.items()]
    made += [f"{name.upper()} = format({name!r}, {field})" for name, (field, _) in FORMATS.items()]
    entries = ""
    for group, names in (("metrics", METRICS), ("formats", FORMATS)):
        entries += f"[anaphora_workbench.{group}]\n" + "".join(f"{name} = wrong:{name.upper()}\n" for name in names)
    return install(folder / "site", "wrong", CODE + "\n".join(made), entries)


def test_a_metric_with_a_wrong_field_is_named_and_the_others_are_counted(tmp_path: Path) -> None:
    site = site_with(tmp_path)
    key = tmp_path / "key.json"
    key.write_text(json.dumps({"documents": [{"id": "d", "chains": [["a", "b"]]}]}), encoding="utf-8")
    ran = run_with(site, "score", key, key, "--from", "chains-json", "--format", "json")
    assert (ran.returncode, json.loads(ran.stdout)["metrics"]["muc"]["f1"]) == (0, 1.0)
    for name, (_, told) in METRICS.items():
        assert ran.stderr.count(f"warning: metric {name!r} (wrong:{name.upper()}) {told}\n") == 1
    assert run_with(site, "list", "metrics", "muc").returncode == 0


def test_a_format_with_a_wrong_field_is_named_and_the_others_are_recognised(tmp_path: Path) -> None:
    site = site_with(tmp_path)
    (tmp_path / "pump.txt").write_text("The pump is old. It broke.\n", encoding="utf-8")
    ran = run_with(site, "explain", "pump.txt", "-r", "most-recent", "--format", "json", "--no-cache")
    assert (ran.returncode, [row["anaphor"]["form"] for row in json.loads(ran.stdout)]) == (0, ["It"])
    for name, (_, told) in FORMATS.items():
        says = f"warning: format {name!r} (wrong:{name.upper()}) {told}\n"
        assert ran.stderr.count(says) == bool(told), ran.stderr


def test_what_a_reader_gives_that_is_no_document_is_told_with_the_file(tmp_path: Path) -> None:
    site = site_with(tmp_path)
    (tmp_path / "pump.numbers").write_text("The pump\n", encoding="utf-8")
    ran = run_with(site, "validate", "pump.numbers", "--from", "numbers")
    assert ran.returncode != 0
    assert "pump.numbers: its reader gave 5; expected Documents" in ran.stdout + ran.stderr


BROKEN_METRICS = """
from anaphora_workbench.evaluation import Metric, Needs, Ratio
from anaphora_workbench.evaluation.counting.metric import recall_and_precision


def answers(comparison, options):
    return {"all": len(comparison.response)}


def whole(comparison, options):
    return {"recall": 1, "of key": 2, "precision": 1, "of response": 2}


def boom(comparison, options):
    return {"a": {}["x"]}


def refuses(tally, options):
    raise SystemError("no score")


WHOLE = Metric("whole", "half", "test", whole, recall_and_precision)
BOOM = Metric("boom", "raises", "test", boom, recall_and_precision)
WORDS = Metric("words", "no numbers", "test", lambda comparison, options: {"recall": "x"}, recall_and_precision)
HALF = Metric("half", "no denominator", "test", lambda comparison, options: {"recall": 1, "precision": 1, "of key": 2},
    recall_and_precision)
BARE = Metric("bare", "a float", "test", whole, lambda tally, options: 0.5)
NAN = Metric("nan", "not a number", "test", whole, lambda tally, options: Ratio(float("nan"), 1))
REFUSES = Metric("refuses", "raises on the sum", "test", whole, refuses)
SIZE = Metric(
    "size", "mean size", "test", lambda comparison, options: {"mentions": 5 * len(comparison.response),
    "entities": 2 * len(comparison.response)}, lambda tally, options: Ratio(tally["mentions"], tally["entities"]),
    bounded=False,
)
LARGE = Metric("large", "no share", "test", whole, lambda tally, options: Ratio(5, 2))
OVER = Metric("over", "a recall of 2", "test", lambda comparison, options: {"recall": 2, "of key": 1, "precision": 1,
    "of response": 9}, recall_and_precision)
ANSWERS = Metric("answers", "half", "test", answers, lambda tally, options: Ratio(1, 2), needs=Needs.DECISIONS)
"""
NAMES = ("answers", "whole", "size", "boom", "words", "half", "bare", "nan", "refuses", "large", "over")
ENTRY = "[anaphora_workbench.metrics]\n" + "".join(f"{name} = its_metrics:{name.upper()}\n" for name in NAMES)
TOLD = {
    "boom": "failed: KeyError: 'x'",
    "words": "counted {'recall': 'x'}; expected numbers by name",
    "half": "was scored as 2 of 0, by the counts recall, precision, of key; expected a denominator",
    "bare": "was scored as 0.5; expected a Ratio, Score or other Result",
    "nan": "was scored as nan; expected a number as its figure, and JSON",
    "refuses": "failed: SystemError: no score",
    "large": "was scored as 2.5, outside of 0 to 1; expected figures within, or bounded=False of the Metric",
    "over": "was scored as Score(recall=2.0, precision=",
}
COMPARE = ("-s", "true-gold", "-r", "most-recent", "--no-cache", "--format", "json")


def test_a_metric_that_nobody_names_changes_no_result(site: Path, tiny: Path) -> None:
    bare = tiny.parent / "bare" / "site"
    bare.mkdir(parents=True)
    assert run_with(site, "compare", tiny, *COMPARE).stdout == run_with(bare, "compare", tiny, *COMPARE).stdout


def test_a_metric_that_is_named_is_in_the_signature(site: Path, tiny: Path) -> None:
    ran = run_with(site, "compare", tiny, *COMPARE, "-m", "answers", "-m", "muc")
    outcome = json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]["most-recent"]
    assert outcome["metrics"]["answers"]["value"] == 0.5
    assert re.search(r"metric-rules:1,answers=its_metrics==1\.0@[0-9a-f]{12}\|", outcome["signature"])


def whose(name: str) -> str:
    return f"metric {name!r} (its_metrics:{name.upper()}, package its_metrics 1.0) {TOLD[name]}"


@pytest.fixture
def site(tiny: Path) -> Path:
    return install(tiny.parent / "site", "its_metrics", BROKEN_METRICS, ENTRY)


def test_broken_ones_are_left_out_of_a_score_that_names_none(site: Path, tiny: Path) -> None:
    ran = run_with(site, "score", tiny, tiny, "--format", "json")
    assert ran.returncode == 0, ran.stderr
    metrics = json.loads(ran.stdout)["metrics"]
    assert metrics["muc"]["f1"] == 1.0
    assert metrics["whole"]["f1"] == 0.5
    assert not TOLD.keys() & metrics.keys()
    told = [
        line for line in ran.stderr.splitlines() if line.endswith("; it is left out, as it was not asked for by name")
    ]
    for name in TOLD:
        assert sum(whose(name) in line for line in told) == 1, name


# What is said of each is that of the test before.
@pytest.mark.parametrize("name", ["boom", "nan"])
def test_one_that_is_named_is_an_error_with_its_name(site: Path, tiny: Path, name: str) -> None:
    ran = run_with(site, "score", tiny, tiny, "-m", name, "-m", "muc")
    assert ran.returncode == 2
    assert whose(name) in ran.stderr


def test_python_tells_it_too(site: Path) -> None:
    code = "import anaphora_workbench as aw; aw.evaluate([['a', 'b']], [['a', 'b']], 'boom')"
    environment = {**os.environ, "PYTHONPATH": str(site)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1].endswith(f"MetricError: {whose('boom')}")


def test_what_is_no_share_is_shown_as_it_is(site: Path, tiny: Path) -> None:
    words = ("-m", "size", "-m", "muc", "--format", "text")
    compared = run_with(site, "compare", tiny, *COMPARE[:-2], *words)
    assert compared.returncode == 0, compared.stderr
    assert "2.50" in compared.stdout
    assert "250.0" not in compared.stdout
    # Two documents are too few for an interval.
    assert ("2.50–2.50" in compared.stdout, "95%" in compared.stdout) == (False, False)
    assert "All scores in %, but for size. Anaphors: " in compared.stdout
    scored = run_with(site, "score", tiny, tiny, *words, "--intervals")
    assert "2.50" in scored.stdout
    assert "250.0" not in scored.stdout
    assert "100.00" in scored.stdout
    assert "but for size" in scored.stdout


FILTER = """
from anaphora_workbench.resolvers import candidate_filter


@candidate_filter("no-subjects", "subjects cannot be antecedents", "test")
def no_subjects(case, candidate):
    return "a subject" if case.mention(candidate).function == "SUBJ" else None
"""
FILTER_ENTRY = "[anaphora_workbench.filters]\nno-subjects = no_subjects:no_subjects\n"
ALSO = ("-r", "most-recent", "-r", "kennedy-boguraev", "--option", "also=no-subjects", "--jobs", 1)


@pytest.fixture(scope="module")
def filtering(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("filter") / "site", "no_subjects", FILTER, FILTER_ENTRY)


def workbench(filtering: Path, *words: object) -> str:
    done = run_with(filtering, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_is_listed(filtering: Path) -> None:
    rows = {row["name"]: row for row in json.loads(workbench(filtering, "list", "filters", "--format", "json"))}
    assert list(rows) == [
        "agreement", "form", "syntax", "chains", "quotations", "referents", "doubt", "threshold", "no-subjects",
    ]  # fmt: skip
    assert rows["no-subjects"]["package"] == "no_subjects"


def test_it_loses_antecedents_and_the_errors_and_the_signature_say_so(filtering: Path, tiny: Path) -> None:
    printed = workbench(filtering, "compare", tiny, "-s", "true-gold", *ALSO, "--errors", "--format", "json")
    for name, outcome in json.loads(printed)["corpora"]["tiny"]["true-gold"].items():
        causes = outcome["errors"]["causes"]
        assert causes["filtered by no-subjects"]["wrong"] > 0
        assert causes["filtered by no-subjects"]["examples"][0]["detail"] == "a subject"
        signed = rf"\|resolver:{name},also=no-subjects@no_subjects==1\.0@[0-9a-f]{{12}}$"
        assert re.search(signed, outcome["signature"])


def test_an_ablation_says_what_it_costs(filtering: Path, tiny: Path) -> None:
    printed = workbench(filtering, "compare", tiny, "-s", "true-gold", *ALSO, "--ablate", "--format", "json")
    for resolver in ("most-recent", "kennedy-boguraev"):
        without = json.loads(printed)["ablations"]["tiny"]["true-gold"][resolver]["without"]
        assert without["no-subjects"]["change"] > 0


WRONG = """
from anaphora_workbench.resolvers import Filter, candidate_filter
from anaphora_workbench.resolvers.contract.case import Candidate


@candidate_filter("bang", "raises", "test")
def bang(case, candidate):
    return 1 / 0


@candidate_filter("truthy", "says no more than True", "test")
def truthy(case, candidate):
    return True


def forget(case):
    case.candidates = [candidate.position for candidate in case.candidates]


def mark(case):
    case.candidates = [candidate.rejected("mark", 7) for candidate in case.candidates]


FORGET = Filter("forget", "keeps positions only", "test", forget, {}, ("forget",), lambda candidate: ("", ""))
MARK = Filter("mark", "gives numbers as reasons", "test", mark, {}, ("mark",), lambda candidate: ("", ""))
"""
WRONG_ENTRY = (
    "[anaphora_workbench.filters]\nbang = wrong:bang\ntruthy = wrong:truthy\nforget = wrong:FORGET\nmark = wrong:MARK\n"
)


@pytest.mark.parametrize(
    ("name", "thing", "told"),
    [
        ("bang", "bang", "failed: ZeroDivisionError: division by zero"),
        ("truthy", "truthy", "returned True for mention m1; expected the reason in words, or None"),
        ("forget", "FORGET", "left [0] as candidates; expected Candidates, with reasons in words"),
        ("mark", "MARK", "as candidates; expected Candidates, with reasons in words"),
    ],
)
def test_what_a_filter_does_wrong_is_told_with_its_name(tiny: Path, name: str, thing: str, told: str) -> None:
    filtering = install(tiny.parent / "site", "wrong", WRONG, WRONG_ENTRY)
    words = ("explain", tiny / "tom.conllu", "-r", "most-recent", "--option", f"also={name}", "--no-cache",
             "--annotation", "gold")  # fmt: skip
    (line,) = run_with(filtering, *words).stderr.splitlines()
    assert f"tom: resolver most-recent: filter {name!r} (wrong:{thing}, package wrong 1.0) " in line
    assert line.endswith(told)


UNTRACED = '''
from anaphora_workbench.corpora.document import Decision
from anaphora_workbench.resolvers import Resolution
from anaphora_workbench.resolvers.options import ResolverOptions


class Bare:
    """Takes the mention before, and knows nothing but Document and Resolution."""

    name, description, source = "bare", "the mention before", "a test"
    needs_key, parts, options, Options = False, (), {}, ResolverOptions

    def __init__(self, options=None):
        pass

    def resolve(self, document, key=None):
        mentions = sorted(document.mentions, key=lambda mention: mention.start)
        decisions = [
            Decision(mention.id, before.id)
            for before, mention in zip(mentions, mentions[1:])
            if mention.person == 3 and mention.pronoun_type in ("personal", "possessive")
        ]
        linked = {decision.anaphor: decision.antecedent for decision in decisions}
        chains = {}
        for mention in mentions:
            before = linked.get(mention.id)
            chains[mention.id] = chains[before] if before else []
            chains[mention.id].append(mention.id)
        whole = list({id(chain): chain for chain in chains.values()}.values())
        return Resolution(document.id, self.name, {}, decisions, whole, [])


class Raising(Bare):
    name = "raising"

    def resolve(self, document, key=None):
        raise KeyError("no luck")


class Changing(Bare):
    name = "changing"

    def resolve(self, document, key=None):
        resolution = super().resolve(document, key)
        document.mentions.pop()
        return resolution
'''
POINTS = """
[anaphora_workbench.resolvers]
bare = bare_resolver:Bare
raising = bare_resolver:Raising
changing = bare_resolver:Changing
"""


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    return install(tmp_path / "site", "bare_resolver", UNTRACED, POINTS)


def test_its_errors_have_no_cause_but_that_there_is_no_trace(bare: Path, tiny: Path) -> None:
    """She → the lamp, it → She, his → his key, It → his: all wrong, with a right mention before each."""
    done = run_with(
        bare, "compare", tiny, "-s", "true-gold", "-r", "bare", "-r", "hobbs", "--errors", "--format", "json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = json.loads(done.stdout)["corpora"]["tiny"]["true-gold"]
    assert outcomes["bare"]["anaphors"] == 4
    signed = r"\|resolver-rules:bare_resolver==1\.0@[0-9a-f]{12}\|resolver:bare$"
    assert re.search(signed, outcomes["bare"]["signature"])
    causes = outcomes["bare"]["errors"]["causes"]
    assert {cause: counts["wrong"] for cause, counts in causes.items()} == {"no trace": 4}


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "-s", "true-gold", "-r", "bare", "--report", "report.html"),
        ("compare", "-s", "true-gold", "-r", "bare+head-match", "--by", "pronoun"),
    ],
    ids=["report", "joined"],
)
def test_it_runs_in_every_view(bare: Path, tiny: Path, command: tuple[str, ...]) -> None:
    done = run_with(bare, command[0], tiny, *command[1:])
    assert (done.returncode, done.stderr) == (0, "")
    assert "bare" in done.stdout


def test_what_fails_is_named_with_its_document(bare: Path, tiny: Path) -> None:
    done = run_with(bare, "compare", tiny, "-s", "true-gold", "-r", "raising", "-r", "hobbs")
    assert done.returncode != 0
    assert "resolver raising: KeyError: 'no luck'" in done.stderr
    assert "Traceback" not in done.stderr


LEARNED = """
from dataclasses import dataclass

from anaphora_workbench.resolvers import PronounResolver
from anaphora_workbench.resolvers.learning.learned_resolver import MODEL_HELP, Learned
from anaphora_workbench.resolvers.options import PronounOptions, option


@dataclass(frozen=True, kw_only=True)
class Options(PronounOptions):
    model: str = option("", MODEL_HELP, is_file=True)


class Counted(Learned, PronounResolver):
    name, description, source, role = "counted", "counts", "a test", "learned"
    Options = Options
    trained_in = ("true-gold",)

    def __init__(self, options=None):
        super().__init__(options)
        self.load()

    def take(self, learnt):
        self.odds = learnt["odds"]

    def choose(self, case):
        return None

    @classmethod
    def learn(cls, documents, parameters, seed, advance):
        return {{"odds": {{}}}}, {features}, {{}}
"""
LEARNED_ENTRY = "[anaphora_workbench.resolvers]\ncounted = counted:Counted\n"


@pytest.mark.parametrize(
    ("features", "told"),
    [
        ("['odds', 'sentence']", "counted has learnt from no feature of the workbench, 'odds', 'sentence'; there"),
        ("[]", "counted names no features that it has learnt from; there are: type,"),
    ],
)
def test_unknown_features_are_refused_first(tiny: Path, features: str, told: str) -> None:
    site = install(tiny.parent / "site", "counted", LEARNED.format(features=features), LEARNED_ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 2
    assert told in ran.stderr
    assert ("sentences?" in ran.stderr) == ("sentence" in features)
    assert not (site.parent / "counted.json").exists()


@pytest.mark.parametrize(
    ("lesson", "told"),
    [
        ("{{}}['odds']", "failed to learn: KeyError: 'odds'"),
        ("{{'odds': {{}}}}, ['sentences']", "learnt ({'odds': {}}, ['sentences']); expected what it learnt (an"),
        ("{{'odds': float('nan')}}, ['sentences'], {{}}", "learnt what JSON cannot hold: Out of range float values"),
        ("{{'odds': {{1}}}}, ['sentences'], {{}}", "learnt what JSON cannot hold: Object of type set is not JSON"),
    ],
)
def test_what_is_no_lesson_is_told_with_the_plug_in(tiny: Path, lesson: str, told: str) -> None:
    code = LEARNED.replace('{{"odds": {{}}}}, {features}, {{}}', lesson).format()
    site = install(tiny.parent / "site", "counted", code, LEARNED_ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"error: resolver 'counted' (counted:Counted) {told}")
    assert not (site.parent / "counted.json").exists()


def test_what_is_learnt_does_not_depend_on_how_many_threads_add_numbers(tiny: Path) -> None:
    # From 10,000 numbers on OpenBLAS gives each thread a part of a sum; SciPy has a BLAS of its own.
    lesson = "{{'odds': [part['num_threads'] for part in threadpool_info() if part['user_api'] == 'blas']}}"
    code = LEARNED.replace('{{"odds": {{}}}}', lesson).format(features="['sentences']")
    code = f"import scipy.linalg\nfrom threadpoolctl import threadpool_info\n{code}"
    site = install(tiny.parent / "site", "counted", code, LEARNED_ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 0, ran.stderr
    threads = json.loads((site.parent / "counted.json").read_text(encoding="utf-8"))["learnt"]["odds"]
    assert len(threads) >= 2
    assert set(threads) == {1}


def test_a_broken_plug_in_is_left_out_of_those_that_learn(tiny: Path) -> None:
    entries = f"{LEARNED_ENTRY}broken = counted:Missing\n"
    site = install(tiny.parent / "site", "counted", LEARNED.format(features="['sentences']"), entries)
    ran = run_with(site, "train", "mitkov", tiny, "--output", "mitkov.json", "--quiet")
    assert ran.returncode == 2
    assert "error: mitkov does not learn; those that do: berkeley, cistell, counted, ims" in ran.stderr


def test_a_model_of_known_features_is_read_again(tiny: Path) -> None:
    site = install(tiny.parent / "site", "counted", LEARNED.format(features="['sentences']"), LEARNED_ENTRY)
    ran = run_with(site, "train", "counted", tiny, "--output", "counted.json", "--quiet")
    assert ran.returncode == 0, ran.stderr
    assert json.loads((site.parent / "counted.json").read_text(encoding="utf-8"))["features"] == ["sentences"]
    ran = run_with(
        site, "explain", tiny / "tom.conllu", "-r", "counted", "--option", "model=counted.json", "--no-cache"
    )
    assert ran.returncode == 0, ran.stderr
    words = ("-r", "counted", "--option", "counted.model=counted.json", "-s", "true-gold", "-m", "muc", "--no-cache")
    signed = [line for line in run_with(site, "compare", tiny, *words).stdout.splitlines() if "model=" in line]
    model = json.loads((site.parent / "counted.json").read_text(encoding="utf-8"))
    (site.parent / "counted.json").write_text(json.dumps(model | {"learnt": {"odds": {"she": 1}}}), encoding="utf-8")
    signed += [line for line in run_with(site, "compare", tiny, *words).stdout.splitlines() if "model=" in line]
    assert [line.startswith("resolver:counted,model=counted.json@") for line in signed] == [True, True]
    assert signed[0] != signed[1]
