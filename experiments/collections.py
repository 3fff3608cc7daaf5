"""make collections: lists the collections with the parameters that made them; REMOVE=name, or REMOVE=unused."""

from __future__ import annotations

import json

from rich.console import Console
from rich.table import Table

from experiments.faults import Fault, run_command
from experiments.paths import COLLECTIONS, RUNS
from pipeline.collection import describe, remove
from pipeline.techniques import suggestion


def main(arguments: list[str]) -> int:
    manifests = {manifest["name"]: manifest for manifest in describe(COLLECTIONS)}
    used = _used()
    if arguments:
        names = [n for n in manifests if n not in used] if arguments == ["unused"] else arguments
        unknown = [name for name in names if name not in manifests]
        if unknown:
            raise Fault([f"REMOVE={name}: no such collection; {suggestion(name, list(manifests))}" for name in unknown])
        remove(COLLECTIONS, names)
        print(f"removed {', '.join(names) or 'nothing'}")
        return 0
    table = Table(title=f"{len(manifests)} collections", title_justify="left")
    for heading in ("name", "parser", "chunking", "embedder", "chunks", "runs"):
        table.add_column(heading)
    for name, manifest in manifests.items():
        if damaged := manifest.get("damaged"):
            table.add_row(name, f"damaged: {damaged}", style="yellow")
            continue
        parts = manifest["ingredients"]
        table.add_row(
            name,
            str(parts["parser"]["name"]),
            f"{parts['chunking']['strategy']} {parts['chunking']['chunk_size']}/{parts['chunking']['chunk_overlap']}",
            str(parts["embedder"].get("precision", "")),
            str(manifest["chunks"]),
            str(used.get(name, 0)),
        )
    Console().print(table)
    return 0


def _used() -> dict[str, int]:
    """How many recorded runs each collection served."""
    counts: dict[str, int] = {}
    for path in RUNS.glob("*/manifest.json"):
        name = json.loads(path.read_text(encoding="utf-8")).get("collection", "")
        counts[name] = counts.get(name, 0) + 1
    return counts


if __name__ == "__main__":
    run_command(main)
