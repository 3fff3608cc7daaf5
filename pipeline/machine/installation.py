"""Where Ragatta's own files are: in a clone, whose rooms stand at its root, or installed, where they are inside the
package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # the folder of the rooms
IS_CLONE = (ROOT / "pyproject.toml").is_file()


def own_version() -> str:
    """The version of the installed package; a clone is installed too."""
    from importlib.metadata import version  # slow, and wanted by few processes

    return version("ragatta")


def user_cache() -> Path:
    """The folder of this user's caches. Source: XDG Base Directory Specification; Apple's and Microsoft's guides."""
    if sys.platform == "darwin":
        usual = "~/Library/Caches"
    elif sys.platform == "win32":
        usual = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    else:
        usual = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(usual).expanduser()


def own_cache() -> Path:
    """The folder of what is kept for all folders that a user works in: that of the clone, else the user's."""
    return ROOT / ".cache" if IS_CLONE else user_cache() / "ragatta"


def models_folder() -> Path:
    """The folder of converted models, which make setup writes in a clone. The environment variable RAGATTA_MODELS names
    another."""
    return Path(os.environ.get("RAGATTA_MODELS") or own_cache() / "models")
