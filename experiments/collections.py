"""make collections: lists the collections with the parameters that made them; REMOVE=name, or REMOVE=unused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.console import Console

from experiments.faults import Fault, run_command
from experiments.paths import COLLECTIONS, RUNS
from experiments.showing import console
from pipeline.checked import note
from pipeline.collection import describe, remove
from pipeline.techniques import suggestion


def main(arguments: list[str]) -> int:
    manifests = {manifest["name"]: manifest for manifest in describe(COLLECTIONS)}
    used = _used()
    if arguments:
        unused = [name for name, manifest in manifests.items() if not used[str(manifest.get("key"))]]
        names = unused if arguments == ["unused"] else arguments
        unknown = [name for name in names if name not in manifests]
        if unknown:
            raise Fault([f"REMOVE={name}: no such collection; {suggestion(name, list(manifests))}" for name in unknown])
        remove(COLLECTIONS, names)
        print(f"removed {', '.join(names) or 'nothing'}")
        return 0
    headings = ["name", "parser", "chunking", "embedder", "chunks", "MB", "runs"]
    rows = [_row(name, manifest, used[str(manifest.get("key"))]) for name, manifest in manifests.items()]
    Console(width=console.PLAIN_WIDTH, highlight=False, markup=False).print(
        console.grid(f"{len(manifests)} collections", headings, rows)
    )
    return 0


def _row(name: str, manifest: Mapping[str, Any], runs: int) -> list[str]:
    megabytes = f"{manifest['bytes'] / 1e6:.0f}"
    if damaged := manifest.get("damaged"):
        return [name, f"damaged: {damaged}", "", "", "", megabytes, str(runs)]
    parts = manifest["ingredients"]
    chunking = parts["chunking"]
    return [
        name,
        str(parts["parser"]["name"]),
        f"{chunking['strategy']} {chunking['chunk_size']}/{chunking['chunk_overlap']} {chunking['unit']}",
        str(parts["embedder"].get("precision", "")),
        str(manifest["chunks"]),
        megabytes,
        str(runs),
    ]


def _used() -> Counter[str]:
    """How many recorded runs each collection served, by its key."""
    counts: Counter[str] = Counter()
    for path in sorted(RUNS.glob("*/manifest.json")):
        try:
            counts[str(json.loads(path.read_bytes())["collection_key"])] += 1
        except (ValueError, KeyError, TypeError):
            note(f"{path} is damaged: the collection of its run is not counted as used")
    return counts


if __name__ == "__main__":
    run_command(main)
