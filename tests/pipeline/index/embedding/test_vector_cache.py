import errno
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from ragatta.pipeline.index.embedding import vector_cache as vectors
from ragatta.pipeline.index.embedding.vector_cache import LOOKED_UP, WRITTEN, VectorCache, embed_cached
from ragatta.pipeline.machine.checksums import Note

ROOT = Path(__file__).parents[4]


class Letters:
    """An encoder whose vectors can be foretold: a text's length and its first characters."""

    dimensions = 4

    def __init__(self, name: str = "letters", fails_after: int = 10**9) -> None:
        self.identity: dict[str, Any] = {"name": name}
        self.seen: list[str] = []
        self.fails_after = fails_after

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Any:
        if len(self.seen) >= self.fails_after:
            raise KeyboardInterrupt
        self.seen += texts
        for done in range(len(texts)):
            if progress:
                progress(done + 1)
        return np.array([foretold(text) for text in texts], np.float32).reshape(-1, 4)


def foretold(text: str) -> list[float]:
    return [float(len(text)), *(float(ord(c)) for c in text[:3].ljust(3, "\0"))]


def test_second_time_nothing_is_embedded(tmp_path: Path) -> None:
    cache, texts = VectorCache(tmp_path / "v.db"), ["one", "two", "three"]
    first, embedded = embed_cached(Letters(), cache, texts)
    again, embedded_again = embed_cached(Letters(), cache, texts[::-1])
    assert (embedded, embedded_again) == (3, 0)
    assert first.dtype == again.dtype == np.float32
    assert np.array_equal(first, again[::-1])


def test_duplicates_are_embedded_once(tmp_path: Path) -> None:
    encoder = Letters()
    found, embedded = embed_cached(encoder, VectorCache(tmp_path / "v.db"), ["a", "b", "a", "a"])
    assert (encoder.seen, embedded) == (["a", "b"], 2)
    assert np.array_equal(found, [foretold("a"), foretold("b"), foretold("a"), foretold("a")])


def test_another_encoder_has_vectors_of_its_own(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v.db")
    embed_cached(Letters("one"), cache, ["a"])
    assert embed_cached(Letters("two"), cache, ["a"])[1] == 1
    assert embed_cached(Letters("one"), cache, ["a"])[1] == 0


def test_no_texts(tmp_path: Path) -> None:
    found, embedded = embed_cached(Letters(), VectorCache(tmp_path / "v.db"), [])
    assert (found.shape, embedded) == ((0, 4), 0)


@hypothesis.settings(deadline=None, max_examples=25)
@hypothesis.given(calls=st.lists(st.lists(st.text(st.characters(), max_size=4), max_size=12), max_size=4))
def test_the_cache_changes_nothing_but_the_work(
    tmp_path_factory: pytest.TempPathFactory, calls: list[list[str]]
) -> None:
    cache, known = VectorCache(tmp_path_factory.mktemp("law") / "v.db"), set[str]()
    for texts in calls:
        found, embedded = embed_cached(Letters(), cache, texts)
        assert np.array_equal(found, np.array([foretold(t) for t in texts], np.float32).reshape(-1, 4))
        assert embedded == len(set(texts) - known)
        known |= set(texts)


def test_progress_rises_to_the_number_of_texts(tmp_path: Path) -> None:
    cache, told = VectorCache(tmp_path / "v.db"), list[int]()
    texts = [str(i) for i in range(LOOKED_UP + 10)]
    embed_cached(Letters(), cache, texts[:5])
    embed_cached(Letters(), cache, [*texts, "0", "7"], told.append)
    assert told == sorted(told)
    assert told[0] > 5  # what the cache holds counts as done
    assert told[-1] == len(texts) + 2


def test_an_interrupted_run_keeps_its_finished_batches(tmp_path: Path) -> None:
    cache, texts = VectorCache(tmp_path / "v.db"), [str(i) for i in range(3 * WRITTEN)]
    with pytest.raises(KeyboardInterrupt):
        embed_cached(Letters(fails_after=2 * WRITTEN), cache, texts)
    assert embed_cached(Letters(), cache, texts)[1] == WRITTEN


WRITER = """
import sys
from pathlib import Path
from ragatta.pipeline.index.embedding.vector_cache import VectorCache, embed_cached
from tests.pipeline.index.embedding.test_vector_cache import Letters
start, count = int(sys.argv[2]), int(sys.argv[3])
print("ready", flush=True)
for i in range(start, start + count):
    embed_cached(Letters(), VectorCache(Path(sys.argv[1])), [f"{i}-{j}" for j in range(20)])
"""


def writer(path: Path, start: int, count: int) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WRITER, str(path), str(start), str(count)]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    for process in [writer(path, 0, 15), writer(path, 10, 15)]:
        process.communicate(timeout=60)
        assert process.returncode == 0
    texts = [f"{i}-{j}" for i in range(25) for j in range(20)]
    found, embedded = embed_cached(Letters(), VectorCache(path), texts)
    assert embedded == 0
    assert np.array_equal(found, [foretold(text) for text in texts])


def test_a_killed_writer_leaves_a_sound_file(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    process = writer(path, 0, 10**6)
    assert process.stdout is not None
    process.stdout.readline()
    deadline = time.monotonic() + 20
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    found, _ = embed_cached(Letters(), VectorCache(path), [f"0-{j}" for j in range(20)])
    assert np.array_equal(found, [foretold(f"0-{j}") for j in range(20)])


@pytest.mark.parametrize("damage", ["no database", "damaged page", "words that are no text"])
def test_a_broken_file_is_set_aside(tmp_path: Path, damage: str) -> None:
    path, texts = tmp_path / "v.db", [str(i) for i in range(200)]
    embed_cached(Letters(), VectorCache(path), texts)
    data = path.read_bytes()
    broken = {
        "no database": b"not a database" * 1000,
        "damaged page": data[:4096] + b"\x55" * (len(data) - 4096),
        "words that are no text": data.replace(b"CREATE TABLE", b"CREAT\xb1 TABLE", 1),
    }[damage]
    path.write_bytes(broken)
    Path(f"{path}-shm").write_bytes(b"of the broken file")
    with pytest.warns(UserWarning, match=r"v\.db is damaged"):
        assert embed_cached(Letters(), VectorCache(path), texts)[1] == 200
    assert embed_cached(Letters(), VectorCache(path), texts)[1] == 0
    assert [p.read_bytes() for p in tmp_path.glob("v.db.broken-*") if p.name[-4:] not in ("-wal", "-shm")] == [broken]
    beside = [p.read_bytes() for p in tmp_path.glob("v.db.broken-*-shm")]
    assert beside == [b"of the broken file"] or damage != "no database", "a database that is opened drops it"


@pytest.mark.parametrize(
    "damage", ["x'0000'", "CAST(x'0000c07f' || substr(vector, 5) AS BLOB)", "(SELECT vector FROM checked LIMIT 1)"]
)
def test_a_cut_vector_one_with_nan_and_that_of_another_text_are_embedded_again(tmp_path: Path, damage: str) -> None:
    cache = VectorCache(tmp_path / "v.db")
    whole, _ = embed_cached(Letters(), cache, ["a", "b"])
    with sqlite3.connect(cache.path) as database:
        database.execute(f"UPDATE checked SET vector = {damage} WHERE rowid = 2")
    with pytest.warns(Note, match=r"v\.db: 1 vectors do not match their checksums and are made again"):
        found, embedded = embed_cached(Letters(), cache, ["a", "b"])
    assert (embedded, found.tolist()) == (1, whole.tolist())


def test_what_is_not_finite_is_not_kept(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v.db")
    with pytest.raises(ValueError, match="not finite"):
        cache.put("00", {"a": np.array([np.nan], np.float32)})


def test_a_full_disk_is_said_and_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = VectorCache(tmp_path / "v.db")
    embed_cached(Letters(), cache, ["kept"])
    connect = sqlite3.connect

    def small(*args: Any, **options: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = connect(*args, **options)
        database.execute("PRAGMA max_page_count = 4")  # sqlite then answers as on a full disk
        return database

    monkeypatch.setattr(vectors.sqlite3, "connect", small)
    with pytest.raises(OSError, match="no space left for the vector cache") as caught:
        embed_cached(Letters(), cache, [str(i) for i in range(200)])
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(cache.path))
    monkeypatch.undo()
    assert embed_cached(Letters(), cache, ["kept"])[1] == 0


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "v.db").mkdir()
    with pytest.raises(OSError, match=r"v\.db: the vector cache cannot be used"):
        embed_cached(Letters(), VectorCache(tmp_path / "v.db"), ["a"])
