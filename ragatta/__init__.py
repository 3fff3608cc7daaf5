"""Ragatta: which RAG pipeline is better on my documents, and can I believe it?

Everything is imported from here: `ragatta.pipeline`, `ragatta.eval`, `ragatta.experiments`. In an installation these
rooms are inside this folder; in a clone they are beside it.
"""

from __future__ import annotations

import os.path
import sys
from importlib import import_module, util

if not os.path.isdir(os.path.join(os.path.dirname(__file__), "pipeline")):
    __path__.append(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

from ragatta.experiments import interrupts, waiting

if interrupts.is_program():  # first of all: every import is a moment in which Ctrl-C would be a traceback
    interrupts.watch()
    if sys.version_info < (3, 11) or not util.find_spec("hydra"):  # a Python other than that of `make setup`
        sys.exit("error: this Python has not Ragatta's packages: make setup, then .venv/bin/python -m ragatta")
    waiting.show("starting")

TYPE_CHECKING = False  # as that of typing, which takes long to import
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

    from ragatta.api import SweepResults, ask, compare, latest, sweep

__all__ = ["SweepResults", "ask", "compare", "latest", "sweep"]

CHROMA = "chromadb.utils.embedding_functions"  # knows embedding functions by name
OWN = f"{__name__}.pipeline.index.collection.text_queries"  # adds the one of our collections


class _AfterChroma:
    """Imports OWN as soon as a program imports Chroma, so that `import ragatta` itself imports neither."""

    @classmethod
    def find_spec(cls, name: str, *_: Any) -> ModuleSpec | None:
        if name != CHROMA:
            return None
        sys.meta_path.remove(cls)
        spec = util.find_spec(name)
        assert spec is not None
        assert spec.loader is not None
        run = spec.loader.exec_module

        def run_both(module: ModuleType) -> None:
            run(module)
            import_module(OWN)

        spec.loader.exec_module = run_both  # type: ignore[method-assign]
        return spec


def __getattr__(name: str) -> Any:
    """The functions of ragatta.api, imported when one of them is first used: that takes seconds."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.api"), name)


def __dir__() -> list[str]:
    """What a notebook completes."""
    return [*__all__]


if CHROMA in sys.modules:
    import_module(OWN)
else:
    sys.meta_path.insert(0, _AfterChroma)
