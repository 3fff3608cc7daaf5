"""The environment of a process that Ragatta starts: what it needs by name, and so none of the keys that are there."""

from __future__ import annotations

import os
from collections.abc import Sequence

VARIABLES = (
    "PATH", "HOME", "TMPDIR", "TZ", "XDG_CACHE_HOME",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH",
    "PYTHONHOME", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "PYTHONUTF8",
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
)  # fmt: skip
LOCALE = ("LANG", "LANGUAGE", "LC_")  # beginnings


def child_environment(variables: Sequence[str] = ()) -> dict[str, str]:
    """Those of VARIABLES, of the locale and of the further `variables` that this process has."""
    known = {*VARIABLES, *variables}
    return {name: value for name, value in os.environ.items() if name in known or name.startswith(LOCALE)}
