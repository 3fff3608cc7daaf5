"""Where things lie. Ragatta's own files are below ROOT. Everything that it writes is below HOME: the folder that the
environment variable RAGATTA_HOME names, else the folder of ragatta.yaml, else the clone, else the current folder."""

from __future__ import annotations

import os
from pathlib import Path

from ragatta.pipeline.machine.installation import IS_CLONE, ROOT, models_folder

__all__ = ["ROOT"]

CONF = ROOT / "conf"
DATASETS = ROOT / "datasets"


def folder_file() -> Path | None:
    """The ragatta.yaml of this folder, else the first of those above, or in RAGATTA_HOME, that belongs to the folder's
    owner, as it may name code. A clone is searched alone."""
    name, here, home = Path("ragatta.yaml"), Path.cwd(), os.environ.get("RAGATTA_HOME")
    if name.is_file():
        return name  # relative, so that messages have the paths as they are written
    inside = IS_CLONE and here.is_relative_to(ROOT)
    others = [] if inside else [*here.parents, *([Path(home).resolve()] if home else ())]
    found = (folder / name for folder in others if (folder / name).is_file())
    return next((file for file in found if owner(file) == owner(here)), None)


def owner(path: Path) -> int:
    """The number of the user whose file it is."""
    return path.stat().st_uid


FOLDER_FILE = folder_file()
_in_clone = IS_CLONE and not FOLDER_FILE
_usual = FOLDER_FILE.parent if FOLDER_FILE else ROOT if IS_CLONE else "."
HOME = Path(os.environ.get("RAGATTA_HOME") or _usual).resolve()
OWN_CONF = CONF if _in_clone else None  # settings of the user's own may be written there
EXPECTED = (ROOT / "eval" if _in_clone else HOME) / "expected.yaml"  # of the gates
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
INDEX = OUTPUTS / "index"  # what became of each PDF, from ragatta index
RANKED = OUTPUTS / "ranked"  # measures of judged collections, from ragatta data --beir
EXPORTS = OUTPUTS / "exports"  # answers that are files, from ragatta ask
LATEST = OUTPUTS / "latest"
MLRUNS = HOME / "mlruns"
