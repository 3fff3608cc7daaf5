SETUPS += setup-tune

setup-tune: $(READY) ## Optuna, for make tune (about 1 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r extensions/tuning/packages.lock
