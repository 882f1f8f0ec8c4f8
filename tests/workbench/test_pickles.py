"""What Python gives can be pickled: resolvers, resolutions, documents and results, for processes that are spawned."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import anaphora_workbench as aw
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers import available, get_resolver
from anaphora_workbench.workbench.engine.pickles import packed, unpacked

TEXT = "Ann met Tom. She liked him because he was kind to her own brother."


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture(scope="module")
def document() -> Document:
    return aw.Preprocessor().process(TEXT)


@pytest.mark.model
@pytest.mark.parametrize("name", [name for name, info in available().items() if info.role != "llm"])
def test_every_resolver_and_what_it_says_goes_to_another_process(name: str, document: Document) -> None:
    resolver = again(get_resolver(name))
    if resolver.needs_key:
        return

    def said(resolution: Any) -> list[Any]:
        traces = [
            (trace.rule, [(candidate.position, dict(candidate.factors or {})) for candidate in trace.candidates])
            for trace in resolution.traces
        ]
        return [resolution.decisions, resolution.chains, traces]

    resolution = resolver.resolve(again(document))
    # Before anybody has asked why, and after.
    early = again(resolution)
    assert said(early) == said(resolution) == said(again(resolution))


@pytest.mark.parametrize(
    "made",
    [
        lambda: aw.compare("samples/manual_sync.conllu", resolvers=["most-recent"], settings=["true-predicted"]),
        lambda: aw.difficulty("samples/manual_sync.conllu"),
        lambda: aw.score("samples/manual_sync.conllu", "samples/manual_sync.conllu", intervals=True),
    ],
    ids=["compare", "difficulty", "score"],
)
@pytest.mark.model
def test_results_go_to_another_process(made: Any) -> None:
    results = made()
    assert again(results).as_json() == results.as_json()


@pytest.mark.parametrize("content", [b"", b"no zlib", packed([1])[:-3]], ids=["empty", "other", "cut"])
@pytest.mark.parametrize("trusted", [True, False])
def test_what_is_damaged_is_no_object(content: bytes, trusted: bool) -> None:
    with pytest.raises(pickle.UnpicklingError, match="damaged"):
        unpacked(content, trusted=trusted)


SPAWNED = f"""
import multiprocessing
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model

if __name__ == "__main__":
    nlp = load_model()
    nlp.add_pipe("anaphora_resolver", config={{"resolver": "ranking-pronouns"}})
    multiprocessing.set_start_method("spawn")
    for number in (1, 2):
        docs = nlp.pipe([{TEXT!r}, "Rain fell."], n_process=number)
        print([[len(group) for group in doc.spans.values()] for doc in docs])
"""


@pytest.mark.model
@pytest.mark.slow
def test_documents_of_a_pipe_are_answered_by_processes_that_are_spawned(tmp_path: Path) -> None:
    # A process that is spawned imports the file that was begun.
    script = tmp_path / "spawned.py"
    script.write_text(SPAWNED, encoding="utf-8")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=200, check=True)
    alone, apart = ran.stdout.splitlines()
    assert alone == apart
    assert len(alone) > len("[[], []]")
