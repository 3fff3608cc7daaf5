"""Where things lie in a clone. Everything that Ragatta writes stays below its root."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONF = ROOT / "conf"
DATASETS = ROOT / "datasets"
CACHE = ROOT / ".cache"
MODELS = CACHE / "models"
VECTORS = CACHE / "vectors.sqlite"
REPLIES = CACHE / "replies.sqlite"
COLLECTIONS = ROOT / "collections"
OUTPUTS = ROOT / "outputs"
RUNS = OUTPUTS / "runs"
SWEEPS = OUTPUTS / "sweeps"
LATEST = OUTPUTS / "latest"
MLRUNS = ROOT / "mlruns"
