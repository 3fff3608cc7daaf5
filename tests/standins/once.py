"""What takes long to make, made once for all processes that test at once."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def shared(factory: pytest.TempPathFactory) -> Path:
    """The folder of all processes of this run of the tests."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The file or folder of that name, which `make` is told to write where there is none yet. For reading alone."""
    place = shared(factory) / name
    with place.with_name(f".{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            building = place.with_name(f".{name}.building")
            make(building)
            building.rename(place)
    return place
