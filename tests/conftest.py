"""What tests share: where the public corpora are, the benchmarks as a package, and what hypothesis is asked for.

The root of the repository is not on the path: there the five folders could be imported a second time, as other
modules with other classes.
"""

import importlib.util
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from examples import examples

REPOSITORY = Path(__file__).resolve().parent.parent
_BENCHMARKS = importlib.util.spec_from_file_location("benchmarks", REPOSITORY / "benchmarks" / "__init__.py")
assert _BENCHMARKS is not None
sys.modules["benchmarks"] = importlib.util.module_from_spec(_BENCHMARKS)

# On a machine shared with others an example may take any time: only what is computed is tested, never how fast.
settings.register_profile("no deadline", settings(), deadline=None, max_examples=examples(100))
settings.load_profile("no deadline")
# Nor does a command say how far it has come, however long it takes; those that tests run inherit this.
os.environ["WORKBENCH_PROGRESS_SECONDS"] = "inf"
# Where no bytecode is to be kept, as in many images of containers, each of hundreds of processes that tests start
# would compile all modules anew, which takes as long as what most of them do.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.fixture(scope="session")
def public_corpora() -> Path:
    """The folder of public corpora; skips where there is none."""
    folder = Path(os.environ.get("WORKBENCH_CORPORA") or REPOSITORY.parent / "shared" / "corpora")
    if not folder.is_dir():
        pytest.skip(f"no public corpora at {folder}; set WORKBENCH_CORPORA to a folder that holds them")
    return folder
