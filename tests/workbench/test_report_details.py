"""What a report keeps of each resolution says the same as the trace it was made from."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import DocumentPair, sorted_mentions
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import Trace, get_resolver
from anaphora_workbench.workbench.analysis.details import ReportDetails, unpacked
from tiny_corpus import ANN, TOM, conllu


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
    packed = unpacked(details.packed_traces)
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


def test_resolvers_of_a_document_share_its_text(tmp_path: Path) -> None:
    (tmp_path / "ann.conllu").write_text(conllu("ann", ANN), encoding="utf-8")
    pair, resolution = pair_and_resolution(tmp_path / "ann.conllu", "mitkov")
    make = ReportDetails()
    first = make(pair, resolution, pair.key)
    second = make(replace(pair, response_layer=replace(pair.response_layer)), resolution, pair.key)
    assert first.text is second.text
    assert first.given is second.given
    assert [first.given.spans[position][:2] for position in range(len(first.given.spans))] == [
        (mention.start, mention.end) for mention in sorted_mentions(pair.response.mentions)
    ]


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


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called: unlike seconds, the same on a busy machine."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("match", ["head", "exact"])
def test_the_hero_of_a_novel_is_not_gone_through_for_each_of_its_pronouns(tmp_path: Path, match: str) -> None:
    """*Ann saw the lamp. She lit it.*, over and over: twice the mentions in an entity cost twice the work."""
    calls = []
    for times in (60, 120):
        (tmp_path / "ann.conllu").write_text(conllu("ann", ANN * times), encoding="utf-8")
        pair, resolution = pair_and_resolution(tmp_path / "ann.conllu", "random")
        assert pair.key.key is not None
        assert [len(entity.mentions) for entity in pair.key.key.entities] == [2 * times, 2 * times]
        details = ReportDetails(match)
        calls.append(calls_of(lambda made=details, of=(pair, resolution): made(*of, of[0].key)))
    assert calls[1] < 2.2 * calls[0]
