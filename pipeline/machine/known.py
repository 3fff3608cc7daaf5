"""What slow code once counted in a text, known to later processes too for as long as no file of Ragatta changes."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b

from ragatta.pipeline.machine import kept

SIZE = 16  # bytes of a text's digest
NUMBER = 4  # bytes of its number
EACH = 2_000  # new texts, and a quarter of those known, after which all are written


class Known:
    """A number for each text that was asked for, kept by the name of what is counted. Threads may share it. What two
    processes count at the same time is kept of one of them only: the other texts are counted once more."""

    def __init__(self, name: str, count: Callable[[str], int]) -> None:
        self._name, self._count, self._new = name, count, 0

    def __call__(self, text: str) -> int:
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()
        if (known := self._numbers.get(digest)) is not None:
            return known
        number = self._numbers[digest] = self._count(text)
        if not self._new:
            atexit.register(self.write)
        self._new += 1
        if self._new > EACH + len(self._numbers) // 4:
            self.write()
        return number

    def write(self) -> None:
        """Keeps what was counted."""
        atexit.unregister(self.write)
        if self._new:
            self._new = 0
            every = _read(self._name) | self._numbers.copy()
            kept.write(self._name, b"".join(key + number.to_bytes(NUMBER, "little") for key, number in every.items()))

    @cached_property
    def _numbers(self) -> dict[bytes, int]:
        return _read(self._name)


def _read(name: str) -> dict[bytes, int]:
    held = kept.read(name) or b""
    return {
        held[at : at + SIZE]: int.from_bytes(held[at + SIZE : at + SIZE + NUMBER], "little")
        for at in range(0, len(held), SIZE + NUMBER)
    }
