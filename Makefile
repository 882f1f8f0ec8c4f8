# Two commands do everything on a fresh machine with Python 3.11, pip and make:
#   make compare   sets up and compares the resolvers on the sample corpus
#   make test      sets up and runs the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
FOLDERS := corpora preprocessing resolvers evaluation workbench
PACKAGES := anaphora_workbench $(addprefix anaphora_workbench.,$(FOLDERS))
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
# Nothing is installed that has not the hash of a pinned version.
PINNED := $(PIP) --require-hashes -r
COMPILE := uv pip compile --quiet --generate-hashes --no-header --no-annotate --python-version 3.11.7

.PHONY: measure encoder models compare test doctest benchmark golden check-all lint wheel pythons docs languages requirements clean

compare: $(READY)
	$(BIN)/workbench compare corpora/samples

test: $(READY)
	$(BIN)/pytest -n 3 --dist loadfile -m "not slow"

doctest: build/types
	cd build/types && $(CURDIR)/$(BIN)/python -m pytest -c $(CURDIR)/pyproject.toml --rootdir . --pyargs $(PACKAGES) \
		--doctest-modules -q

benchmark: $(READY)
	$(BIN)/python -m benchmarks

# Every figure of docs/data, and the pages with its tables, from the public corpora; about an hour.
# `benchmarks.languages` needs `make languages`.
measure: $(READY)
	$(BIN)/python -m benchmarks.reproduction
	$(BIN)/python -m benchmarks.results
	$(BIN)/python -m benchmarks.full_coreference
	$(BIN)/python -m benchmarks.neural
	$(BIN)/python -m benchmarks.exercise
	$(BIN)/python -m benchmarks.complexity
	$(BIN)/python -m benchmarks.pages
	$(BIN)/python -m benchmarks.languages
	$(BIN)/python -m benchmarks.texts
	RELEASE=1 $(BIN)/pytest -q tests/test_measured_pages.py

# The encoder that models/ carries, from its published weights, and the models of learned resolvers, from the public
# corpora; the same files again where nothing was changed.
encoder: $(READY)
	$(BIN)/python -m benchmarks.encoder

models: $(READY)
	$(BIN)/python -m benchmarks.models

# Writes anew what tests compare whole: first the numbers of rules, which signatures print. Minutes, not hours.
golden: $(READY)
	WRITE_GOLDEN=1 $(BIN)/pytest -q $$(grep -rl check_rules tests --include='test_*.py')
	WRITE_GOLDEN=1 $(BIN)/pytest -q $$(grep -rl WRITE_GOLDEN tests --include='test_*.py') $$(grep -rl check_golden tests --include='test_*.py')

check-all: $(READY) lint doctest wheel pythons docs
	EXAMPLES=many $(BIN)/pytest -n 2

lint: build/types
	$(PINNED) requirements-development.txt
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd build/types && $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml | tee ../types.txt
	test $$(sed -n 's/.* in \([0-9]*\) source files/\1/p' build/types.txt) -ge $$(find $(FOLDERS) -name '*.py' | wc -l)

# An install of its own for type checkers and doctests: of an editable one they see the front door's two files.
build/types: $(READY) .FORCE
	rm -rf build/types build/lib
	$(PIP) --no-deps --no-build-isolation --target build/types .

.FORCE:

# The site in build/docs/index.html; a dead link fails it.
docs: $(READY)
	$(PINNED) requirements-development.txt
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -E -b html -c docs/site . build/docs
	@echo build/docs/index.html

# The wheel alone, in an empty environment and another folder, does the main job on the samples that it carries.
wheel: $(READY)
	rm -rf build dist build-wheel models/build
	$(PINNED) requirements-development.txt
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/python -m build --no-isolation --wheel --outdir dist models
	$(PYTHON) -m venv --without-pip build-wheel
	sed -n 's/^\(.*==[^ ]*\).*/\1/p' requirements.txt > build-wheel/constraints.txt
	$(BIN)/pip --python build-wheel/bin/python install --quiet --disable-pip-version-check --no-compile \
		-c build-wheel/constraints.txt "$$(ls dist/anaphora_workbench-*.whl)[english]"
	cd build-wheel && bin/workbench compare samples --no-cache --setting system-predicted
	$(BIN)/pip --python build-wheel/bin/python install --quiet --disable-pip-version-check --no-compile \
		-c build-wheel/constraints.txt "$$(ls dist/anaphora_workbench-*.whl)[neural]" dist/anaphora_workbench_models-*.whl
	cd build-wheel && bin/workbench compare samples --no-cache --setting system-predicted --resolver neural

# The same on every Python that is here, with the oldest numpy and spaCy that are allowed, and with the newest.
pythons: wheel
	$(BIN)/python -m benchmarks.pythons "$$(ls dist/anaphora_workbench-*.whl)"

# Models that are no dependencies: the Spanish one is GPL-3 and asks for an older spaCy, under which it was trained.
languages: $(READY)
	$(PINNED) requirements-languages.txt --no-deps

$(READY): pyproject.toml setup.py requirements.txt models/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PINNED) requirements.txt
	$(PIP) --no-deps --no-build-isolation -e . -e ./models
	touch $(READY)

# The pins anew, each as it is or, with UPGRADE=--upgrade, the newest.
requirements:
	$(COMPILE) pyproject.toml --extra english --extra test --extra neural --extra llm $(UPGRADE) -o requirements.txt
	$(COMPILE) pyproject.toml --extra lint --extra docs --extra dask $(UPGRADE) \
		-o requirements-development.txt

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache build build-wheel dist *.egg-info
