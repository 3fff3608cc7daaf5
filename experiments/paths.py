"""Where things lie. Ragatta's own files are below ROOT. Everything that it writes is below HOME: the clone, or the
current folder where Ragatta is installed, unless the environment variable RAGATTA_HOME names another folder."""

from __future__ import annotations

import os
from pathlib import Path

from ragatta.pipeline.installation import IMPORTED_FROM, IS_CLONE, ROOT, models_folder

__all__ = ["IMPORTED_FROM", "IS_CLONE", "ROOT"]

CONF = ROOT / "conf"
DATASETS = ROOT / "datasets"

HOME = Path(os.environ.get("RAGATTA_HOME") or (ROOT if IS_CLONE else ".")).resolve()
MODELS = models_folder()
GENERATED = HOME / "datasets"  # documents that a generator wrote, and summaries
CACHE = HOME / ".cache"
VECTORS = CACHE / "vectors.sqlite"
TOKEN_VECTORS = CACHE / "token_vectors.sqlite"  # apart, as they are 70 times the size: the file may be deleted alone
COLLECTIONS = HOME / "collections"
OUTPUTS = HOME / "outputs"
RUNS = OUTPUTS / "runs"
SWEEPS = OUTPUTS / "sweeps"
BUNDLES = OUTPUTS / "bundles"  # a folder per imported bundle, see records.py
TUNES = OUTPUTS / "tunes"
CALIBRATIONS = OUTPUTS / "calibrations"  # how far judges agree with people
INDEX = OUTPUTS / "index"  # what became of each PDF, from make index
EXPORTS = OUTPUTS / "exports"  # answers that are files, from make ask
LATEST = OUTPUTS / "latest"
MLRUNS = HOME / "mlruns"
