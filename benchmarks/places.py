"""Where benchmarks find the public corpora, and where they write."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def corpora_folder() -> Path | None:
    """The folder of public corpora: WORKBENCH_CORPORA, else next to the repository; None, with a message, if absent."""
    folder = Path(os.environ.get("WORKBENCH_CORPORA") or ROOT.parent / "shared" / "corpora")
    if folder.is_dir():
        return folder
    print(f"error: no public corpora at {folder}; set WORKBENCH_CORPORA to a folder that holds them", file=sys.stderr)
    return None
