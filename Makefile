# `make play` installs what the game needs, the first time, and starts it. `make help` lists the rest.

# Options for the program: make play ARGS="--port 9000"
ARGS =
# A Python of your choice, 3.11 or newer: make play PYTHON=/usr/bin/python3.12
PYTHON =
# So many tests run side by side; the stories of one browser file share a server and stay together.
WORKERS = 2

VENV = .venv
BIN = $(if $(filter Windows_NT,$(OS)),$(VENV)/Scripts,$(VENV)/bin)
CAN_PLAY = $(VENV)/can-play
CAN_TEST = $(VENV)/can-test

.DEFAULT_GOAL = help
.NOTPARALLEL:
.PHONY: help play setup test lint types unit e2e bench simulate soak screens screenshots old-browsers clean FORCE

help:
	@echo 'make play         start the game (options: make play ARGS="--help")'
	@echo 'make setup        install everything, for development, into $(VENV)'
	@echo 'make test         lint, types, unit and e2e'
	@echo 'make lint         style and spelling'
	@echo 'make types        static types'
	@echo 'make unit         the tests that need no browser'
	@echo 'make e2e          the tests in a real browser'
	@echo 'make bench        how fast it is'
	@echo 'make simulate     how strong the computer players are (options: make simulate ARGS="--help")'
	@echo 'make soak         play, kill and disturb it for half an hour (a sample of it: make soak QUICK=1)'
	@echo 'make screens      check every screen at every size (the main ones in a minute: make screens QUICK=1)'
	@echo 'make screenshots  pictures of every screen, into screenshots/ (without colours: make screenshots ARGS=--grey)'
	@echo 'make old-browsers the table on the browsers of old televisions (downloads 250 MB once; needs npm)'
	@echo 'make clean        remove all that the above have made'

play: $(CAN_PLAY)
	@$(BIN)/python main.py $(ARGS)

setup: $(CAN_TEST)
	@echo 'Everything is installed in $(VENV).'

test: lint types unit e2e

lint: $(CAN_TEST)
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/oxlint --quiet ui e2e
	$(BIN)/python -m codespell_lib

types: $(CAN_TEST)
	$(BIN)/python -m mypy

unit: $(CAN_TEST)
	$(BIN)/python -m pytest -n $(WORKERS) tests engine

e2e: $(CAN_TEST)
	$(BIN)/python -m e2e.browser
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile e2e

bench: $(CAN_TEST)
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_loop

simulate: $(CAN_TEST)
	$(BIN)/python -m tests.simulate $(ARGS)

soak: $(CAN_TEST)
	$(BIN)/python -m tests.soak $(if $(QUICK),--quick) $(ARGS)

screens: $(CAN_TEST)
	$(BIN)/python -m e2e.browser
	@$(BIN)/python -m e2e.screens $(if $(QUICK),--quick) $(ARGS)

screenshots: $(CAN_TEST)
	$(BIN)/python -m e2e.browser
	$(BIN)/python -m e2e.screenshots $(ARGS)

old-browsers: $(CAN_TEST)
	$(BIN)/python -m e2e.browser
	$(BIN)/python -m e2e.old_browsers

clean:
	rm -rf $(VENV) build *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache screenshots test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(CAN_PLAY): pyproject.toml constraints.txt
	@$(make_venv)
	@echo 'Installing what the game needs; about a minute, only this once ...'
	@$(call install,)
	@touch $@

$(CAN_TEST): pyproject.toml constraints.txt
	@$(make_venv)
	@echo 'Installing the game and the tools to test it; a minute or two, only this once ...'
	@$(call install,dev)
	@touch $(CAN_PLAY) $@

# An environment whose Python has been upgraded away, or that was left half made, is made again.
ifneq ($(shell $(BIN)/python -c 'import pip, tomllib' 2>/dev/null && echo works),works)
$(CAN_PLAY) $(CAN_TEST): FORCE
endif

# Find a Python, one that can make environments if possible: Debian keeps that part (ensurepip) in a package of its own.
define make_venv
	if $(BIN)/python -c 'import pip, tomllib' 2>/dev/null; then exit 0; fi; \
	python=; \
	for candidate in $(if $(PYTHON),"$(PYTHON)",python3.13 python3.12 python3.11 python3 python); do \
		"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		python=$${python:-$$candidate}; \
		if "$$candidate" -c 'import ensurepip, venv' 2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo 'Manipulation needs Python 3.11 or newer, and $(if $(PYTHON),$(PYTHON) is none,there is none here);' \
			'please install it and try again.' >&2; \
		exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
		package=$$("$$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
		if ! command -v apt-get >/dev/null; then \
			echo "$$python lacks its modules venv and ensurepip; please install them and try again." >&2; \
			exit 1; \
		fi; \
		if [ "$$(id -u)" -ne 0 ]; then \
			echo "One package of Python is missing; please run this and try again: sudo apt-get install $$package" >&2; \
			exit 1; \
		fi; \
		echo "Installing $$package ..."; \
		export DEBIAN_FRONTEND=noninteractive; \
		apt-get -qq update </dev/null >/dev/null; \
		if ! apt-get -qq install -y "$$package" </dev/null >/dev/null; then \
			echo "$$package could not be installed; please install it and try again." >&2; \
			exit 1; \
		fi; \
	fi; \
	"$$python" -m venv --clear $(VENV)
endef

# Install the game's dependencies and, with "dev", the tools: read from the project file, in the releases of constraints.txt.
define install
	$(BIN)/python -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	extra = [line for name in sys.argv[1:] for line in project["optional-dependencies"][name]]; \
	print(*project["dependencies"], *extra, sep="\n")' $(1) >$(VENV)/requirements.txt && \
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-input \
		--constraint constraints.txt --requirement $(VENV)/requirements.txt || { \
		echo 'That failed; the lines above say why. Is this computer online? Then try again.' >&2; \
		exit 1; \
	}
endef
