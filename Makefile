# Two commands do everything on a fresh machine with Python 3.11, pip and make:
#   make compare   sets up and compares the resolvers on the sample corpus
#   make test      sets up and runs the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: compare test benchmark check-all lint clean

compare: $(READY)
	$(BIN)/workbench compare corpora/samples

test: $(READY)
	$(BIN)/python -m pytest -n 2 -m "not slow"

benchmark: $(READY)
	$(BIN)/python -m benchmarks

check-all: $(READY) lint
	$(BIN)/python -m pytest -n 2

lint: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[lint]'
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $(READY)

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache build *.egg-info
