"""Whatever lies in the cache of readings, it is the reading that was kept, or is made again with a note."""

from __future__ import annotations

import json
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hypothesis import given

from ragatta.pipeline.documents import page_cache
from ragatta.pipeline.documents.parsers._reading import BROKEN, Reading, Trouble
from ragatta.pipeline.machine.checksums import Note, keep, sealed
from tests.standins.mangled import damaged, quick, spoiled

READING = Reading(("a", ""), None, {2: Trouble(BROKEN, "no page")}, (1,), 3)
HELD = asdict(READING)


def read(place: Path, data: bytes) -> tuple[Any, list[str]]:
    """What is read, and what was noted."""
    place.write_bytes(data)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        return page_cache._stored(place, Reading), [str(each.message) for each in caught if each.category is Note]


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    keep(tmp_path / "x.json", json.dumps(HELD))
    assert read(tmp_path / "x.json", (tmp_path / "x.json").read_bytes()) == (READING, [])


@quick
@given(data=damaged(sealed(json.dumps(HELD), "x.json").encode()))
def test_damaged_bytes_are_made_again(tmp_path: Path, data: bytes) -> None:
    found, noted = read(tmp_path / "x.json", data)
    assert (found, noted) == (READING, []) or (found is None and "x.json is damaged" in noted[0])


@quick
@given(held=spoiled(HELD).filter(lambda held: isinstance(held, dict) and held))
def test_another_form_with_a_checksum_of_its_own_is_made_again(tmp_path: Path, held: dict[str, Any]) -> None:
    found, noted = read(tmp_path / "x.json", sealed(json.dumps(held), "x.json").encode())
    assert (found is None) == bool(noted)
    assert found is None or all(isinstance(text, str) for text in found.texts)
