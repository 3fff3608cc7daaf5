"""Lists the collections, with the parameters that made them; removes some, or those that no run uses.

What else lies beside them, and a link to a collection, is named and left alone.

Those on a Chroma server are listed with collection.mode=server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import SETTINGS, option
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, visible
from ragatta.experiments.on_record.places import runs_folders
from ragatta.experiments.paths import COLLECTIONS
from ragatta.experiments.results import console
from ragatta.experiments.results.reading import run_manifest
from ragatta.pipeline.index.collection import Store, open_store
from ragatta.pipeline.plugins.identity import short
from ragatta.pipeline.plugins.registry import suggestion

LEFT = "left alone, not made by Ragatta"


@command(__doc__, "collections", "collections --remove unused")
@option("--remove", default="", metavar="NAMES", help='collections to remove, "name ...", or unused')
@SETTINGS
def collections(remove: str, settings: tuple[str, ...]) -> int:
    store = open_store(one_point([*settings], "collections").config.collection, COLLECTIONS)
    manifests = {manifest["name"]: manifest for manifest in store.describe()}
    named = [*dict.fromkeys(remove.split())]
    if named and named != ["unused"]:
        return _remove(named, manifests, store)
    served = _served()
    used = {name: served[_key(name)] for name in manifests}
    if named:
        _remove([name for name in manifests if not used[name]], manifests, store)
        _say("kept, used by recorded runs", [name for name in manifests if used[name]])
        _say(LEFT, store.others())
        return 0
    headings = ["name", "parser", "chunking", "embedder", "chunks", "MB", "runs"]
    rows = [_row(name, manifest, used[name]) for name, manifest in manifests.items()]
    console.console_of(console.PLAIN_WIDTH).print(console.grid(counted(len(manifests), "collection"), headings, rows))
    _say(LEFT, store.others())
    return 0


def _remove(names: list[str], manifests: Mapping[str, Any], store: Store) -> int:
    if others := {*names} & {*store.others()}:
        raise Fault([f"--remove {name}: not a collection of Ragatta's; remove it yourself" for name in sorted(others)])
    if unknown := [name for name in names if name not in manifests]:
        raise Fault([f"--remove {name}: no such collection; {suggestion(name, list(manifests))}" for name in unknown])
    store.remove(names)
    print(f"removed {', '.join(names) or 'nothing'}")
    return 0


def _say(what: str, names: Sequence[str]) -> None:
    if names:
        print(f"{what}: {', '.join(map(visible, names))}")


def _row(name: str, manifest: Mapping[str, Any], runs: int) -> list[str]:
    megabytes = f"{manifest['bytes'] / 1e6:.0f}" if "bytes" in manifest else ""
    if damaged := manifest.get("damaged"):
        return [name, f"damaged: {damaged}", "", "", "", megabytes, str(runs)]
    parts = manifest["ingredients"]
    chunking = parts["chunking"]
    return [
        name,
        str(parts["parser"]["name"]),
        f"{chunking['name']} {chunking['chunk_size']}/{chunking['chunk_overlap']} {chunking['unit']}",
        " ".join(str(parts["embedder"][key]) for key in ("name", "precision") if key in parts["embedder"]),
        str(manifest["chunks"]),
        megabytes,
        str(runs),
    ]


def _served() -> Counter[str]:
    """The number of recorded runs of each collection, by the beginning of its key. Raises Fault for a damaged manifest,
    because the collection of that run is then unknown."""
    manifests = (run_manifest(path.parent) for runs in runs_folders() for path in runs.glob("*/manifest.json"))
    return Counter(short(str(manifest.get("collection_key", ""))) for manifest in manifests)


def _key(name: str) -> str:
    return name.rpartition("_")[2]
