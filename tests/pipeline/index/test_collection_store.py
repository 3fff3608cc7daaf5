"""Which settings of the place of collections are refused."""

from __future__ import annotations

import pytest

from ragatta.pipeline.index.collection_store import CollectionStore


@pytest.mark.parametrize("address", ["", "http://one:8000", "https://one", "http://127.0.0.1:1", "http://one/"])
def test_addresses_of_a_server(address: str) -> None:
    assert CollectionStore("server", address).problems() == []


@pytest.mark.parametrize(
    "address",
    ["one:8000", "ftp://one:8000", "http://", "http://one:0", "http://one:port", "http://one:99999", "http://one?a=b",
     "http://me@one", "http://me:secret@one", "http://:secret@one"],
)  # fmt: skip
def test_what_is_no_address_of_a_server(address: str) -> None:
    [problem] = CollectionStore("server", address).problems()
    assert problem.startswith("collection.address must be http://host:port")


def test_what_names_a_server_needs_the_mode_server() -> None:
    assert CollectionStore().problems() == []
    [problem] = CollectionStore(tenant="ours").problems()
    assert problem == "collection.tenant is of a server; add collection.mode=server"
    assert CollectionStore("server", tenant="ours", database="papers").problems() == []
    [problem] = CollectionStore("cloud").problems()
    assert problem.startswith("collection.mode")
