"""Throw-away virtual environments of the peers, below the temporary folder; made once, from the package index."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGES = {
    "seed_design": ("pypdf==7.1.0", "chromadb==1.5.9", "rank-bm25==0.2.2"),
    "context_grid": ("context-grid==0.9.5", "pymupdf==2.0"),  # AGPL: here, and in no environment of Ragatta's
}


def python_of(name: str) -> Path:
    """The interpreter of a peer's environment. Raises CalledProcessError where a package cannot be installed."""
    place = Path(tempfile.gettempdir()) / "ragatta-peers" / name
    python, ready = place / "bin" / "python", place / "ready"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([python, *quiet, *PACKAGES[name]], check=True)
        ready.touch()
    return python
