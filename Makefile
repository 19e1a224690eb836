# Everything a newcomer needs: `make run` and `make test`. Each sets up by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run tour test lint check browser pictures attack bench clean

run: $(READY)
	@trap : INT; $(BIN)/dicedevil serve || test $$? -eq 130  # Ctrl-C is how it ends

tour: $(READY)
	@$(BIN)/dicedevil demo

test: lint check

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What fails is run once more, alone: so a machine that was too busy for a browser or a signal is told from
# code that is wrong. Both runs are shown. Only the second tells the parts of what was asserted: to prepare
# for that takes each process of the first as long as to begin otherwise.
check: $(READY) browser
	@$(BIN)/pytest -n 2 --assert=plain || { code=$$?; test $$code -eq 1 || exit $$code; \
		echo "Once more, what failed, with nothing beside it:" >&2; \
		$(BIN)/pytest --last-failed --last-failed-no-failures none; }

# The page is tested in a real browser, which only the system can install.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
		echo "Installing Chromium for the tests of the page ..." >&2; \
		{ apt-get install -qq -y --no-install-recommends chromium || { apt-get -qq update && \
			apt-get install -qq -y --no-install-recommends chromium; }; } >/dev/null 2>&1 || \
		echo "No Chromium, and it cannot be installed here: the tests in tests/page are skipped." >&2; }

pictures: $(READY) browser
	DICEDEVIL_PICTURES=docs/img $(BIN)/pytest tests/page/test_pictures.py -k looks

attack: $(READY) browser
	$(BIN)/pytest -m attack

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
