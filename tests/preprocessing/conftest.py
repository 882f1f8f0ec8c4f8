"""A preprocessor with the default model, loaded once."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor


@pytest.fixture(scope="session")
def preprocessor() -> Preprocessor:
    return Preprocessor()
