"""What tests share: where the public corpora are, and the benchmarks as a package.

The root of the repository is not on the path: there the five folders could be imported a second time, as other
modules with other classes.
"""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
_BENCHMARKS = importlib.util.spec_from_file_location("benchmarks", REPOSITORY / "benchmarks" / "__init__.py")
assert _BENCHMARKS is not None
sys.modules["benchmarks"] = importlib.util.module_from_spec(_BENCHMARKS)


@pytest.fixture(scope="session")
def public_corpora() -> Path:
    """The folder of public corpora; skips where there is none."""
    folder = Path(os.environ.get("WORKBENCH_CORPORA") or REPOSITORY.parent / "shared" / "corpora")
    if not folder.is_dir():
        pytest.skip(f"no public corpora at {folder}; set WORKBENCH_CORPORA to a folder that holds them")
    return folder
