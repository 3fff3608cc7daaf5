"""Parts of the user's that are broken."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.plugins import reach, registry
from ragatta.pipeline.plugins.identity import code_digest

Part = Callable[[registry.Kind, str], Path]


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Part]:
    """Writes a part of the user's, named mine."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def written(kind: registry.Kind, source: str) -> Path:
        name = kind.kind
        path = tmp_path / "ragatta_parts" / name / "mine.py"
        path.parent.mkdir(parents=True)
        path.write_text(source, encoding="utf-8")
        importlib.invalidate_caches()
        forget()
        return path

    yield written
    for name in [name for name in sys.modules if name.partition(".")[0] == registry.PARTS]:
        del sys.modules[name]
    for module in [module for module in registry.LOADED if module.startswith(registry.PARTS)]:
        del registry.LOADED[module]
    forget()


def forget() -> None:
    """What was found out about modules is no longer known."""
    for known in (registry.outside, reach._folders, code_digest):
        known.cache_clear()


def fault_of(call: Callable[[], Any]) -> Exception:
    try:
        call()
    except Exception as fault:  # noqa: BLE001
        return fault
    raise AssertionError("nothing was raised")
