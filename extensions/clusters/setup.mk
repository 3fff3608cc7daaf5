SETUPS += setup-clusters

setup-clusters: $(READY) ## Ray and submitit, for hydra/launcher=ray, submitit_slurm and submitit_local (about 75 MB)
	.venv/bin/pip install --disable-pip-version-check --require-hashes --no-deps -r extensions/clusters/packages.lock
