"""Where a result came from: versions, machine, commit. Holds no path and no secret."""

from __future__ import annotations

import platform
import subprocess
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from experiments.paths import ROOT

PACKAGES = ("hydra-core", "mlflow", "chromadb", "onnxruntime", "tokenizers", "pypdf", "pypdfium2", "numpy")


def lineage() -> dict[str, Any]:
    return {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: version(name) for name in PACKAGES},
        **commit(),
    }


@lru_cache(maxsize=1)
def commit() -> dict[str, Any]:
    """The git commit and whether the working tree differs from it; empty outside a checkout."""
    try:
        head = _git("rev-parse", "HEAD")
        dirty = bool(_git("status", "--porcelain"))  # untracked files too: a new technique is a new file
    except (OSError, subprocess.CalledProcessError):
        return {"git_commit": "", "git_dirty": None}
    return {"git_commit": head, "git_dirty": dirty}


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
