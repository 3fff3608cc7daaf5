"""Chunk → Collection: the chunks to search, named by a hash of everything that produced them."""

from ragatta.pipeline.index.collection.collection import MANIFEST, NOT_THERE, Collection, collect, describe, remove
from ragatta.pipeline.index.collection.key import collection_ingredients, collection_name

__all__ = [
    "MANIFEST",
    "NOT_THERE",
    "Collection",
    "collect",
    "collection_ingredients",
    "collection_name",
    "describe",
    "remove",
]
