"""The documents below a folder, by name, and the files that are none."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from ragatta.pipeline.documents.formats import PDF, format_of, suffixes
from ragatta.pipeline.documents.names import shown_name


def document_files(folder: Path, aside: Collection[Path] = ()) -> dict[str, Path]:
    """Every PDF below `folder`, and every file of another format that is not hidden, by name: its relative path with
    "/". Includes broken links. A folder named *.pdf is searched like any other; links to folders are not followed.
    `aside` are files and folders that are left out.

    Raises FileNotFoundError if there is none, ValueError if two have the same name.
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
        raise FileNotFoundError(
            f"{folder}: no documents ({kinds}) in this folder or below; put some there or name another"
        )
    return dict(sorted(found.items()))


def other_files(folder: Path, aside: Collection[Path] = ()) -> list[str]:
    """The files below `folder` that are of no known format, by name. Hidden ones do not count."""
    paths = (path.relative_to(folder) for path in _files(folder, aside))
    return sorted(shown_name(path) for path in paths if not _is_document(path) and not _hidden(path))


def _files(folder: Path, aside: Collection[Path]) -> Iterator[Path]:
    """In order. What holds the folder itself is not aside."""
    roots = (folder.absolute(), folder.resolve())
    places = [
        (root, place) for each in aside for root, place in zip(roots, (each.absolute(), each.resolve()), strict=True)
    ]
    out = {folder / place.relative_to(root) for root, place in places if root in place.parents}
    for path in sorted(folder.rglob("*")):
        if out and not out.isdisjoint((path, *path.parents)):
            continue
        if path.is_file() or (path.is_symlink() and not path.exists()):
            yield path


def _is_document(path: Path) -> bool:
    return path.suffix.lower() == PDF or bool(format_of(path.name) and not _hidden(path))


def _hidden(path: Path) -> bool:
    """Hidden files, files in hidden folders, and the locks of open Office documents."""
    return any(part.startswith(".") for part in path.parts) or path.name.startswith("~$")
