# Works on a machine with git, make and Debian's python3 (3.11 or newer, with venv); nothing else.
# PYTHON chooses another interpreter: make test PYTHON=python3.12

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
RUN     = $(BIN)/harness
SEEDS  ?= 200
TWICE  ?= 25
JOBS   ?= 2

.DEFAULT_GOAL := help
.PHONY: help install swarm test lint format proof bench docs clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The stamps are files, so that nothing is installed twice and a changed pyproject.toml installs again.
$(VENV)/.venv-stamp:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bluff-harness needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.install-stamp: $(VENV)/.venv-stamp pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test-stamp: $(VENV)/.install-stamp pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

install: $(VENV)/.install-stamp ## Create .venv and install the harness into it.

swarm: $(VENV)/.install-stamp ## Start the embedded backend, play 25 tables of four against it for about 30 s, and judge.
	$(RUN) swarm

test: $(VENV)/.test-stamp ## Run the whole suite with branch coverage.
	$(BIN)/python -m pytest -n $(JOBS) --cov --cov-report=
	$(BIN)/coverage report --format=total --fail-under=95
	$(BIN)/coverage report --fail-under=100 --include='harness/rules/*,harness/wire/*,harness/referee/*'

lint: $(VENV)/.test-stamp ## Check style, types and floors.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(VENV)/.test-stamp ## Format the code.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

proof: $(VENV)/.test-stamp ## Servers killed 50 times; all scenarios with $(SEEDS) seeds; the same histories twice; the coverage page.
	$(BIN)/python -m pytest -m proof -s
	$(RUN) sim scenarios/*.yaml --seeds $(SEEDS) --jobs $(JOBS)
	PYTHONHASHSEED=1 $(RUN) sim scenarios/*.yaml --seeds $(TWICE) --jobs $(JOBS) > .proof-1.txt || { cat .proof-1.txt; exit 1; }
	PYTHONHASHSEED=2 $(RUN) sim scenarios/*.yaml --seeds $(TWICE) --jobs $(JOBS) > .proof-2.txt || { cat .proof-2.txt; exit 1; }
	@grep '^history ' .proof-1.txt > .proof-1.hash && grep '^history ' .proof-2.txt > .proof-2.hash
	cmp .proof-1.hash .proof-2.hash
	$(BIN)/python -m harness.cli.manual --check docs

bench: $(VENV)/.install-stamp ## Measure this machine in the virtual world.
	$(RUN) bench

docs: $(VENV)/.install-stamp ## Write the generated parts of docs/ anew.
	$(BIN)/python -m harness.cli.manual docs

clean: ## Remove what make has made.
	rm -rf $(VENV) .proof-* .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
