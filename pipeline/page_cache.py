"""Texts of pages on disk: what a parser read, and what OCR did. A file that is damaged counts as none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pipeline.files import write_whole
from pipeline.ocr._recognising import Recognised
from pipeline.parsers._reading import Reading, Trouble


def reading(place: Path) -> Reading | None:
    """The stored reading, or None where there is none."""
    try:
        stored = _stored(place)
        return Reading(
            tuple(str(text) for text in stored["texts"]),
            Trouble(*stored["trouble"]) if stored["trouble"] else None,
            {int(page): Trouble(*trouble) for page, trouble in stored["lost"].items()},
            tuple(int(page) for page in stored["no_text_layer"]),
            int(stored["beyond"]),
        )
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return None


def keep_reading(place: Path, read: Reading) -> None:
    """Raises OSError naming the file."""
    trouble = [read.trouble.kind, read.trouble.reason] if read.trouble else None
    lost = {page: [each.kind, each.reason] for page, each in read.lost.items()}
    held = {"texts": read.texts, "trouble": trouble, "lost": lost, "no_text_layer": read.no_text_layer}
    _keep(place, {**held, "beyond": read.beyond})


def recognised(place: Path) -> Recognised | None:
    """The stored texts of scanned pages, or None where there are none."""
    try:
        return Recognised({int(page): str(text) for page, text in _stored(place)["texts"].items()})
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return None


def keep_recognised(place: Path, read: Recognised) -> None:
    """Raises OSError naming the file."""
    _keep(place, {"texts": read.texts})


def _stored(place: Path) -> Any:
    return json.loads(place.read_bytes())


def _keep(place: Path, value: dict[str, Any]) -> None:
    write_whole(place, json.dumps(value))
