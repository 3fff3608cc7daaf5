"""Collections on a real Chroma server, `chroma run` on a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import numpy as np
import pytest

from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.index.collection import Collection, Folders, Server, collect
from ragatta.pipeline.index.collection_store import CollectionStore
from standins.chunked import CHUNKING, TWO, HashEncoder

BUILD_AND_HANG = """
import sys, time
from pathlib import Path
from ragatta.pipeline.index.collection import Server, collect, collection
from ragatta.pipeline.index.collection_store import CollectionStore
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from standins.chunked import CHUNKING, TWO, HashEncoder
collection.BATCH, encoder, calls = 3, HashEncoder(), []
def embed(texts):
    calls.append(texts)
    if len(calls) == 2:
        print("half", flush=True)
        time.sleep(60)
    return encoder.embed(texts)
collect(Server(CollectionStore("server", sys.argv[1]), Path(sys.argv[2])), TWO, CHUNKING, Pdfium(), encoder, embed)
"""


def test_where_a_collection_is_said_with_its_server(tmp_path: Path) -> None:
    server = Server(CollectionStore("server", "http://one:8000"), tmp_path)
    assert server.where("papers") == "papers on the Chroma server http://one:8000"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place, port = tmp_path_factory.mktemp("server"), free_port()
    program = str(Path(sys.executable).parent / "chroma")
    command = [program, "run", "--path", str(place / "data"), "--host", "127.0.0.1", "--port", str(port)]
    with (place / "log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=place)
        try:
            deadline = time.monotonic() + 60
            while True:
                assert time.monotonic() < deadline, (place / "log").read_text()
                with socket.socket() as tried:
                    answered = tried.connect_ex(("127.0.0.1", port)) == 0
                    if answered and tried.getsockname() != tried.getpeername():  # a free port may connect to itself
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[Server]:
    made = Server(CollectionStore("server", address), tmp_path / "home")
    yield made
    made.remove([manifest["name"] for manifest in made.describe()])


def build(store: Server | Folders, embed: Any = None, encoder: HashEncoder | None = None) -> Collection:
    encoder = encoder or HashEncoder()
    return collect(store, TWO, CHUNKING, Pdfium(), encoder, embed or encoder.embed)


def test_it_holds_what_a_folder_holds_and_is_opened_again(store: Server, tmp_path: Path) -> None:
    made, local = build(store), build(Folders(tmp_path / "local"))
    assert made.rebuilt_because == "not there yet"
    assert (made.name, made.key, made.chunks) == (local.name, local.key, local.chunks)
    assert made.manifest["content"] == local.manifest["content"]
    assert np.array_equal(made.vectors, local.vectors)
    again = build(store, lambda texts: pytest.fail(f"embedded {len(texts)} texts"))
    assert (again.chunks, again.embedded, again.rebuilt_because) == (made.chunks, 0, "")
    assert [manifest["key"] for manifest in store.describe()] == [made.key]


def test_a_killed_build_is_never_taken_for_a_collection(store: Server) -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-c", BUILD_AND_HANG, store.settings.address, str(store.root)]
    killed = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths})
    assert killed.stdout is not None
    assert killed.stdout.readline() == "half\n"
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    [left] = store.describe()
    assert left["damaged"] == "a build that is under way or was stopped"
    made = build(store)
    assert made.rebuilt_because == "not there yet"
    assert [manifest["name"] for manifest in store.describe()] == [made.name], "what it left is gone"


def test_a_build_that_fails_leaves_nothing(store: Server) -> None:
    def embed(_: Sequence[str]) -> Any:
        raise ValueError("no vectors today")

    with pytest.raises(ValueError, match="no vectors today"):
        build(store, embed)
    assert store.describe() == []


def test_builders_without_a_common_folder_do_not_collide(store: Server, tmp_path: Path) -> None:
    together, made = Barrier(2), {}

    def builder(name: str) -> None:
        encoder = HashEncoder()

        def embed(texts: Sequence[str]) -> Any:
            together.wait(30)
            return encoder.embed(texts)

        made[name] = build(Server(store.settings, tmp_path / name), embed, encoder)

    threads = [Thread(target=builder, args=(name,)) for name in ("one", "other")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert made["one"].chunks == made["other"].chunks
    assert made["one"].embedded == made["other"].embedded > 0
    assert [manifest["name"] for manifest in store.describe()] == [made["one"].name]


def test_one_that_was_changed_is_built_again_and_the_reason_said(store: Server) -> None:
    made = build(store)
    with store._client() as client:
        client.get_collection(made.name).update(ids=[made.chunks[0].id], metadatas=[{"source_file": "forged"}])
    again = build(store)
    assert "have changed since they were stored" in again.rebuilt_because
    assert again.chunks == made.chunks
    assert build(store).rebuilt_because == ""


def test_only_our_collections_are_listed_and_removed(store: Server) -> None:
    made = build(store)
    with store._client() as client:
        client.create_collection("strangers", embedding_function=None)
    with pytest.raises(ValueError, match=f"no collection 'strangers' .*{made.name}"):
        store.remove(["strangers"])
    store.remove([made.name])
    assert store.describe() == []
    with store._client() as client:
        assert [collection.name for collection in client.list_collections()] == ["strangers"]
        client.delete_collection("strangers")


def test_chromas_own_environment_names_the_server(store: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    named_by_it = replace(store, settings=CollectionStore("server"))
    with monkeypatch.context() as environment:
        environment.setenv("CHROMA_SERVER_HOST", "127.0.0.1")
        environment.setenv("CHROMA_SERVER_HTTP_PORT", store.settings.address.rpartition(":")[2])
        made = build(named_by_it)
        environment.setenv("CHROMA_DATABASE", "nowhere")
        with pytest.raises(OSError, match=r"no Chroma server can be used .*nowhere"):
            build(named_by_it)
    assert [manifest["name"] for manifest in store.describe()] == [made.name]


def test_a_server_that_is_not_there_is_said_with_the_fix(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"see collection\.address") as raised:
        build(Server(CollectionStore("server", f"http://127.0.0.1:{free_port()}"), tmp_path))
    assert "http://127.0.0.1:" in str(raised.value.filename)
