"""``PYTHONPATH=CHECKOUT/src python benchmarks/judging.py …``: which anaphors the resolvers of a checkout get right.

It runs with the code of another commit, so it uses only what all of them have, and it keeps spaCy's parses between
runs: they depend on the words alone, and parsing them is most of the time.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from spacy.tokens import Doc

from anaphora_workbench.evaluation.anaphora import judged
from anaphora_workbench.preprocessing import pipeline
from anaphora_workbench.preprocessing.parser import spacy_parser
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.settings import Setting


class KeptParses:
    """A spaCy pipeline whose results are kept in a folder; in all else it is the pipeline itself."""

    def __init__(self, nlp: Any, folder: Path) -> None:
        self._nlp, self._folder = nlp, folder
        self.pipeline: list[tuple[str, Callable[[Doc], Doc]]] = [("kept", self._parsed)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._nlp, name)

    def _parsed(self, doc: Doc) -> Doc:
        given = repr([(token.text, token.whitespace_, token.is_sent_start) for token in doc])
        file = self._folder / hashlib.sha256(given.encode()).hexdigest()
        if file.exists():
            return Doc(self._nlp.vocab).from_bytes(file.read_bytes())
        for _, component in self._nlp.pipeline:
            doc = component(doc)
        file.write_bytes(doc.to_bytes(exclude=["tensor", "user_data"]))
        return doc


def right_answers(pair: Any, resolution: Any, prepared: Any) -> dict[str, Any]:
    """The anaphors of the key by their place, 1 where the answer is right, and how many pronouns were answered."""
    answers = list(judged(pair))
    return {
        "right": {answer.mention.head: answer.outcome.correct for answer in answers if answer.is_anaphor},
        "attempted": sum(answer.outcome.attempted for answer in answers),
    }


def main(corpus: str, setting: str, resolvers: str, parses: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What each resolver got right, by resolver.

    Args:
        corpus: a folder.
        setting: as ``compare`` has it.
        resolvers: names with commas between.
        parses: the folder of parses, which exists.
    """
    nlp = KeptParses(spacy_parser.load_model(), Path(parses))
    pipeline.load_model = lambda *named: nlp  # type: ignore[assignment,misc,return-value]
    mentions, annotation = setting.split("-")
    wanted = (Setting(mentions, annotation),)  # type: ignore[arg-type]
    experiment = Experiment((Corpus(Path(corpus), "corpus"),), tuple(resolvers.split(",")), settings=wanted)
    results = run(experiment, None, 1, details=right_answers, only=("success_rate",))
    if results.failures:
        raise ValueError(results.failures[0].reason)
    for name, outcome in results.corpora["corpus"].settings[wanted[0]].items():
        right, attempted = {}, 0
        for document, of_document in outcome.details.items():
            attempted += of_document["attempted"]
            right.update({f"{document}:{place}": value for place, value in of_document["right"].items()})
        yield name, {"right": right, "attempted": attempted}


if __name__ == "__main__":
    json.dump(dict(main(*sys.argv[1:])), sys.stdout)
