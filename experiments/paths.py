"""Where things lie. The clone's own files are below ROOT. Everything that Ragatta writes is below HOME, which is the
clone unless the environment variable RAGATTA_HOME names another folder."""

from __future__ import annotations

import os
from pathlib import Path

from ragatta.pipeline.identity import short

ROOT = Path(__file__).resolve().parent.parent
CONF = ROOT / "conf"
DATASETS = ROOT / "datasets"
MODELS = ROOT / ".cache" / "models"  # written by make setup

HOME = Path(os.environ.get("RAGATTA_HOME") or ROOT).resolve()
GENERATED = HOME / "datasets"  # documents that a generator wrote, and summaries
CACHE = HOME / ".cache"
VECTORS = CACHE / "vectors.sqlite"
TOKEN_VECTORS = CACHE / "token_vectors.sqlite"  # apart, as they are 70 times the size: the file may be deleted alone
REPLIES = CACHE / "replies.sqlite"
JUDGEMENTS = CACHE / "judgements.sqlite"  # apart, so that a bundle of replies or their loss does not touch a grade
COLLECTIONS = HOME / "collections"
OUTPUTS = HOME / "outputs"
RUNS = OUTPUTS / "runs"
SWEEPS = OUTPUTS / "sweeps"
TUNES = OUTPUTS / "tunes"
INDEX = OUTPUTS / "index"  # what became of each PDF, from make index
EXPORTS = OUTPUTS / "exports"  # answers that are files, from make ask
LATEST = OUTPUTS / "latest"
MLRUNS = HOME / "mlruns"


def run_folder(run_key: str) -> Path:
    """The folder of a run key's answers."""
    return RUNS / short(run_key)
