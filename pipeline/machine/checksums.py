"""Checksums of everything that Ragatta writes and reads back, so that damage never changes a figure unnoticed.

They protect against accidents (disk, memory, half-copied files), not against deliberate changes. A JSON object contains
its own: `check`, its first member, over the following bytes and the name under which it is stored. A database row has
its `mark`. Files for other programs keep their format; `digests.json` beside them has their digests.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from ragatta.pipeline.machine.files import holds, link_whole, write_whole

DIGESTS = "digests.json"
_HEAD, _TAIL = b'{"check":"', b'",'
_SIZE = 8  # bytes of a checksum: damage goes unseen once in 2**64
_BODY = len(_HEAD) + 2 * _SIZE + len(_TAIL)


class Damaged(ValueError):
    """The bytes differ from those that were written. The message says what is wrong."""


class Note(UserWarning):
    """A warning to the user after which the work continues; `experiments.faults` shows it in one line."""


def mark(*parts: bytes) -> bytes:
    """The checksum of byte strings and of their boundaries."""
    found = blake2b(digest_size=_SIZE)
    for part in parts:
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.digest()


def sealed(text: str, name: str = "") -> str:
    """The text of a non-empty JSON object with `check` as its first member, to be stored under `name`."""
    if text[:1] != "{" or text[:2] == "{}":
        raise ValueError("only a JSON object with members can carry a checksum")
    rest = text.encode()[1:]
    return (_HEAD + _check(rest, name) + _TAIL).decode() + text[1:]


def verified(data: bytes, name: str = "") -> bytes:
    """Reads the text that `sealed` made for the same name. Raises Damaged if it has changed. Raises Damaged."""
    if not (data.startswith(_HEAD) and data[_BODY - len(_TAIL) : _BODY] == _TAIL):
        raise Damaged("it carries no checksum")
    checksum = data[len(_HEAD) : _BODY - len(_TAIL)]
    if _check(memoryview(data)[_BODY:], name) != checksum:
        raise Damaged("it does not match its checksum")
    return data


def _check(body: bytes | memoryview, name: str) -> bytes:
    key = blake2b(name.encode(errors="surrogateescape"), digest_size=16).digest() if name else b""
    return blake2b(body, digest_size=_SIZE, key=key).hexdigest().encode()


def keep(path: Path, text: str) -> None:
    """Writes the text of a JSON object with its checksum, atomically. Raises OSError naming the file."""
    write_whole(path, sealed(text, path.name))


def kept(path: Path) -> bytes | None:
    """What `keep` wrote; None if there is no file or, with a Note, if it is damaged. For files that can be made
    again."""
    try:
        return read_kept(path)
    except FileNotFoundError:
        return None
    except Damaged as damage:
        note(f"{path} is damaged ({damage}): made again")
        return None


def read_kept(path: Path) -> bytes:
    """What `keep` wrote there. Raises OSError and Damaged."""
    return verified(path.read_bytes(), path.name)


def keep_mark(path: Path) -> None:
    """Writes the checksum of any other file into a file beside it, for `check_file`."""
    keep(_beside(path), json.dumps({"digest": mark(path.read_bytes()).hex()}))


def check_file(path: Path) -> None:
    """Raises Damaged if a file has changed since `keep_mark` read it."""
    try:
        recorded = json.loads(read_kept(_beside(path)))["digest"]
    except FileNotFoundError:
        raise Damaged(f"{_beside(path).name} is missing") from None
    if mark(path.read_bytes()).hex() != recorded:
        raise Damaged("it does not match its checksum")


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.check")


def note(text: str) -> None:
    """Shows a message in one line."""
    warnings.warn(text, Note, stacklevel=3)


def write_with_digests(folder: Path, texts: Mapping[str, str], *twins: Path) -> None:
    """Writes files into a folder and into its `twins`, in order, and at last the digests of these and of earlier files.
    After a kill in between there are no digests instead of wrong ones. Twins are links where the disk has such: files
    are never changed in place."""
    digests = {name: mark(text.encode()).hex() for name, text in texts.items()}
    for each in (folder, *twins):
        place = each / DIGESTS
        known = json.loads(kept(place) or b"{}")
        known.pop("check", None)
        place.unlink(missing_ok=True)
        for name, text in texts.items():
            if each is not folder:
                link_whole(folder / name, each / name, text)
            elif not (twins and holds(each / name, text)):  # a file that is linked elsewhere takes no room again
                write_whole(each / name, text)
        keep(place, json.dumps({**known, **digests}, indent=1, sort_keys=True) + "\n")


class WithDigests:
    """The files of a folder, each checked when it is read if `digests.json` has its digest; `digests` is empty if there
    is no such file. Raises Damaged if the digests themselves are damaged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            self.digests: Mapping[str, str] = json.loads(read_kept(folder / DIGESTS))
        except FileNotFoundError:
            self.digests = {}

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises Damaged, or OSError if it cannot be read."""
        data = (self.folder / name).read_bytes()
        if name in self.digests and mark(data).hex() != self.digests[name]:
            raise Damaged(f"it has changed: {DIGESTS} beside it has another digest")
        return data
