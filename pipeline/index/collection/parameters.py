"""What a collection is made of, in the form of Chroma's metadata: dotted keys and plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PARTS = ("corpus", "texts", "parser", "chunking", "embedder")  # of the ingredients; the others grow with the corpus


def parameters(key: str, ingredients: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    """`parser.name: pdfium` and so on, with the collection's key; the manifest has the rest."""
    return {"key": key, **_flat({name: ingredients[name] for name in PARTS})}


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{name}.")
        elif value is not None:
            found[prefix + name] = value if isinstance(value, str | int | float | bool) else str(value)
    return found
