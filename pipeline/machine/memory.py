"""Memory that was freed goes back to the machine."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Gives freed memory back to the machine, where the C library can (glibc). It would keep what a library took for a
    while, and the next large part of work would come on top."""
    with suppress(OSError, AttributeError, TypeError):  # no such function, or no such library (Windows)
        ctypes.CDLL(None).malloc_trim(0)
