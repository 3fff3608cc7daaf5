"""Functions of pdfium without ctypes' checks of each argument, for what is asked of each character or object of a
page: there the checks cost more than the call."""

from __future__ import annotations

from ctypes import PYFUNCTYPE, c_void_p, cast
from functools import cache
from typing import Any


@cache
def unchecked(name: str, result: Any, *arguments: Any) -> Any:
    """The function of that name. `result`, `arguments`: types of ctypes, c_void_p for what pdfium has opened."""
    import pypdfium2.raw as pdfium

    return PYFUNCTYPE(result, *arguments)(cast(getattr(pdfium, name), c_void_p).value or 0)


def handle(raw: Any) -> int | None:
    """What such a function takes for a page, a text page or an object."""
    return cast(raw, c_void_p).value
