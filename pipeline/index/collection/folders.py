"""Collections as Chroma directories below one folder: whole or not there, one builder at a time."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragatta.pipeline.index.collection import building, chroma
from ragatta.pipeline.index.collection.content import Vectors
from ragatta.pipeline.index.collection.key import is_collection_name
from ragatta.pipeline.index.collection.places import NOT_THERE, Building, Damaged
from ragatta.pipeline.machine.checksums import Damaged as Changed
from ragatta.pipeline.machine.checksums import keep, note, read_kept
from ragatta.pipeline.machine.files import remove_folder
from ragatta.pipeline.machine.memory import give_back
from ragatta.pipeline.machine.sqlite import is_held, make, wait_for_others
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.identity import file_digest
from ragatta.pipeline.types import Chunk, Progress

MANIFEST = "manifest.json"
DATABASE = "chroma.sqlite3"
CONTENT = ("embedding", "sqlite_")  # the large tables, which Chroma says the damage of


@dataclass(frozen=True)
class Folders:
    """A Store below `root`. A collection's manifest is a file in its directory."""

    root: Path

    def where(self, name: str) -> str:
        return str(self.root / name)

    def manifest(self, name: str) -> dict[str, Any]:
        place = self.root / name
        try:
            manifest: dict[str, Any] = json.loads(read_kept(place / MANIFEST))
        except FileNotFoundError:
            raise Damaged(NOT_THERE if not place.exists() else f"{MANIFEST} is missing") from None
        except Changed as error:
            raise Damaged(f"{MANIFEST} is damaged: {error}") from error
        del manifest["check"]
        return manifest

    def read(self, name: str) -> tuple[list[Chunk], Vectors]:
        from chromadb.errors import ChromaError

        place = self.root / name
        try:
            _check_index(place, self.manifest(name))
            self._wait_for_others(name)
            _check_database(place / DATABASE)
            with _chroma(place) as client:
                found = chroma.read(client, name)
            give_back()  # Chroma reads its whole index
            return found
        except (ChromaError, sqlite3.Error, TypeError, ValueError, AttributeError) as error:
            if shutil.disk_usage(place).free == 0:  # Chroma cannot even open without room to write: no damage
                message = "no space left, which Chroma needs to open a collection"
                raise OSError(errno.ENOSPC, message, str(place)) from error
            raise Damaged(f"Chroma cannot read it: {error}") from error

    def locked(self, name: str, progress: Progress | None = None) -> AbstractContextManager[None]:
        self.root.mkdir(parents=True, exist_ok=True)
        return building.locked(self.root, name, progress)

    @contextmanager
    def building(self, name: str, parameters: Mapping[str, Any], function: Any) -> Iterator[Building]:
        self._wait_for_others(name)
        with building.building(self.root, name) as place:
            make(place / "chroma.sqlite3")
            with _written(place), _chroma(place) as client:
                filled = _Building(chroma.Writing(client, name, parameters, function))
                yield filled
            give_back()  # before it is opened, and what a search needs is added
            manifest = {**filled.manifest, "index": _index(place)}  # now that Chroma has written the last of it
            keep(place / MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False))

    def describe(self) -> list[dict[str, Any]]:
        found = []
        for name in sorted(self._names()):
            try:
                manifest = self.manifest(name)
            except Damaged as damage:
                manifest = {"name": name, "damaged": str(damage)}
            size = sum(file.stat().st_size for file in (self.root / name).rglob("*") if file.is_file())
            found.append({**manifest, "name": name, "bytes": size})
        return found

    def others(self) -> list[str]:
        return sorted(place.name for place in self.root.glob("[!.]*") if not _is_ours(place))

    def remove(self, names: Sequence[str]) -> None:
        known = self._names()
        for name in names:
            if name not in known:
                raise ValueError(f"no collection {name!r} in {self.root}; {registry.suggestion(name, known)}")
        for name in names:
            if is_held(self.root / name / DATABASE):
                raise OSError(errno.EBUSY, "another program is using it; nothing was removed", str(self.root / name))
        for name in names:
            with self.locked(name):
                remove_folder(self.root / name)

    def _names(self) -> list[str]:
        return [place.name for place in self.root.glob("[!.]*") if _is_ours(place)]

    def _wait_for_others(self, name: str) -> None:
        """Chroma waits for a lock without a word and without an end, and a lock is no damage."""
        said = f"waiting for another program that has {name} locked"
        wait_for_others(self.root / name / DATABASE, lambda: note(said))


def _is_ours(place: Path) -> bool:
    """A folder of our form of name, not a link to one: what a user keeps beside the collections is not ours."""
    return is_collection_name(place.name) and place.is_dir() and not place.is_symlink()


@dataclass
class _Building:
    writing: chroma.Writing
    manifest: Mapping[str, Any] = field(default_factory=dict)

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        self.writing.add(chunks, vectors)

    def finish(self, manifest: Mapping[str, Any]) -> None:
        self.writing.finish(manifest)
        self.manifest = manifest


@contextmanager
def _written(place: Path) -> Iterator[None]:
    from chromadb.errors import ChromaError

    try:
        yield
    except ChromaError as error:
        raise OSError(errno.EIO, f"Chroma cannot write the collection ({error})", str(place)) from error


def _index(place: Path) -> dict[str, str]:
    """The SHA-256 of each file of Chroma's approximate index. A small one, of up to about 1,000 chunks, is not in its
    files: Chroma makes it anew whenever a collection is opened."""
    files = [file for stored in place.glob("*/index_metadata.pickle") for file in stored.parent.iterdir()]
    return {file.relative_to(place).as_posix(): file_digest(file) for file in sorted(files)}


def _check_index(place: Path, manifest: Mapping[str, Any]) -> None:
    """Chroma ends the whole process over a flipped bit of the index, and reads vectors from it."""
    for name, digest in manifest.get("index", {}).items():
        if not (place / name).is_file():
            raise Damaged(f"{name} is missing")
        if file_digest(place / name) != digest:
            raise Damaged(f"{name} has changed since it was stored")


def _check_database(file: Path) -> None:
    """Chroma ends the whole process over some kinds of damage, so SQLite looks first."""
    if not file.is_file():
        raise Damaged(f"{file.name} is missing")
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
        (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in tables:  # raises where a name is no UTF-8 any more, over which Chroma panics
            if not name.startswith(CONTENT):
                database.execute(f'SELECT * FROM "{name}"').fetchall()
    if verdict != "ok":
        raise Damaged(f"{file.name} is damaged: {verdict}")


def _chroma(place: Path) -> AbstractContextManager[Any]:
    from chromadb import PersistentClient
    from chromadb.config import Settings

    return chroma.opened(lambda: PersistentClient(str(place), Settings(anonymized_telemetry=False)))
