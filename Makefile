# The same few words for everybody: newcomers, developers and CI. `make` alone lists them.
# Everything is installed once, from the locked files in requirements/ and web/, into .venv/ and
# web/node_modules/; the stamps in .venv/stamps/ say what is done, so that nothing is done twice.

PYTHON ?= python3
JOBS   ?= 2

VENV   := .venv
STAMPS := $(VENV)/stamps
PIP    := $(VENV)/bin/pip --quiet --disable-pip-version-check
PYTEST := pytest -n $(JOBS) --dist loadfile --max-worker-restart 0
NPM    := npm --prefix web --no-update-notifier

# Node.js comes from PyPI into the virtual environment: one version everywhere, none asked of the machine.
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

ENGINE := declarations.py $(wildcard $(foreach folder,engine engine/*,src/ilos/$(folder)/*.py))
WEB    := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/e2e/*')
PACKED := $(shell find src/ilos -name '*.py' -o -name '*.toml')

# The tests of the rules run a second time, on the uncompiled engine.
RULES  := $(wildcard tests/rulebook $(foreach package,engine rules records views,tests/$(package) src/ilos/$(package)))

# What `make test-fast` leaves to `make test`: faults, attacks, whole packages, other people's interfaces.
# It tries a fifth of the examples of what it runs (tests/sizes.py).
SLOW   := $(addprefix tests/,nemesis leaks security simulation environments pack naive test_packaging.py bots/test_honesty.py server/test_two_processes.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help build web play pack static test test-fast check format bench bench-peers docs wheel wheels examples nightly fuzz lock clean

help: ## list these words
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: $(STAMPS)/play $(STAMPS)/engine ## install Ilôs into .venv and compile the engine

web: $(STAMPS)/web ## build the browser client into the package

play: build $(STAMPS)/web ## play Ilôs in the browser
	@ilos serve

pack: $(STAMPS)/play $(STAMPS)/engine $(STAMPS)/node_modules ## build what the page needs to play without a server
	@scripts/pack
	@touch $(STAMPS)/pack

static: $(STAMPS)/play $(STAMPS)/static ## write build/static: the whole game as plain files, for any file host
	@echo "build/static is ready: docs/hosting/for-nothing.md says what to do with it"

test: $(STAMPS)/develop $(STAMPS)/engine $(STAMPS)/web $(STAMPS)/static ## run every test: Python, uncompiled engine, client, browser
	$(PYTEST)
	ILOS_PURE=1 $(PYTEST) $(RULES)
	$(NPM) test
	CHROMIUM=$$(scripts/browser) && FIREFOX=$$(scripts/browser firefox) && export CHROMIUM FIREFOX && $(NPM) run e2e

test-fast: $(STAMPS)/develop $(STAMPS)/engine ## run the Python tests of every day: rules, records, views, server, commands
	HYPOTHESIS_PROFILE=fast $(PYTEST) -q $(SLOW:%=--ignore %)

check: $(STAMPS)/develop $(STAMPS)/engine $(STAMPS)/node_modules ## lint, format and types
	ruff check .
	ruff format --check .
	mypy
	vulture
	deptry src
	$(NPM) run check
	scripts/check-deploy
	sphinx-build -q -W --keep-going --nitpicky -b html docs build/docs

format: $(STAMPS)/develop $(STAMPS)/node_modules ## put everything in the one style
	ruff check --fix .
	ruff format .
	$(NPM) run format

bench: $(STAMPS)/develop $(STAMPS)/engine $(STAMPS)/web $(STAMPS)/static ## how fast we are; fails when the browser table is slower than promised
	python bench/engine.py
	python bench/environments.py
	python bench/server.py
	CHROMIUM=$$(scripts/browser) && export CHROMIUM && $(NPM) run bench
	python bench/search.py

bench-peers: $(STAMPS)/develop $(STAMPS)/engine $(STAMPS)/peers $(STAMPS)/peer-server ## how fast we are beside others, on one core in one run
	python bench/peers/compare.py .venv-peers/bin/python

docs: $(STAMPS)/develop $(STAMPS)/engine ## build the documentation site into build/docs, and try its examples
	python scripts/docs
	sphinx-build -q -W --keep-going --nitpicky -b html docs build/docs
	$(PYTEST) docs README.md
	@echo "The site: build/docs/index.html"

wheels: $(STAMPS)/develop $(STAMPS)/engine $(STAMPS)/web ## build wheels for every platform and the source archive into dist/
	python scripts/wheels

wheel: $(STAMPS)/play $(STAMPS)/engine $(STAMPS)/web ## build this machine's wheel into dist/
	python scripts/wheels --here

examples: $(STAMPS)/develop $(STAMPS)/engine $(STAMPS)/training ## run every example, training included
	@for program in examples/*.py; do echo "$$program"; python "$$program" || exit 1; done

nightly: $(STAMPS)/develop $(STAMPS)/engine ## the tests at full size, and the engine with its indices checked
	HYPOTHESIS_PROFILE=nightly $(PYTEST) -o timeout=0
	python bench/timing.py
	ILOS_DEBUG_BUILD=1 python setup.py --quiet build_ext --inplace
	$(PYTEST) $(RULES); status=$$?; python setup.py --quiet build_ext --inplace; exit $$status

fuzz: $(STAMPS)/fuzz $(STAMPS)/engine ## ten minutes of records that want to break the reader (Linux)
	python scripts/fuzz -max_total_time=600

lock: $(STAMPS)/develop ## choose the newest versions of what we build on
	scripts/lock --upgrade

clean: ## forget everything that was installed or built
	rm -rf $(VENV) .venv-peers build dist src/*.egg-info src/ilos/server/web
	rm -rf web/node_modules bench/peers/boardgame.io/node_modules
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

# torch is asked for by name, at the newest version known with a build that leaves CUDA out.
$(STAMPS)/training: requirements/training.txt | $(STAMPS)/develop
	@echo "Installing what training needs ..."
	@$(PIP) install 'torch==2.13.*'
	@$(PIP) install --require-hashes -r $<
	@touch $@

# Atheris has builds for few machines, so that it is installed only for fuzzing.
$(STAMPS)/fuzz: | $(STAMPS)/develop
	@echo "Installing what fuzzing needs ..."
	@$(PIP) install 'atheris==3.0.*'
	@touch $@

$(STAMPS)/peers: requirements/peers.txt | $(STAMPS)/venv
	@echo "Installing what we measure ourselves beside ..."
	@scripts/venv $(PYTHON) .venv-peers
	@.venv-peers/bin/pip --quiet --disable-pip-version-check install --require-hashes -r $<
	@touch $@

$(STAMPS)/peer-server: bench/peers/boardgame.io/package-lock.json | $(STAMPS)/develop
	@echo "Installing the server we measure ours beside ..."
	@npm --prefix bench/peers/boardgame.io --no-update-notifier ci --silent
	@touch $@

$(STAMPS)/ilos: pyproject.toml setup.py | $(STAMPS)/venv
	@echo "Installing Ilôs ..."
	@ILOS_PURE=1 $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMPS)/engine: $(ENGINE) $(STAMPS)/ilos
	@echo "Compiling the engine ..."
	@python setup.py --quiet build_ext --inplace
	@touch $@

$(STAMPS)/node_modules: web/package-lock.json | $(STAMPS)/venv
	@echo "Installing what the browser client needs ..."
	@$(NPM) ci --silent
	@touch $@

# Without the pack everything else works: `scripts/pack` says in one line why it is missing, and the next build tries again.
$(STAMPS)/pack: $(PACKED) scripts/pack requirements/pack.txt requirements/page.txt $(STAMPS)/engine $(STAMPS)/node_modules
	@echo "Packing the engine for the page ..."
	@if scripts/pack; then touch $@; else rm -rf build/pack; fi

$(STAMPS)/static: $(WEB) $(STAMPS)/pack $(STAMPS)/node_modules
	@echo "Building the page that needs no server ..."
	@test -e build/pack/pack.json || { echo "It needs the pack: run \`make pack\`"; exit 1; }
	@$(NPM) run static --silent
	@touch $@

$(STAMPS)/web: $(WEB) $(STAMPS)/pack $(STAMPS)/node_modules
	@echo "Building the browser client ..."
	@$(NPM) run build --silent
	@touch $@
