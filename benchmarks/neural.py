"""``python -m benchmarks.neural``: what ``neural`` gives under each guideline, at each caution, by each way to encode.

Beside CoNLL stands the score by which the CRAC shared tasks rank: CoNLL by head match, singletons dropped.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from onnx.helper import make_node

from anaphora_workbench.corpora import read
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.learning.distribution import shipped
from anaphora_workbench.resolvers.neural.encoder.encoder import Encoder
from anaphora_workbench.resolvers.neural.encoder.encoder_file import ENCODER, Encoding, read_encoder
from anaphora_workbench.resolvers.neural.encoder.graph import Graph
from anaphora_workbench.resolvers.neural.encoder.quantisation import restored
from anaphora_workbench.resolvers.neural.neural import Neural
from anaphora_workbench.resolvers.neural.scorer import GUIDELINES
from anaphora_workbench.workbench.api.front_door import score
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.report.comparison import comparison_table
from anaphora_workbench.workbench.report.tables import Row
from benchmarks.columns import columns_of
from benchmarks.data import figures, markdown, write_figures
from benchmarks.full_coreference import CORPORA, litbank_dev
from benchmarks.places import DOCS
from benchmarks.runs import RAW, Runs, remake

PAGE = DOCS / "reference" / "neural.md"
_SCORED = "success_rate: success (percent); precision (percent); conll: CoNLL (percent)"
COLUMNS = {
    "guidelines": columns_of(f"corpus; guideline; {_SCORED}; crac: CRAC (percent)"),
    "caution": columns_of(f"corpus; caution; {_SCORED}"),
    "encoding": columns_of(f"way: products; speed: words a CPU second (count); {_SCORED}"),
}
_CRAC = {"singletons": "drop", "mention_match": "head"}
_CAUTIONS = (-2, 0, 1, 2, 2.8, 4)
_WHOLE, _FOUR_BITS, _FLOATS = "eight bits by piece (as shipped)", "four bits", "floats"


def measure(runs: Runs) -> dict[str, str]:
    """Write the figures to docs/data; returns the parts of the page."""
    with tempfile.TemporaryDirectory() as scratch:
        litbank = litbank_dev(runs.corpora / "litbank", Path(scratch))
        places = (runs.corpora / "gum" / "dev", runs.corpora / "ontogum" / "dev", litbank)
        of = dict(zip(CORPORA, places, strict=True))
        scored = partial(_scored, of, runs)
        write_figures("guidelines", COLUMNS["guidelines"], _guideline_rows(scored))
        write_figures("caution", COLUMNS["caution"], _caution_rows(scored))
        write_figures("encoding", COLUMNS["encoding"], _encoding_rows(of[CORPORA[0]], runs))
    return parts()


def parts() -> dict[str, str]:
    """The parts of the page, from docs/data."""
    return {name: markdown(COLUMNS[name], figures(name)) for name in ("caution", "encoding")}


def guideline_parts() -> dict[str, str]:
    """The part of docs/full-coreference.md."""
    return {"guidelines": markdown(COLUMNS["guidelines"], figures("guidelines"))}


def _guideline_rows(scored: Any) -> Iterator[Row]:
    for corpus in CORPORA:
        for guideline in GUIDELINES:
            # OntoGUM has no singletons, so they earn nothing there.
            dropped = {"singletons": "drop"} if corpus == CORPORA[1] else {}
            row = scored(corpus, dropped, guideline=guideline)
            yield {
                "corpus": corpus,
                "guideline": guideline,
                **row,
                "crac": scored(corpus, _CRAC, guideline=guideline)["conll"],
            }


def _caution_rows(scored: Any) -> Iterator[Row]:
    for corpus, guideline in ((CORPORA[0], "gum"), (CORPORA[2], "litbank")):
        for caution in _CAUTIONS:
            row = scored(corpus, {}, guideline=guideline, caution=float(caution))
            yield {"corpus": corpus, "caution": f"{caution:g}", **row}


def _scored(places: dict[str, Path], runs: Runs, corpus: str, metrics: dict[str, str], **options: Any) -> Row:
    """Scores on a corpus from raw text.

    Args:
        metrics: options of the metrics.
        options: of ``neural``.
    """
    asked = Corpus(places[corpus], corpus), ("neural",), {"neural": options}, (RAW,), ("conll", "success_rate")
    results = runs.compared(*asked, metrics)
    (row,) = comparison_table(results, results.corpora[corpus], RAW).rows
    return row


class _Floats(Graph):
    """Products of floats."""

    def _whole(self, given: str) -> tuple[str, str]:
        return given, ""

    def _product(self, name: str, given: tuple[str, str]) -> str:
        weights = restored(self._tensors[f"{name}.values"], self._tensors[f"{name}.scales"])
        product = self._node("MatMul", [given[0], self._constant(f"{name}.columns", weights.T)], f"{name}.product")
        return self._node("Add", [product, self._floats(f"{name}.bias")], f"{name}.sum")


class _FourBits(_Floats):
    """Products of floats with weights that stay in four bits until they are needed."""

    def _product(self, name: str, given: tuple[str, str]) -> str:
        values, scales = self._tensors[f"{name}.values"], self._tensors[f"{name}.scales"]
        rows, groups = scales.shape
        inputs = [
            given[0],
            self._constant(f"{name}.blocks", values.reshape(rows, groups, -1)),
            self._constant(f"{name}.scales", scales.astype("float32").reshape(-1)),
        ]
        sizes = {"K": values.shape[1] * 2, "N": rows, "bits": 4, "block_size": values.shape[1] * 2 // groups}
        self._nodes.append(make_node("MatMulNBits", inputs, [f"{name}.product"], domain="com.microsoft", **sizes))
        return self._node("Add", [f"{name}.product", self._floats(f"{name}.bias")], f"{name}.sum")


def _encoding_rows(place: Path, runs: Runs) -> Iterator[Row]:
    """Success and speed of one core, encoder and scorers together, by how the encoder's products are computed."""
    prepared = runs.prepared()
    keys = list(read(place))
    given = [prepared.get(key, RAW.annotation).with_mentions(RAW.mentions) for key in keys]
    resolver: Any = get_resolver("neural")
    layers, weights = resolver.encoding.encoder.layers, read_encoder(shipped(ENCODER))
    for way, kind in ((_WHOLE, Graph), (_FOUR_BITS, _FourBits), (_FLOATS, _Floats)):
        with patch.object(Neural, "encoding", Encoding(Encoder(*weights, layers, graph=kind), way)):
            answers = [resolver.resolve(given[0])]  # which reads the model
            begun = time.process_time()
            answers += [resolver.resolve(document) for document in given[1:]]
            speed = sum(len(document.words) for document in given[1:]) / (time.process_time() - begun)
        responses = [
            replace(answer.bounded(document), coreference={"neural": answer.layer()})
            for document, answer in zip(given, answers, strict=True)
        ]
        scores = score(keys, responses, ["success_rate", "precision", "conll"])
        yield {
            "way": way,
            "speed": round(speed),
            **{name: scores[name].figure for name in ("success_rate", "precision", "conll")},
        }


if __name__ == "__main__":
    sys.exit(remake(PAGE, measure))
