"""The source files of the product."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("conf", "eval", "experiments", "extensions", "hydra_plugins", "pipeline", "ragatta")


def sources(*rooms: str) -> list[Path]:
    """The Python files of rooms, sorted, without the tests of extensions; of all rooms where none is named. Links of
    `ragatta/` to the other rooms are not followed."""
    files = (path for room in rooms or ROOMS for path in (ROOT / room).rglob("*.py"))
    return sorted(path for path in files if "tests" not in path.relative_to(ROOT).parts)


def there(files: Iterable[str]) -> set[str]:
    """Those of the files that are of the core, or of an extension that was not taken away."""
    return {
        file for file in files if not file.startswith("extensions/") or ROOT.joinpath(*file.split("/")[:2]).is_dir()
    }
