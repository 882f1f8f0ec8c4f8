"""What a report keeps of each resolution, how it is packed, and the words it is told in."""

import os
import pickle
import re
import sqlite3
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import DocumentPair
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.evaluation.arithmetic.exact import ExactSum
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.linguistic.outcomes import Outcome
from anaphora_workbench.evaluation.pronouns.gap import Snippet
from anaphora_workbench.evaluation.statistics.difficulty import Difficulty, Mean
from anaphora_workbench.evaluation.statistics.disclosure import Disclosure, FormCounts
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import Trace, get_resolver, words_of
from anaphora_workbench.resolvers.discourse.agreement import DIMENSIONS as FEATURES
from anaphora_workbench.resolvers.features import FEATURES as LEARNED_FEATURES
from anaphora_workbench.resolvers.registry.registry import RESOLVERS
from anaphora_workbench.resolvers.words import MEANING, OTHER, REASONS
from anaphora_workbench.workbench.analysis.causes import causes
from anaphora_workbench.workbench.analysis.details import Answer, DocumentText, ReportDetails
from anaphora_workbench.workbench.analysis.error_analysis import DocumentErrors, Example, JudgedPronoun
from anaphora_workbench.workbench.analysis.packed_traces import unpacked as unpacked_details
from anaphora_workbench.workbench.analysis.verdicts import DocumentVerdicts, PronounVerdict, Verdict, VerdictDetails
from anaphora_workbench.workbench.base.settings import SETTINGS, setting_named
from anaphora_workbench.workbench.engine.pickles import packed, unpacked
from anaphora_workbench.workbench.records.document_results import DocumentResults
from anaphora_workbench.workbench.records.record import SCHEMA, Counted, Record
from anaphora_workbench.workbench.records.recorded_corpus import RecordedCorpus
from anaphora_workbench.workbench.report import difficulty
from anaphora_workbench.workbench.report.explanations import explanation, words
from anaphora_workbench.workbench.report.explanations.words import (
    UNSEEN,
    VERDICTS,
    WITHOUT_KEY,
    words_of_causes,
    words_of_filters,
)
from plug_in import install, run_with
from report_files import index_of, piece_of
from tiny_corpus import TOM, Run, conllu


def pair_and_resolution(path: Path, resolver: str) -> tuple[DocumentPair, Any]:
    document = next(iter(read(path)))
    document = Preprocessor().annotate(document, "gold" if document.relations else "predicted")
    given = document.with_mentions("true")
    key = replace(document, mentions=given.mentions)
    assert key.key is not None
    resolution = get_resolver(resolver).resolve(given)
    return DocumentPair(given.id, key, key.key, given, resolution.layer()), resolution


def opened(trace: dict[str, Any], anaphor: int) -> list[dict[str, Any]]:
    """The candidates of a packed trace, by the reading that the page has of it."""
    positions, at = [], anaphor
    back = trace.get("d", 0)
    for number in range(len(trace.get("f", ""))):
        at -= back[number] if isinstance(back, list) else 1
        positions.append(at)
    candidates = [
        {
            "position": position,
            "filter": "" if letter == "." else trace["n"][ord(letter) - ord("A")],
            "rank": None,
            "sum": 0.0,
        }
        for position, letter in zip(positions, trace.get("f", ""), strict=True)
    ]
    for place, number in enumerate(trace.get("k", []), start=1):
        candidates[number]["rank"] = place
    ranked = [candidate for candidate in candidates if candidate["rank"] is not None]
    for values in trace.get("v", {}).values():
        for candidate, value in zip(ranked, values, strict=True):
            candidate["sum"] += value
    return candidates


@pytest.mark.model
@pytest.mark.parametrize("resolver", ["kennedy-boguraev", "mitkov", "cogniac", "hobbs", "random"])
@pytest.mark.parametrize("name", ["fiction_piano", "news_keeper"])
def test_packed_traces_hold_candidates_filters_ranks_and_scores(resolver: str, name: str) -> None:
    samples = packaged("samples")
    pair, resolution = pair_and_resolution(samples / f"{name}.conllu", resolver)
    details = ReportDetails()(pair, resolution, pair.key)
    packed = unpacked_details(details.packed_traces)
    traces: list[Trace] = resolution.traces
    assert len(packed) == len(traces) > 10
    for trace in traces:
        trace_packed = packed[str(trace.mention(trace.anaphor).head)]
        candidates = opened(trace_packed, trace.anaphor)
        assert trace_packed["r"] == trace.rule
        assert [candidate["position"] for candidate in candidates] == [
            candidate.position for candidate in trace.candidates
        ]
        assert [candidate["filter"] for candidate in candidates] == [
            candidate.rejected_by for candidate in trace.candidates
        ]
        ranked = sorted(
            (candidate for candidate in trace.candidates if candidate.rank is not None),
            key=lambda candidate: candidate.rank or 0,
        )
        assert [candidate.position for candidate in ranked] == [
            candidate["position"]
            for candidate in sorted(candidates, key=lambda candidate: candidate["rank"] or 0)
            if candidate["rank"] is not None
        ]
        for opened_candidate, candidate in zip(candidates, trace.candidates, strict=True):
            if candidate.rank is not None and candidate.score is not None:
                assert opened_candidate["sum"] == pytest.approx(candidate.score, abs=0.02)


def test_verdicts_causes_and_key(tmp_path: Path) -> None:
    (tmp_path / "tom.conllu").write_text(conllu("tom", TOM), encoding="utf-8")
    pair, resolution = pair_and_resolution(tmp_path / "tom.conllu", "singletons")
    details = ReportDetails()(pair, resolution, pair.key)
    text = details.text
    assert [text.words[offset] for offset in text.anaphors] == ["his", "It"]
    assert [(facts.distance, text.text(text.mentions[facts.antecedent or 0])) for facts in text.anaphors.values()] == [
        (0, "Tom"),
        (1, "his key"),
    ]
    assert {answer.offset: answer.verdict for answer in details.answers} == {2: "none", 5: "none"}
    assert all(answer.cause for answer in details.answers)


def test_a_mention_belongs_to_the_key_by_any_head_of_its_mentions(tmp_path: Path) -> None:
    """HOWTO names every head of a coordination; what counts as a right answer is marked as one of the key."""
    (tmp_path / "tom.conllu").write_text(conllu("tom", TOM), encoding="utf-8")
    pair, resolution = pair_and_resolution(tmp_path / "tom.conllu", "most-recent")
    # The entity of Tom has the head of *his key* too, as in *Tom and his key*.
    mentions = [
        replace(mention, other_heads=(3,)) if mention.start == mention.head == 0 else mention
        for mention in pair.key.mentions
    ]
    by_head = ReportDetails()(replace(pair, key=replace(pair.key, mentions=mentions)), resolution, pair.key)
    assert by_head.given.spans == [(0, 1, 0), (2, 4, 3), (2, 3, 2), (5, 6, 5)]
    assert by_head.given.entities == [[0], [0, 1], [0], [1]]
    assert ReportDetails("exact")(pair, resolution, pair.key).given.entities == [[0], [1], [0], [1]]


GOLD, TRUE = setting_named("system-gold"), setting_named("true-gold")
DETAILED = Counted((), "ReportDetails")


def detail(word: str, difficulty: Difficulty) -> DocumentText:
    """Any data that has other data as an attribute."""
    return DocumentText("tom", [word], [True], [], [], [], [], {}, difficulty)


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Two documents: one with details of two rows in one setting and of one in another, one with details of one row."""
    record = Record(tmp_path / "run.sqlite")
    record.begin({}, [("corpus", Path("both.conllu"), "0")])
    (file,) = record.files("corpus")
    common = Difficulty()
    rows = {"mitkov": detail("Tom", common), "hobbs": detail("slept", common)}
    ann = {GOLD: rows, TRUE: {"mitkov": detail(".", common)}}
    record.add(file, 0, "ann", DETAILED, DocumentResults("1", details=ann))
    record.add(
        file, 1, "tom", DETAILED, DocumentResults("2", details={GOLD: {"mitkov": detail("alone", Difficulty())}})
    )
    return record


def test_details_with_slots_are_kept(tmp_path: Path) -> None:
    record, snippet = Record(tmp_path / "run.sqlite"), Snippet("feminine", (True, False), (True, True))
    record.begin({}, [("corpus", Path("gap.tsv"), "0")])
    (file,) = record.files("corpus")
    record.add(file, 0, "ann", DETAILED, DocumentResults("1", details={GOLD: {"mitkov": snippet, "hobbs": snippet}}))
    corpus = RecordedCorpus(record, "corpus")
    assert [corpus.details(GOLD, row)["ann"] for row in ("mitkov", "hobbs")] == [snippet] * 2


@pytest.mark.parametrize(
    ("setting", "row", "words"),
    [
        (GOLD, "mitkov", {"ann": ["Tom"], "tom": ["alone"]}),
        (GOLD, "hobbs", {"ann": ["slept"]}),
        (TRUE, "mitkov", {"ann": ["."]}),
        (TRUE, "hobbs", {}),
        (GOLD, "absent", {}),
    ],
)
def test_details_of_a_row(record: Record, setting: object, row: str, words: dict[str, list[str]]) -> None:
    details = RecordedCorpus(record, "corpus").details(setting, row)  # type: ignore[arg-type]
    assert {id: kept.words for id, kept in details.items()} == words
    assert (list(details), len(details), bool(details)) == (list(words), len(words), bool(words))
    assert {id: id in details for id in ("ann", "tom", "else")} == {id: id in words for id in ("ann", "tom", "else")}
    with pytest.raises(KeyError, match="else"):
        details["else"]


def test_what_is_unpacked(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to know which there are; to read one, it and once what it has in common with others."""
    unpacked = Record.unpacked
    sizes: list[int] = []

    def noted(self: Record, content: bytes, *apart: object) -> object:
        sizes.append(len(content))
        return unpacked(self, content, *apart)  # type: ignore[arg-type]

    monkeypatch.setattr(Record, "unpacked", noted)
    corpus = RecordedCorpus(record, "corpus")
    mitkov, hobbs = (corpus.details(GOLD, row) for row in ("mitkov", "hobbs"))
    assert (list(mitkov), len(hobbs), "tom" in hobbs, bool(hobbs), len(sizes)) == (["ann", "tom"], 1, False, True, 0)
    first = mitkov["ann"]
    assert len(sizes) == 2
    assert hobbs["ann"].difficulty is first.difficulty
    assert len(sizes) == 3


def test_details_are_under_the_seal(record: Record, tmp_path: Path) -> None:
    """A document whose details were changed is not kept, so it is made again."""
    (file,) = record.files("corpus")
    assert record.kept(file, DETAILED) == {0: "ann", 1: "tom"}
    with sqlite3.connect(tmp_path / "run.sqlite") as other:
        other.execute("UPDATE detail SET content = x'00' WHERE row = 'hobbs'")
    assert record.kept(file, DETAILED) == {1: "tom"}
    assert list(RecordedCorpus(record, "corpus").numbers) == ["tom"]


def test_a_document_added_again_has_its_new_details(record: Record) -> None:
    (file,) = record.files("corpus")
    record.add(file, 0, "ann", DETAILED, DocumentResults("1", details={TRUE: {"hobbs": detail("anew", Difficulty())}}))
    corpus = RecordedCorpus(record, "corpus")
    assert list(corpus.details(GOLD, "mitkov")) == ["tom"]
    assert corpus.details(TRUE, "hobbs")["ann"].words == ["anew"]


def test_a_run_of_another_schema_is_refused(run: Run, tiny: Path) -> None:
    command = ("compare", "tiny", "-s", "true-gold", "-r", "mitkov", "--run", "R", "--quiet")
    assert run(*command).status == 0
    with sqlite3.connect("R/run.sqlite") as record:
        record.execute("PRAGMA user_version = 1")
    resumed = run("compare", "--resume", "R")
    assert (resumed.status, resumed.out) == (2, "")
    assert f"R/run.sqlite: schema version 1; expected {SCHEMA}, of this version's runs" in " ".join(resumed.err.split())


@pytest.mark.parametrize(
    "content",
    [
        pytest.param({"a": [1, 2.5, None, True, "x", b"y"], ("b", 2): {"c"}}, id="plain values"),
        pytest.param(Counter({("span", "name"): 2}), id="Counter"),
        pytest.param(Fraction(1, 3), id="Fraction"),
        pytest.param(ExactSum({3: 1}), id="ExactSum"),
        pytest.param(Counts({"muc": {"recall": Fraction(1, 2), Outcome.TP: 1}}, {"beta": 1}), id="Counts"),
        pytest.param(Difficulty(means={"size": Mean.of([1, 3])}), id="Difficulty"),
        pytest.param(Disclosure({"he": FormCounts(raw=1)}), id="Disclosure"),
        pytest.param(Answer(3, "right", None, "nearest"), id="Answer"),
        DocumentErrors([JudgedPronoun("d", 3, "he", True, True, 0, "", "x", Example("a", "b", "c", "d"))]),
        pytest.param(DocumentVerdicts([PronounVerdict(3, "right")]), id="verdicts"),
        pytest.param({SETTINGS[0]: 1}, id="a named tuple"),
    ],
)
def test_what_is_kept_comes_back(content: object) -> None:
    assert unpacked(packed(content)) == content


@dataclass
class AnswerOfAPlugIn(Answer):
    """Data of another package, though of a class of ours."""


class Called:
    """What is pickled as a call."""

    def __init__(self, called: Callable[..., Any], *arguments: Any) -> None:
        self.call = called, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.call


@pytest.mark.parametrize(
    ("hostile", "says"),
    [
        pytest.param(Called(os.getpid), "posix.getpid is not kept", id="a function of the system"),
        pytest.param(Called(eval, "1"), "builtins.eval is not kept", id="eval"),
        pytest.param(Called(packed, 1), "pickles.packed is not kept", id="a function of ours"),
        pytest.param(VerdictDetails(), "verdicts.VerdictDetails is not kept", id="data that can be called"),
        pytest.param(Called(VerdictDetails()), "verdicts.VerdictDetails is not kept", id="a call of it"),
        pytest.param(Path("x"), "pathlib.* is not kept", id="another package's"),
        pytest.param(AnswerOfAPlugIn(3, "right", None, ""), "AnswerOfAPlugIn is not kept", id="a class made of ours"),
        pytest.param(Called(Fraction, "x"), "damaged: Invalid literal for Fraction: 'x'", id="a value that is none"),
    ],
)
def test_what_is_not_kept_is_refused(hostile: object, says: str) -> None:
    with pytest.raises(pickle.UnpicklingError, match=says):
        unpacked(packed(hostile))


@pytest.mark.parametrize(
    ("pickled", "says"),
    [
        (b"canaphora_workbench.evaluation.counting\nCounts.by\n.", "damaged: Can't get attribute 'Counts.by'"),
        (b"canaphora_workbench.evaluation.counting.counting\ntotal\n.", "total is not kept"),
        (b"canaphora_workbench.__main__\nmain\n.", "__main__.main is not kept"),
        (b"canaphora_workbench_of_mine\nCounts\n.", "mine.Counts is not kept"),
        (b"c__builtin__\nset\n.", "__builtin__.set is not kept"),
        (b"I01\n", "damaged: Ran out of input"),
        (b"canaphora_workbench.evaluation.arithmetic.exact\nExactSum\n)R)R.",
         "damaged: 'ExactSum' object is not callable"),
        (b"cfractions\nFraction\n(I1\nI0\ntR.", r"damaged: Fraction\(1, 0\)"),
        (b".", "unpickling stack underflow"),
        (b"h\x05.", "Memo value not found at index 5"),
    ],
)  # fmt: skip
def test_bytes_that_no_pickler_makes_are_refused(pickled: bytes, says: str) -> None:
    with pytest.raises(pickle.UnpicklingError, match=says):
        unpacked(zlib.compress(pickled))


def test_refusing_imports_nothing() -> None:
    """A module may do something when it is imported."""
    with pytest.raises(pickle.UnpicklingError):
        unpacked(zlib.compress(b"cantigravity\nx\n."))
    assert "antigravity" not in sys.modules


def test_this_process_reads_what_it_has_packed_of_any_kind() -> None:
    assert unpacked(packed(AnswerOfAPlugIn(3, "right", None, "")), trusted=True) == AnswerOfAPlugIn(
        3, "right", None, ""
    )


REPORT = Path(__file__).parents[2] / "workbench" / "report"


def test_no_template_and_no_script_names_a_filter_a_feature_or_a_cause() -> None:
    # The form of a pronoun, and that of a page, are called as a filter is.
    names = {*words_of_filters(), *FEATURES, *words_of_causes()} - {"form"}
    files = [file for file in REPORT.rglob("*") if file.name.endswith((".js", ".j2"))]
    assert len(files) > 10
    for file in files:
        # A sentence's number has a style of that name.
        text = file.read_text(encoding="utf-8").replace('class: "number"', "")
        literals = set(re.findall(r"[\"'`>]([^\"'`<>\n]*)[\"'`<]", text))
        assert not literals & names, file


def test_each_cause_and_each_verdict_has_words() -> None:
    assert list(words_of_causes()) == list(causes())
    assert {verdict.name for verdict in (*VERDICTS, *WITHOUT_KEY)} == set(get_args(Verdict))
    letters = [verdict.letter for verdict in (*VERDICTS, UNSEEN)]
    assert len(letters) == len(set(letters))


def test_what_learned_features_are_called_is_of_features_and_values_that_there_are() -> None:
    spoken = words_of(RESOLVERS.names())
    # neural tells of reasons only, which are their own names.
    assert set(spoken.features) - set(REASONS) == set(LEARNED_FEATURES)
    assert [
        (name, value)
        for name, its_words in spoken.features.items()
        for value in its_words.values
        if name not in REASONS and value not in (LEARNED_FEATURES[name].values or ())
    ] == []
    asked = {part for line in spoken.published.values() for part in line.split(" & ")}
    assert {part.removeprefix("mention.").removeprefix("candidate.") for part in asked} <= set(LEARNED_FEATURES)


def test_each_feature_of_ours_says_which_reason_it_counts_for() -> None:
    assert {feature.words.reason for feature in LEARNED_FEATURES.values()} == set(REASONS) - {MEANING}
    assert [name for name, feature in LEARNED_FEATURES.items() if feature.words.reason == OTHER] == ["constraints"]


def test_each_factor_that_an_algorithm_weighs_has_words() -> None:
    for name in RESOLVERS.names():
        factors = getattr(RESOLVERS.get(name), "factors", {})
        spoken = words_of([name]).factors
        assert set(factors) <= set(spoken), name
        assert all(spoken[factor].gains or spoken[factor].loses for factor in factors), name


def test_a_rule_of_a_joined_resolver_has_the_words_of_its_parts() -> None:
    joined = words_of(["cogniac+speech-pronouns", "a file of answers"])
    assert "search back" in joined.rules
    assert "nobody told" in joined.no_answer_on_page
    assert "max-salience" not in joined.rules


def test_other_words_change_what_is_explained(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("explain", tiny, "-r", "mitkov").out
    figures = run("difficulty", tiny).out
    assert " after agreement" in before
    assert "left out: " in before
    assert "… after agreement" in figures
    renamed = {
        name: replace(its_words, cause="unlikeness", survived="unlikeness")
        for name, its_words in words_of_filters().items()
    }
    assert asdict(renamed["agreement"])["compares"] == FEATURES
    for module in (explanation, words):
        monkeypatch.setattr(module, "words_of_filters", lambda: renamed)
        monkeypatch.setattr(module, "words_of_filter", renamed.__getitem__)
    changed = run("explain", tiny, "-r", "mitkov").out
    assert changed == before.replace("agreement", "unlikeness")
    # The column is as wide as its longest cell.
    in_other_words = figures.replace("after agreement", "after unlikeness")
    assert run("difficulty", tiny).out.split() == in_other_words.split()
    assert difficulty.words_of_counting_filter().cause == "unlikeness"


FILTER = """
from anaphora_workbench.resolvers.pronouns.stages.filter import candidate_filter


@candidate_filter("lamps", "no lamps", "example")
def lamps(case, candidate):
    return "a lamp" if "lamp" in case.discourse.document.mention_text(case.mention(candidate)) else None
"""


def test_a_filter_of_a_plug_in_is_in_the_report_and_in_explanations(tiny: Path, tmp_path: Path) -> None:
    site = install(tmp_path / "site", "dark", FILTER, "[anaphora_workbench.filters]\nlamps = dark:lamps\n")
    words = ("-r", "mitkov", "--option", "mitkov.also=lamps")
    explained = run_with(site, "explain", tiny, *words)
    assert explained.stderr == ""
    assert "left out: the lamp (m2): lamps: a lamp\n" in explained.stdout
    file = tmp_path / "r.html"
    done = run_with(site, "compare", tiny, *words, "-s", "true-gold", "--no-cache", "--report", file)
    assert (done.returncode, done.stderr) == (0, "")
    page = file.read_text(encoding="utf-8")
    index = index_of(page)
    assert index["words"]["filters"]["lamps"] == {"cause": "lamps", "meaning": "no lamps", "compares": []}
    answered = piece_of(page, index["corpora"][0]["settings"]["true-gold"]["documents"])
    traces = piece_of(page, answered["traces"][0])
    rules = [trace["s"] for (trace,) in traces.values() if "lamps" in trace.get("n", ())]
    assert rules
    assert all(list(of_trace["lamps"]) == ["a lamp"] for of_trace in rules)


def test_a_filter_that_nobody_describes_goes_by_its_name() -> None:
    assert words.words_of_filter("moonlight").cause == "moonlight"
