# Everything a newcomer needs: `make run` and `make test`. Each sets up by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test lint check attack bench clean

run: $(READY)
	@$(BIN)/dicedevil demo

test: lint check

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: $(READY)
	$(BIN)/pytest -n 2

attack: $(READY)
	$(BIN)/pytest -m attack tests/faults

bench: $(READY)
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist out

$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV): a minute, the first time only ..." >&2
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Dice Devil needs Python 3.11 or newer; set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $@
