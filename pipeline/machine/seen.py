"""Texts that a slow rule found nothing in, known to later processes too for as long as no file of Ragatta changes."""

from __future__ import annotations

import atexit
from functools import cached_property
from hashlib import blake2b

from ragatta.pipeline.machine import kept

SIZE = 16  # bytes of a text's digest
EACH = 2_000  # new texts, and a quarter of those known, after which all are written


class Seen:
    """A set of texts, kept by the name of what is known of them. Threads may share it. What two processes add at the
    same time is known of one of them only: of the other the rule is asked once more."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._new = 0

    def __contains__(self, text: str) -> bool:
        return _digest(text) in self._known

    def add(self, text: str) -> None:
        """Adds a text, which is written with others."""
        if not self._new:
            atexit.register(self.write)
        self._known.add(_digest(text))
        self._new += 1
        if self._new > EACH + len(self._known) // 4:
            self.write()

    def write(self) -> None:
        """Keeps what was added."""
        atexit.unregister(self.write)
        if self._new:
            self._new = 0
            kept.write(self._name, b"".join(self._known.copy() | _read(self._name)))

    @cached_property
    def _known(self) -> set[bytes]:
        return _read(self._name)


def _read(name: str) -> set[bytes]:
    held = kept.read(name) or b""
    return {held[start : start + SIZE] for start in range(0, len(held), SIZE)}


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()
