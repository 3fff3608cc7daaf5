"""Makes things once and shares them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from ragatta.pipeline.plugins.identity import digest

Made = TypeVar("Made")


class Once:
    """Makes a thing at first use, keyed by its kind and settings (JSON values). Threads that need the same thing wait
    while the first one makes it."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._locks: dict[str, threading.RLock] = {}

    def __call__(self, kind: str, settings: Any, make: Callable[[], Made]) -> Made:
        key = f"{kind} {digest(settings)}"
        if key not in self._made:
            with self._locks.setdefault(key, threading.RLock()):
                if key not in self._made:
                    self._made[key] = make()
        made: Made = self._made[key]
        return made

    def has(self, kind: str, settings: Any) -> bool:
        """Whether it has been made."""
        return f"{kind} {digest(settings)}" in self._made
