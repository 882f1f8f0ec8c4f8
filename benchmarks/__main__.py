"""``python -m benchmarks``: every comparison, or those named; ``python -m benchmarks large --help`` has options."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from anaphora_workbench.workbench.report.tables import show
from benchmarks import large
from benchmarks.page import page_tables
from benchmarks.places import corpora_folder
from benchmarks.preprocessing import preprocessing_tables
from benchmarks.reading import reading_tables
from benchmarks.resolving import decoding_tables, resolving_tables
from benchmarks.scoring import scoring_tables

BENCHMARKS = {
    "scoring": scoring_tables,
    "reading": reading_tables,
    "preprocessing": preprocessing_tables,
    "resolving": resolving_tables,
    "decoding": decoding_tables,
    "large": large.large_tables,
    "page": page_tables,
}


def main(names: list[str]) -> int:
    if names[:1] == ["large"]:
        return large.main(names[1:])
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"error: no benchmark {unknown[0]!r}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    if (corpora := corpora_folder()) is None:
        return 2
    for name in names or BENCHMARKS:
        with tempfile.TemporaryDirectory() as scratch:
            for table in BENCHMARKS[name](corpora, Path(scratch)):
                show([table])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
