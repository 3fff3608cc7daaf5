"""Ragatta: which RAG pipeline is better on my documents, and can I believe it?

Everything is imported from here: `ragatta.pipeline`, `ragatta.eval`, `ragatta.experiments`. In the repository these
rooms are folders at its root, which setup.py maps.
"""

from __future__ import annotations

import sys

LACKING = "error: this Python does not have Ragatta's packages: make setup, then .venv/bin/ragatta"
try:
    from ragatta.experiments import interrupts
except ModuleNotFoundError:  # another Python than that of `make setup`, in the folder of a clone
    sys.exit(LACKING)

if interrupts.is_program():  # before all else is imported: until then Ctrl-C would be a traceback
    interrupts.watch()
    from importlib.util import find_spec

    from ragatta.experiments.progress import waiting

    if sys.version_info < (3, 11) or not find_spec("hydra"):
        sys.exit(LACKING)
    waiting.show("starting")

TYPE_CHECKING = False  # as that of typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any

    from ragatta.api import SweepResults, ask, compare, latest, sweep

__all__ = ["SweepResults", "ask", "compare", "latest", "sweep"]


def __getattr__(name: str) -> Any:
    """The functions of ragatta.api, imported when one of them is first used: that takes seconds."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.api"), name)


def __dir__() -> list[str]:
    """What a notebook completes."""
    return [*__all__]
