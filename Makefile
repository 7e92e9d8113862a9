# The same few words for everybody: newcomers, developers and CI. `make` alone lists them.
# Everything is installed once, from the locked files in requirements/ and web/, into .venv/;
# the stamps there say what is done, so that nothing is done twice.

PYTHON ?= python3
JOBS   ?= 2

VENV   := .venv
STAMPS := $(VENV)/stamps
PIP    := $(VENV)/bin/pip --quiet --disable-pip-version-check
PYTEST := pytest -n $(JOBS)

# Node.js comes from PyPI into the virtual environment: one version everywhere, none asked of the machine.
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

ENGINE := $(wildcard src/ilos/engine/*.py src/ilos/engine/*.pxd)
WEB    := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)

# The tests of the rules run a second time, on the uncompiled engine.
RULES  := $(wildcard $(foreach room,engine rules records views,tests/$(room) src/ilos/$(room)) tests/rulebook)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help build play test check format bench bench-peers docs examples nightly lock clean

help: ## list these words
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: $(STAMPS)/play $(STAMPS)/ilos ## install Ilôs into .venv and compile the engine

play: $(STAMPS)/play $(STAMPS)/ilos ## play Ilôs
	@ilos play

test: $(STAMPS)/develop $(STAMPS)/ilos ## run every test
	$(PYTEST)
	ILOS_PURE=1 $(PYTEST) $(RULES)

check: $(STAMPS)/develop $(STAMPS)/ilos ## lint, format and types
	ruff check .
	ruff format --check .
	mypy

format: $(STAMPS)/develop ## put everything in the house style
	ruff check --fix .
	ruff format .

bench: $(STAMPS)/develop $(STAMPS)/ilos ## how fast we are
	ilos bench

nightly: $(STAMPS)/develop $(STAMPS)/ilos ## the tests at full size, and the engine with every index checked
	HYPOTHESIS_PROFILE=nightly $(PYTEST)
	ILOS_DEBUG_BUILD=1 python setup.py --quiet build_ext --inplace
	$(PYTEST) $(RULES); status=$$?; python setup.py --quiet build_ext --inplace; exit $$status

lock: $(STAMPS)/develop ## choose the newest versions of everything we build on
	scripts/lock --upgrade

clean: ## forget everything that was installed or built
	rm -rf $(VENV) build dist src/*.egg-info src/ilos/server/web web/node_modules
	find src -name '*.so' -delete

# Installing: each step again only when what it is made from has changed.

$(STAMPS)/venv:
	@scripts/venv $(PYTHON) $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/play: requirements/play.txt | $(STAMPS)/venv
	@echo "Installing what the game needs ..."
	@$(PIP) install --require-hashes -r $<
	@touch $@

$(STAMPS)/develop: requirements/develop.txt | $(STAMPS)/venv
	@echo "Installing what developers need ..."
	@$(PIP) install --require-hashes -r $<
	@touch $@

$(STAMPS)/ilos: pyproject.toml setup.py $(ENGINE)
	@echo "Building the engine ..."
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
