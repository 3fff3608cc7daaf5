from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chromadb
import numpy as np
import pytest
from chromadb.errors import InternalError

from ragatta.pipeline.documents.corpus import Corpus, Skipped
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.documents.parsers.pypdf import Pypdf
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.index.chunking.page import PageChunker
from ragatta.pipeline.index.collection import (
    Collection,
    Folders,
    chroma,
    collect,
    collection_ingredients,
    folders,
)
from ragatta.pipeline.index.collection.folders import MANIFEST
from ragatta.pipeline.machine.checksums import keep
from ragatta.pipeline.types import Page
from standins.chunked import CHUNKING, TWO, HashEncoder, corpus


def build(root: Path, source: Corpus = TWO, chunking: Chunker = CHUNKING, **changed: Any) -> Collection:
    encoder = changed.get("encoder", HashEncoder())
    return collect(
        Folders(root), source, chunking, changed.get("parser", Pdfium()), encoder, changed.get("embed", encoder.embed)
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Collection]:
    root = tmp_path_factory.mktemp("collections")
    return root, build(root)


def test_it_holds_the_chunks_in_order_with_their_vectors(built: tuple[Path, Collection]) -> None:
    _, collection = built
    assert [chunk.source_file for chunk in collection.chunks] == sorted(c.source_file for c in collection.chunks)
    assert [c.chunk_index for c in collection.chunks if c.source_file == "a"] == [0, 1, 2]
    expected, count = HashEncoder().embed([chunk.text for chunk in collection.chunks])
    assert np.array_equal(collection.vectors, expected)
    assert collection.vectors.dtype == np.float32
    assert collection.embedded == count
    assert collection.rebuilt_because == "not there yet"
    assert collection.name == f"pdf_document_20_5_{collection.key[:12]}"


def test_progress_counts_the_pages_of_the_documents_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[int, int]] = []
    monkeypatch.setattr(f"{collect.__module__}.BATCH", 1)
    encoder = HashEncoder()
    collect(
        Folders(tmp_path), TWO, CHUNKING, Pdfium(), encoder, encoder.embed,
        progress=lambda what, done, total: said.append((done, total)) if what.startswith("embedding") else None,
    )  # fmt: skip
    assert [*dict.fromkeys(said)] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_opened_again_it_is_the_same_and_embeds_nothing(built: tuple[Path, Collection]) -> None:
    root, collection = built
    again = build(root, embed=lambda texts: pytest.fail(f"embedded {len(texts)} texts"))
    assert again.chunks == collection.chunks
    assert np.array_equal(again.vectors, collection.vectors)
    assert (again.embedded, again.rebuilt_because, again.key) == (0, "", collection.key)


def test_two_builds_hold_the_same(built: tuple[Path, Collection], tmp_path: Path) -> None:
    _, collection = built
    other = build(tmp_path)
    mine, theirs = dict(collection.manifest), dict(other.manifest)
    assert mine.pop("built").keys() == theirs.pop("built").keys()
    assert mine == theirs


@pytest.mark.parametrize(
    "change",
    [
        {"source": replace(TWO, digest="another")},
        {"source": replace(TWO, pages={**TWO.pages, "a": (Page("a", 1, "other words"),)})},
        {"source": replace(TWO, skipped=(Skipped("c", "broken"),))},
        {"source": replace(TWO, unlocked=("a",))},
        {"chunking": replace(CHUNKING, chunk_size=21)},
        {"chunking": replace(CHUNKING, chunk_overlap=6)},
        {"chunking": PageChunker(*vars(CHUNKING).values())},
        {"chunking": replace(CHUNKING, unit="tokens")},
        {"parser": Pypdf()},
        {"encoder": HashEncoder(identity={"model": "other"})},
    ],
    ids=str,
)
def test_whatever_goes_into_it_changes_its_key(change: Mapping[str, Any]) -> None:
    given = {"source": TWO, "chunking": CHUNKING, "parser": Pdfium(), "encoder": HashEncoder()}
    ingredients = [collection_ingredients(*(used[name] for name in given)) for used in (given, {**given, **change})]
    assert ingredients[0] != ingredients[1]


def test_the_code_of_its_own_technique_is_in_the_key_and_no_other() -> None:
    page = collection_ingredients(TWO, PageChunker(*vars(CHUNKING).values()), Pdfium(), HashEncoder())
    document = collection_ingredients(TWO, CHUNKING, Pdfium(), HashEncoder())
    assert page["chunking"]["code"] != document["chunking"]["code"]
    assert page["parser"] == document["parser"]


def spoil_manifest(**values: Any) -> Callable[[Path], None]:
    def spoil(place: Path) -> None:
        manifest = json.loads((place / MANIFEST).read_text())
        del manifest["check"]
        keep(place / MANIFEST, json.dumps({**manifest, **values}))

    return spoil


def one_digit(place: Path) -> None:
    text = (place / MANIFEST).read_text()
    (place / MANIFEST).write_text(text.replace('"chunks": ', '"chunks": 1'))


def half_a_manifest(place: Path) -> None:
    (place / MANIFEST).write_text((place / MANIFEST).read_text()[:40])


def half_a_database(place: Path) -> None:
    content = (place / "chroma.sqlite3").read_bytes()
    (place / "chroma.sqlite3").write_bytes(content[: len(content) // 2])


def a_schema_that_is_no_utf8(place: Path) -> None:
    content = (place / "chroma.sqlite3").read_bytes()
    (place / "chroma.sqlite3").write_bytes(content.replace(b"config_json_str", b"config_json_st\xe4"))


def no_utf8_in(column: str, table: str) -> Callable[[Path], None]:
    def spoil(place: Path) -> None:  # Chroma's Rust code panics over it
        with sqlite3.connect(place / "chroma.sqlite3") as database:
            database.execute(f"UPDATE {table} SET {column} = CAST(x'6162FF' AS TEXT) WHERE rowid = 1")

    return spoil


def another_text(place: Path) -> None:
    with sqlite3.connect(place / "chroma.sqlite3") as database:
        database.execute(
            "UPDATE embedding_metadata SET string_value = 'forged' WHERE key = 'chroma:document' AND id = 1"
        )


def another_clients(**record: object) -> Callable[[Path], None]:
    """A record that another client of Chroma adds."""

    def spoil(place: Path) -> None:
        client = chromadb.PersistentClient(str(place))
        (collection,) = client.list_collections()
        collection.add(ids=["theirs"], embeddings=[[1.0] * 8], **record)  # type: ignore[arg-type]
        client.close()

    return spoil


THEIRS = "its record 'theirs' is none of Ragatta's chunks: another client has added it"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (another_clients(documents=["a note"]), THEIRS),
        (another_clients(documents=["a note"], metadatas=[{"author": "me"}]), THEIRS),
        (another_clients(metadatas=[{"source_file": "a.pdf"}]), THEIRS),
        (another_clients(), THEIRS),
        (lambda place: (place / MANIFEST).unlink(), "manifest.json is missing"),
        (half_a_manifest, "manifest.json is damaged"),
        (lambda place: (place / MANIFEST).write_text("[]"), "carries no checksum"),
        (one_digit, "manifest.json is damaged: it does not match its checksum"),
        (spoil_manifest(key="0" * 64), "parameters other"),
        (spoil_manifest(dimensions=9), "holds 9 dimensions, the embedder gives 8"),
        (spoil_manifest(chunks=99), "its manifest says 99"),
        (spoil_manifest(content="0"), "have changed since they were stored"),
        (lambda place: (place / "chroma.sqlite3").unlink(), "chroma.sqlite3 is missing"),
        (lambda place: (place / "chroma.sqlite3").write_bytes(b"garbage" * 999), "cannot read it"),
        (half_a_database, "malformed|damaged"),
        (a_schema_that_is_no_utf8, "cannot read it|damaged"),
        (no_utf8_in("scope", "segments"), "Could not decode"),
        (no_utf8_in("filename", "migrations"), "Could not decode"),
        (another_text, "have changed since they were stored"),
    ],
)
def test_what_is_not_the_collection_is_rebuilt_and_the_reason_said(
    spoil: Callable[[Path], None], reason: str, tmp_path: Path
) -> None:
    first = build(tmp_path)
    spoil(tmp_path / first.name)
    second = build(tmp_path)
    assert re.search(reason, second.rebuilt_because)
    assert second.chunks == first.chunks
    assert second.embedded == len(first.chunks)
    assert build(tmp_path).rebuilt_because == ""


def test_chunks_that_are_deleted_while_it_is_read(built: tuple[Path, Collection]) -> None:
    class Deleting:
        """A client whose collection lists ids that are gone by the time they are read."""

        def get_collection(self, *_: Any, **__: Any) -> Deleting:
            return self

        def get(self, ids: Sequence[str] | None = None, **_: Any) -> dict[str, Any]:
            empty = {"ids": [], "embeddings": np.empty(0), "documents": [], "metadatas": []}
            return empty if ids else {"ids": [chunk.id for chunk in built[1].chunks]}

    with pytest.raises(ValueError, match="deleted while it was read"):
        chroma.read(Deleting(), "any")


HOLD = (
    "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], isolation_level=None); d.execute('BEGIN EXCLUSIVE'); "
    "print('held', flush=True); sys.stdin.read()"
)


def test_one_that_another_program_has_locked_is_waited_for_and_not_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(tmp_path)
    words = [sys.executable, "-c", HOLD, str(tmp_path / first.name / "chroma.sqlite3")]
    held = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert held.stdout is not None
    assert held.stdout.readline() == "held\n"
    with pytest.raises(OSError, match="another program is using it; nothing was removed"):
        Folders(tmp_path).remove([first.name])

    def waiting(said: str) -> None:
        assert said == f"waiting for another program that has {first.name} locked"
        held.communicate()

    monkeypatch.setattr(folders, "note", waiting)
    encoder = HashEncoder()
    assert build(tmp_path, encoder=encoder).rebuilt_because == ""
    assert held.poll() == encoder.embedded == 0


def test_what_lies_beside_collections_is_nobody_s_to_remove(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "collections", tmp_path / "elsewhere"
    root.mkdir()
    first = build(root)
    (root / "notes").mkdir()
    (root / "a.txt").write_text("mine")
    shutil.move(root / first.name, elsewhere)
    (root / first.name).symlink_to(elsewhere)
    (root / "gone").symlink_to(tmp_path / "nothing")
    store = Folders(root)
    assert store.describe() == []
    assert store.others() == ["a.txt", "gone", "notes", first.name]
    for name in store.others():
        with pytest.raises(ValueError, match="no collection"):
            store.remove([name])
    assert build(root).rebuilt_because == "", "a link to a collection is read"
    (elsewhere / MANIFEST).unlink()
    (elsewhere / "mine").write_text("")
    (root / f".{first.name}.building").symlink_to(elsewhere)
    assert build(root).rebuilt_because == "manifest.json is missing"
    assert not (root / first.name).is_symlink()
    assert (elsewhere / "mine").exists(), "what is behind the link stays"


def test_a_damaged_index_is_never_handed_to_chroma(tmp_path: Path) -> None:
    """A flipped bit of it can end the process."""
    large = corpus(a=" ".join(f"word{number:04}" for number in range(1900)))
    first = build(tmp_path, large)
    assert len(first.chunks) > 1000, "from here on Chroma writes its index into files"
    (header,) = (tmp_path / first.name).glob("*/header.bin")
    content = bytearray(header.read_bytes())
    content[26] ^= 64
    header.write_bytes(content)
    second = build(tmp_path, large)
    assert second.rebuilt_because == f"{header.parent.name}/header.bin has changed since it was stored"
    assert second.chunks == first.chunks
    assert build(tmp_path, large).rebuilt_because == ""


def visible(root: Path) -> list[str]:
    return [place.name for place in root.iterdir() if not place.name.endswith(".lease")]


def test_a_failed_build_leaves_nothing(tmp_path: Path) -> None:
    def fail(_: Sequence[str]) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path, embed=fail)
    assert visible(tmp_path) == []


def test_what_a_killed_build_left_is_cleared(tmp_path: Path) -> None:
    name = build(tmp_path / "elsewhere").name
    left = tmp_path / f".{name}.building"
    left.mkdir()
    (left / "chroma.sqlite3").write_bytes(b"half")
    assert build(tmp_path).name == name
    assert sorted(visible(tmp_path)) == ["elsewhere", name]


@pytest.mark.parametrize(
    "fault", [OSError(errno.ENOSPC, "No space left on device"), RuntimeError("database or disk is full")]
)
def test_a_full_disk_is_said_with_the_folder(fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise fault

    monkeypatch.setattr(chroma.Writing, "add", full)
    with pytest.raises(OSError, match="no space left to build pdf_document") as raised:
        build(tmp_path)
    assert raised.value.filename == str(tmp_path)
    assert visible(tmp_path) == []


def test_a_full_folder_for_temporary_files_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite writes there too, and says no more than that a disk is full."""
    (temporary := tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    room = {temporary: 0, tmp_path: 1 << 30}
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=room[place]))

    def full(*_: Any) -> None:
        raise RuntimeError("database or disk is full")

    monkeypatch.setattr(chroma.Writing, "add", full)
    with pytest.raises(OSError, match=r"\(0 MB free\)") as raised:
        build(tmp_path)
    assert raised.value.filename == str(temporary)


def test_a_corpus_without_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no chunks"):
        build(tmp_path, Corpus("d", {"a": "0"}, {"a": (Page("a", 1, " "),)}))


def test_two_processes_at_once_build_it_once(tmp_path: Path) -> None:
    script = (
        "import importlib.util, pathlib, sys; "
        "spec = importlib.util.spec_from_file_location('shared', sys.argv[1]); "
        "shared = importlib.util.module_from_spec(spec); sys.modules['shared'] = shared; "
        "spec.loader.exec_module(shared); "
        "built = shared.build(pathlib.Path(sys.argv[2])); print(built.embedded, built.key)"
    )
    command = [sys.executable, "-c", script, __file__, str(tmp_path)]
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths}
    pair = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
    results = [process.communicate(timeout=60)[0].split() for process in pair]
    assert [process.returncode for process in pair] == [0, 0]
    assert sorted(int(count) > 0 for count, _ in results) == [False, True]
    assert len({key for _, key in results}) == 1


def test_describe_and_remove(tmp_path: Path) -> None:
    assert Folders(tmp_path / "nowhere").describe() == []
    document, page = build(tmp_path), build(tmp_path, chunking=PageChunker(*vars(CHUNKING).values()))
    damaged = "pdf_page_1000_200_0123456789ab"
    (tmp_path / damaged).mkdir()
    found = {entry["name"]: entry for entry in Folders(tmp_path).describe()}
    assert sorted(found) == sorted([document.name, page.name, damaged])
    assert found[document.name]["ingredients"]["chunking"]["chunk_size"] == 20
    assert found[document.name]["bytes"] > 1000
    assert found[damaged]["damaged"] == "manifest.json is missing"
    with pytest.raises(ValueError, match=f"did you mean {page.name}"):
        Folders(tmp_path).remove([document.name, page.name[:-1]])
    Folders(tmp_path).remove([document.name, damaged])
    assert [entry["name"] for entry in Folders(tmp_path).describe()] == [page.name]


@pytest.mark.parametrize("name", ["..", ".", "a/../.."])
def test_only_collections_are_removed(name: str, tmp_path: Path) -> None:
    (tmp_path / "root" / "a").mkdir(parents=True)
    with pytest.raises(ValueError, match="no collection"):
        Folders(tmp_path / "root").remove([name])


def test_buckets_that_a_rule_gives_are_in_the_key_and_folders_are_not() -> None:
    def ingredients(**buckets: str) -> dict[str, Any]:
        return collection_ingredients(replace(TWO, buckets=buckets), CHUNKING, Pdfium(), HashEncoder())

    assert "buckets" not in ingredients()
    assert ingredients(a="letters")["buckets"] == {"a": "letters"}
    assert ingredients(a="letters") != ingredients(a="bills")


def test_what_chroma_cannot_write_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> None:
        raise InternalError("error returned from database: (code: 778) disk I/O error")

    monkeypatch.setattr(chroma.Writing, "add", failing)
    with pytest.raises(OSError, match="Chroma cannot write the collection"):
        build(tmp_path)
    assert visible(tmp_path) == []
