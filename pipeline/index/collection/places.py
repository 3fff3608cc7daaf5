"""The protocol of a place where collections lie, one name each: folders, or a Chroma server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from ragatta.pipeline.index.collection.content import Vectors
from ragatta.pipeline.types import Chunk, Progress

NOT_THERE = "not there yet"


class Damaged(Exception):
    """What lies under a collection's name is not that collection. The message says why."""


class Building(Protocol):
    """A collection under a temporary name."""

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Stores them behind those that are there. Raises OSError."""

    def finish(self, manifest: Mapping[str, Any]) -> None:
        """Says that it is complete. Raises OSError."""


class Store(Protocol):
    """Every method raises OSError where the place cannot be used."""

    def where(self, name: str) -> str:
        """The place of a collection, for a message."""

    def manifest(self, name: str) -> dict[str, Any]:
        """What a complete collection is made of. Raises Damaged, with NOT_THERE where there is none."""

    def read(self, name: str) -> tuple[list[Chunk], Vectors]:
        """All chunks, by document and chunk_index, and their vectors (n, d). Waits, with a Note, while another program
        has it locked. Raises Damaged."""

    def locked(self, name: str, progress: Progress | None = None) -> AbstractContextManager[None]:
        """Alone with a name, among all who share this folder of collections."""

    def building(self, name: str, parameters: Mapping[str, Any], function: Any) -> AbstractContextManager[Building]:
        """A collection that takes the name when the block ends well, and else goes. It has `parameters` as its metadata
        and the embedding function `function`, or none."""

    def describe(self) -> list[dict[str, Any]]:
        """The manifest of every collection, by name, with its size on disk in `bytes` where it is known; `damaged` says
        why where there is no manifest to be read."""

    def others(self) -> list[str]:
        """The names of what lies beside the collections and is not Ragatta's, which `remove` leaves alone."""

    def remove(self, names: Sequence[str]) -> None:
        """Deletes collections. Raises ValueError, deleting none, where one of the names is not there, and OSError where
        another program has one locked."""
