"""The file of a bundle: a zip of texts with their digests; writing it twice gives the same bytes.

bundle.json     the form of the file, the run key, the SHA-256 of every text, what is for another machine to name
config.yaml manifest.json answers.jsonl scores.jsonl timings.jsonl journal.jsonl     as in outputs/runs/<run key>/
replies.jsonl   {"key", "entry"}: the model calls that the answers and the summaries rest on
models.json     who answered, by what was asked for
judgements.jsonl judges.json     the same of the model that judged the answers, where one did
summaries.json  the document summaries, by their file below the dataset's folder of summaries
verdicts.jsonl  the verdicts of people that its scores rest on, without who gave them; only where there are any
calibration.json    that of the judge whose verdicts its scores rest on; only where they do
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragatta.experiments.bundle.own import PLACES
from ragatta.experiments.faults import Fault
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.input_limits import check_depth
from ragatta.pipeline.machine.unpacking import check_directory, check_entries, unpacked

FORM = 1
CARD = "bundle.json"
RUN_FILES = ("config.yaml", "manifest.json", "answers.jsonl", "scores.jsonl", "timings.jsonl")
TEXTS = (*RUN_FILES, "journal.jsonl", "replies.jsonl", "models.json", "judgements.jsonl", "judges.json",
         "summaries.json")  # fmt: skip
VERDICTS, CALIBRATION = "verdicts.jsonl", "calibration.json"
LARGEST = 1 << 30  # bytes of all texts, unpacked
SETTINGS = ("config.yaml", CARD)
LARGEST_SETTINGS = 1 << 20  # bytes of each of these: reading YAML takes long
MOST_LINES = 1_000_000  # of a text
MOST_VALUES = 20_000_000  # of a text: read from JSON, an empty list of three bytes takes twenty times as many
LARGEST_DIRECTORY = 1 << 16  # bytes of the list of entries, which are fourteen at most
# What Python's zip reader and JSON raise for bytes that nobody wrote.
DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, KeyError,
          TypeError, AttributeError, OverflowError)  # fmt: skip
_DATED = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say


@dataclass(frozen=True)
class Bundle:
    """`texts` by the names above; `own` are the configuration's keys that name a place on one machine, left empty."""

    run_key: str
    own: tuple[str, ...]
    texts: Mapping[str, str]

    def lines(self, name: str) -> list[dict[str, Any]]:
        """The records of a .jsonl text. Raises ValueError."""
        return [_mapping(line, name) for line in self.texts[name].split("\n") if line]  # no other break ends a line

    def json(self, name: str) -> dict[str, Any]:
        """The value of a .json text. Raises ValueError."""
        return _mapping(self.texts[name], name)


def _mapping(text: str, name: str) -> dict[str, Any]:
    """Raises ValueError for other JSON, and for JSON that is nested too deep."""
    try:
        found = json.loads(text)
        check_depth(found)
        if "\\ud" in text.lower():  # half a surrogate pair, which no file could hold
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as fault:
        raise ValueError(f"{name}: {fault}") from fault
    if not isinstance(found, dict):
        raise ValueError(f"{name} is not a mapping")
    return found


def place_for(path: Path) -> Path:
    """The path to write to; a symbolic link is followed and kept. Raises Fault if something other than a file is there,
    because a rename would replace even a device."""
    place = Path(os.path.realpath(path))
    if place.is_symlink() or (place.exists() and not place.is_file()):
        raise Fault(f"--to {path}: not a file; name a new file or a file to replace, such as --to run.zip")
    return place


def write_bundle(bundle: Bundle, path: Path) -> None:
    """Writes the file atomically. Raises OSError, or Fault if no file can be there."""
    path = place_for(path)
    digests = {name: _digest(text.encode()) for name, text in bundle.texts.items()}
    card = {"form": FORM, "run_key": bundle.run_key, "own": list(bundle.own), "sha256": digests}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in ((CARD, json.dumps(card, indent=2, sort_keys=True) + "\n"), *bundle.texts.items()):
            entry = zipfile.ZipInfo(name, _DATED)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # wherever it is written
            archive.writestr(entry, text.encode(), zipfile.ZIP_DEFLATED, 6)
    write_whole(path, packed.getvalue())


def read_bundle(path: Path) -> Bundle:
    """Raises Fault for a file that is missing, damaged, or not a bundle of this form."""
    try:
        with path.open("rb") as stream:
            check_directory(stream, LARGEST_DIRECTORY)
            archive = zipfile.ZipFile(stream)
            check_entries(archive, LARGEST)
            card = _card(archive, path)
            names = [name for name in archive.namelist() if name != CARD]
            texts = {name: _text(archive, name, card["sha256"].get(name)) for name in names}
    except FileNotFoundError as fault:
        raise Fault(f"{path}: no such file; name the bundle of an exported run") from fault
    except OSError as fault:
        raise Fault(f"{path}: cannot be read ({fault.strerror or fault})") from fault
    except DAMAGE as fault:
        raise Fault(f"{path}: damaged, or no bundle of Ragatta ({fault}); export it again") from fault
    return Bundle(card["run_key"], tuple(card["own"]), texts)


def _card(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    names = sorted(archive.namelist())
    if any(entry.file_size > LARGEST_SETTINGS for entry in archive.infolist() if entry.filename in SETTINGS):
        raise Fault(f"{path}: its configuration or card is larger than {LARGEST_SETTINGS >> 20} MiB")
    if CARD not in names:
        raise Fault(f"{path}: not a bundle of Ragatta: {CARD} is missing")
    card: dict[str, Any] = _mapping(_bytes(archive, CARD).decode(), CARD)
    if card["form"] != FORM:
        raise Fault(f"{path}: a bundle of form {card['form']!r}; this version of Ragatta reads form {FORM}")
    odd = sorted({*names} - {VERDICTS, CALIBRATION} ^ {CARD, *TEXTS})
    if odd := odd or ["the same name twice"] * (len({*names}) < len(names)):
        raise Fault(f"{path}: not a bundle that Ragatta wrote: {', '.join(odd[:3])}")
    if not re.fullmatch(r"[0-9a-f]{64}", card["run_key"]):
        raise ValueError("its run key is invalid")
    if not all(key in PLACES for key in card["own"]):
        raise ValueError("it leaves a key open that names no file or address")
    return card


def _text(archive: zipfile.ZipFile, name: str, digest: str | None) -> str:
    data = _bytes(archive, name)
    if data.count(b"\n") > MOST_LINES:
        raise ValueError(f"{name} has more than {MOST_LINES} lines")
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise ValueError(f"{name} has more than {MOST_VALUES} values")
    if _digest(data) != digest:
        raise ValueError(f"{name} has changed since the export")
    return data.decode()


def _bytes(archive: zipfile.ZipFile, name: str) -> bytes:
    return b"".join(unpacked(archive, archive.getinfo(name)))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
