"""The documents below a folder, by name, and the files that are none."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from ragatta.pipeline.documents.format import PDF, format_of, suffixes
from ragatta.pipeline.documents.names import shown_name
from ragatta.pipeline.machine.files import pieces

NAMED = 5  # links that an error names

LARGEST = 2 << 30  # bytes of a document: more would be hashed for a long time, an endless file for ever


class NoDocuments(FileNotFoundError):
    """A folder is there, and no document in it."""


def document_files(folder: Path, aside: Collection[Path] = (), links: bool = False) -> dict[str, Path]:
    """Every PDF below `folder`, and every file of another format that is not hidden, by name: its relative path with
    "/". Includes broken links. A folder named *.pdf is searched like any other; links to folders are not followed.
    `aside` are files and folders that are left out. `links` allows links to files outside of `folder`, which may itself
    be a link.

    Raises FileNotFoundError if there is none (NoDocuments in an empty folder), ValueError if two have the same name or
    a link leaves the folder.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: no such folder; put the documents there or name the folder that holds them")
    found: dict[str, Path] = {}
    for path in _files(folder, aside):
        if _is_document(path.relative_to(folder)):
            name = shown_name(path.relative_to(folder))
            if name in found:
                raise ValueError(f"{folder}: two of its documents would be named {name}; rename one")
            found[name] = path
    if not found:
        kinds = ", ".join(f"*{suffix}" for suffix in suffixes())
        raise NoDocuments(f"{folder}: no documents ({kinds}) in this folder or below; put some there or name another")
    if not links:
        _refuse_outside(folder, {name: _real(path) for name, path in found.items()})
    return dict(sorted(found.items()))


def real_files(folder: Path, aside: Collection[Path] = (), links: bool = False) -> dict[str, Path]:
    """As document_files, with the path at the end of all links, which contains none: what opens it refuses a link that
    was put there since (machine/files.py, `unlinked`)."""
    found = {name: _real(path) for name, path in document_files(folder, aside, links=True).items()}
    if not links:
        _refuse_outside(folder, found)
    return found


def _refuse_outside(folder: Path, found: Mapping[str, Path]) -> None:
    if out := [name for name, path in sorted(found.items()) if _real(folder) not in path.parents]:
        more = f" and {len(out) - NAMED} more" if len(out) > NAMED else ""
        raise ValueError(
            f"{folder}: {', '.join(out[:NAMED])}{more}: a link to a file outside of this folder; put a copy in its "
            "place, or set dataset.links=true to read what such links name"
        )


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def other_files(folder: Path, aside: Collection[Path] = ()) -> list[str]:
    """The files below `folder` that are of no known format, by name. Hidden ones do not count."""
    paths = (path.relative_to(folder) for path in _files(folder, aside))
    return sorted(shown_name(path) for path in paths if not _is_document(path) and not _hidden(path))


def unopened(folder: Path, aside: Collection[Path] = ()) -> list[str]:
    """What is neither a file nor a folder of its own, by name: links to folders, which are not followed, and pipes,
    devices and sockets. Hidden ones do not count."""
    paths = (path for path in _below(folder, aside) if (path.is_symlink() if path.is_dir() else _is_odd(path)))
    return [shown_name(path) for path in (path.relative_to(folder) for path in paths) if not _hidden(path)]


def _is_odd(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _files(folder: Path, aside: Collection[Path]) -> Iterator[Path]:
    return (path for path in _below(folder, aside) if path.is_file() or (path.is_symlink() and not path.exists()))


def _below(folder: Path, aside: Collection[Path]) -> Iterator[Path]:
    """In order. What holds the folder itself is not aside."""
    roots = (folder.absolute(), folder.resolve())
    places = [
        (root, place) for each in aside for root, place in zip(roots, (each.absolute(), each.resolve()), strict=True)
    ]
    out = {folder / place.relative_to(root) for root, place in places if root in place.parents}
    for path in sorted(folder.rglob("*")):
        if not out or out.isdisjoint((path, *path.parents)):
            yield path


def _is_document(path: Path) -> bool:
    return path.suffix.lower() == PDF or bool(format_of(path.name) and not _hidden(path))


def _hidden(path: Path) -> bool:
    """Hidden files, files in hidden folders, and the locks of open Office documents."""
    return any(part.startswith(".") for part in path.parts) or path.name.startswith("~$")


def digest_if_read(path: Path) -> str:
    """As document_digest; "" for a file whose bytes cannot be had. Who reads it says why."""
    try:
        return document_digest(path)
    except OSError:
        return ""


def document_digest(path: Path) -> str:
    """The SHA-256 of a document's bytes; the path contains no link. Raises OSError for what is no regular file or has
    more than LARGEST bytes, also if it grows while it is read, and if a link has been put in the path."""
    found = hashlib.sha256()
    for piece in pieces(path, LARGEST, links=False):
        found.update(piece)
    return found.hexdigest()
