"""Collections on a Chroma server: built under a temporary name there, renamed when complete."""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from ragatta.pipeline.index.collection import building, chroma
from ragatta.pipeline.index.collection.content import Vectors
from ragatta.pipeline.index.collection.places import NOT_THERE, Building, Damaged
from ragatta.pipeline.index.collection_store import CollectionStore
from ragatta.pipeline.machine.checksums import Damaged as Changed
from ragatta.pipeline.machine.checksums import sealed, verified
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.types import Chunk, Progress

MANIFEST = "manifest"  # in a collection's metadata, with its checksum
BUILDER = "builder"  # machine and folder of who builds it
LISTED = 100  # collections asked for at once


@dataclass(frozen=True)
class Server:
    """A Store on the server that `settings` name. Builders that share the folder `root` take turns; of others that
    build the same collection at once the first to finish counts."""

    settings: CollectionStore
    root: Path

    def where(self, name: str) -> str:
        return f"{name} on the Chroma server {self._url()}"

    def manifest(self, name: str) -> dict[str, Any]:
        with self._client() as client:
            return _manifest(name, _metadata(client, name))

    def read(self, name: str) -> tuple[list[Chunk], Vectors]:
        with self._client() as client:
            try:
                return chroma.read(client, name)
            except (TypeError, ValueError, AttributeError) as error:
                raise Damaged(f"it holds something else than chunks: {error}") from error

    def locked(self, name: str, progress: Progress | None = None) -> AbstractContextManager[None]:
        self.root.mkdir(parents=True, exist_ok=True)
        return building.locked(self.root, f"{name}.server", progress)

    @contextmanager
    def building(self, name: str, parameters: Mapping[str, Any], function: Any) -> Iterator[Building]:
        temporary, builder = f"{name}.building-{uuid4().hex[:8]}", f"{socket.gethostname()}:{self.root}"
        with self._client() as client:
            for left in _listed(client):  # by a build of ours that was killed: we hold the lock
                if left.name.startswith(f"{name}.building-") and (left.metadata or {}).get(BUILDER) == builder:
                    client.delete_collection(left.name)
            before = _id(client, name)
            writing = chroma.Writing(client, temporary, parameters, function, {BUILDER: builder})
            try:
                yield _Building(name, writing)
                _take_place(client, name, writing, before)
            except BaseException:
                with suppress(Exception):
                    client.delete_collection(temporary)
                raise

    def describe(self) -> list[dict[str, Any]]:
        with self._client() as client:
            return sorted(filter(None, map(_described, _listed(client))), key=lambda manifest: str(manifest["name"]))

    def others(self) -> list[str]:
        with self._client() as client:
            return sorted(str(each.name) for each in _listed(client) if _described(each) is None)

    def remove(self, names: Sequence[str]) -> None:
        known = [manifest["name"] for manifest in self.describe()]
        for name in names:
            if name not in known:
                raise ValueError(f"no collection {name!r} on {self._url()}; {registry.suggestion(name, known)}")
        with self._client() as client:
            for name in names:
                client.delete_collection(name)

    def _url(self) -> str:
        host, port, ssl = self._address()
        return f"{'https' if ssl else 'http'}://{host}:{port}"

    def _address(self) -> tuple[str, int, bool]:
        from chromadb.config import Settings

        if self.settings.address:
            parts = urlsplit(self.settings.address)
            return str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80), parts.scheme == "https"
        of_chroma = Settings()
        ssl = bool(of_chroma.chroma_server_ssl_enabled)
        return of_chroma.chroma_server_host or "localhost", of_chroma.chroma_server_http_port or 8000, ssl

    def _connect(self) -> Any:
        from chromadb import HttpClient
        from chromadb.config import DEFAULT_DATABASE, DEFAULT_TENANT, Settings

        host, port, ssl = self._address()
        return HttpClient(
            host,
            port,
            ssl,
            settings=Settings(anonymized_telemetry=False, chroma_server_host=host, chroma_server_http_port=port),
            tenant=self.settings.tenant or os.environ.get("CHROMA_TENANT") or DEFAULT_TENANT,
            database=self.settings.database or os.environ.get("CHROMA_DATABASE") or DEFAULT_DATABASE,
        )

    @contextmanager
    def _client(self) -> Iterator[Any]:
        """What the server refuses is no damage of a collection, so that nothing is built again because of it."""
        from chromadb.errors import ChromaError
        from httpx import HTTPError

        try:
            client = self._connect()
        except (ValueError, HTTPError, ChromaError) as error:
            message = f"no Chroma server can be used ({error}); start one with `chroma run`, or see collection.address"
            raise OSError(errno.ECONNREFUSED, message, self._url()) from error
        try:
            yield client
        except (HTTPError, ChromaError) as error:
            raise OSError(errno.EIO, f"the Chroma server failed ({error})", self._url()) from error
        finally:
            client.close()


@dataclass(frozen=True)
class _Building:
    name: str
    writing: chroma.Writing

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        self.writing.add(chunks, vectors)

    def finish(self, manifest: Mapping[str, Any]) -> None:
        self.writing.finish(manifest, {MANIFEST: sealed(json.dumps(manifest, ensure_ascii=False), self.name)})


def _take_place(client: Any, name: str, writing: chroma.Writing, before: Any) -> None:
    """Renames a complete collection, in place of the one that lay there `before`; one that came since is the same, from
    another builder, and stays."""
    from chromadb.errors import ChromaError

    there = _id(client, name)
    if there is not None and there == before:
        client.delete_collection(name)
    elif there is not None:
        client.delete_collection(writing.stored.name)
        return
    try:
        writing.stored.modify(name=name)
    except ChromaError:
        if _id(client, name) is None:
            raise
        client.delete_collection(writing.stored.name)


def _id(client: Any, name: str) -> Any:
    from chromadb.errors import NotFoundError

    try:
        return client.get_collection(name, embedding_function=None).id
    except NotFoundError:
        return None


def _metadata(client: Any, name: str) -> Mapping[str, Any]:
    from chromadb.errors import NotFoundError

    try:
        return client.get_collection(name, embedding_function=None).metadata or {}
    except NotFoundError:
        raise Damaged(NOT_THERE) from None


def _manifest(name: str, metadata: Mapping[str, Any]) -> dict[str, Any]:
    if MANIFEST not in metadata:
        raise Damaged("a build that is under way or was stopped" if BUILDER in metadata else "it has no manifest")
    try:
        manifest: dict[str, Any] = json.loads(verified(str(metadata[MANIFEST]).encode(), name))
    except Changed as error:
        raise Damaged(f"its manifest is damaged: {error}") from error
    del manifest["check"]
    return manifest


def _described(collection: Any) -> dict[str, Any] | None:
    """Its manifest, or what is wrong with it; None for one that is not ours."""
    metadata = collection.metadata or {}
    if not {MANIFEST, BUILDER} & metadata.keys():
        return None
    try:
        return _manifest(collection.name, metadata)
    except Damaged as damage:
        return {"name": collection.name, "damaged": str(damage)}


def _listed(client: Any) -> list[Any]:
    found: list[Any] = []
    while page := client.list_collections(limit=LISTED, offset=len(found)):
        found += page
    return found
