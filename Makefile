# Everything here starts from nothing: each target first makes .venv and installs what it needs.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
export PYTHONDONTWRITEBYTECODE := 1

.PHONY: help setup play test coverage shots clicks check bench mutants lab-examples strength clean

help:
	@echo "make play    play in the browser"
	@echo "make test    run all tests"
	@echo "make coverage  the tests with the rules' coverage; it must not fall below 95 %"
	@echo "make shots   pictures of every page and game, into build/screenshots"
	@echo "make clicks  measure how long a click takes until its answer is on the screen"
	@echo "make check   lint, types, architecture"
	@echo "make bench   measure speed, beside OpenSpiel and python-chess"
	@echo "make setup   only install, so that .venv/bin/banneret is there"
	@echo "make lab-examples  play the lab's example reports in docs/lab anew"
	@echo "make strength  play on at the games that docs/strength.md tells of (about a day)"
	@echo "make mutants break the rules on purpose and see whether the tests notice (slow)"
	@echo "make clean   remove .venv and what tools left behind"

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Banneret needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else 0'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing Banneret into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

.venv/ready-%: .venv/ready
	@echo "Installing what '$*' needs ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[$*]'
	@touch $@

setup: .venv/ready

play: .venv/ready
	@$(BIN)/banneret serve

# The tests in a real browser use Debian's Chromium; without it, and without the right to install it, they are skipped.
.venv/ready-browser: .venv/ready-dev
	@for browser in chromium chromium-browser google-chrome; do command -v $$browser >/dev/null && exit 0; done; \
	  echo "Installing Chromium for the browser tests ..."; \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	    { apt-get install -qq -y chromium || { apt-get update -qq && apt-get install -qq -y chromium; }; }; } >/dev/null 2>&1 || \
	  echo "It cannot be installed here: the browser tests will be skipped."
	@touch $@

test: .venv/ready-browser
	$(BIN)/pytest -n auto

# Tracing every line of the rules takes as long again, so it is not part of every run.
coverage: .venv/ready-browser
	$(BIN)/pytest -n auto --ignore tests/browser --cov --cov-report=term:skip-covered --cov-fail-under=95

shots: .venv/ready-browser
	BANNERET_SHOTS=build/screenshots $(BIN)/pytest -q tests/browser/test_pages.py -k pictures

clicks: .venv/ready-browser
	$(BIN)/python -m tests.browser.measure

check: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready-bench
	$(BIN)/banneret bench

lab-examples: .venv/ready
	docs/lab/examples.sh $(CURDIR)/.venv/bin/banneret

strength: .venv/ready
	docs/strength/measure.sh $(CURDIR)/.venv/bin/banneret

mutants: .venv/ready-dev
	$(BIN)/python tests/mutants.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .import_linter_cache
