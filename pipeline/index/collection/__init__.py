"""Chunk → Collection: the chunks to search, named by a hash of everything that produced them."""

from pathlib import Path

from ragatta.pipeline.index.collection.collection import Collection, collect, cut_one_by_one, embed_chunks
from ragatta.pipeline.index.collection.folders import Folders
from ragatta.pipeline.index.collection.key import collection_ingredients, collection_name
from ragatta.pipeline.index.collection.places import NOT_THERE, Store
from ragatta.pipeline.index.collection.server import Server
from ragatta.pipeline.index.collection_store import CollectionStore

__all__ = [
    "NOT_THERE",
    "Collection",
    "Folders",
    "Server",
    "Store",
    "collect",
    "collection_ingredients",
    "collection_name",
    "cut_one_by_one",
    "embed_chunks",
    "open_store",
]


def open_store(settings: CollectionStore, root: Path) -> Store:
    """Where the settings say that collections lie; `root` is the folder of those on this machine, and of locks."""
    return Server(settings, root) if settings.mode == "server" else Folders(root)
