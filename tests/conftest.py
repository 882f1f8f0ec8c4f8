"""What tests share: where the public corpora are."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def public_corpora() -> Path:
    """The folder of public corpora; skips where there is none."""
    folder = Path(os.environ.get("WORKBENCH_CORPORA") or REPOSITORY.parent / "shared" / "corpora")
    if not folder.is_dir():
        pytest.skip(f"no public corpora at {folder}; set WORKBENCH_CORPORA to a folder that holds them")
    return folder
