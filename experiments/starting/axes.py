"""What can be written beside each axis of a grid: the choices of conf/, and the parts with what they need."""

from __future__ import annotations

from collections.abc import Iterator

from ragatta.experiments.composing.composer import Composer
from ragatta.experiments.composing.part_names import KINDS, ready

CHOICES = ("variation", "chunking", "parser", "embedder", "retrieval", "architecture", "llm", "scoring")
# Keys whose values are parts, and their kinds; the first value is the one that is no part.
PARTS = {"queries": "queries", "reranker": "rerankers", "window": "windows"}
NUMBERS = {"retrieval.top_k": "3,5,10", "window.size": "0,2", "chunking.chunk_size": "500,1000,2000"}
KIND_OF = {"parser": "parsers", "embedder": "embedders", "architecture": "architectures", "llm": "backends",
           "chunking": "chunkers"}  # fmt: skip


def axes() -> str:
    """A commented line a key with all its values, and below it what of them is not at hand."""
    groups = Composer().groups
    lines: list[str] = []
    for key in CHOICES:
        lines += [f"{key}: {','.join(groups[key])}", *_lacking(KIND_OF.get(key, ""), groups[key])]
    for key, kind in PARTS.items():
        names = KINDS[kind][0].names()
        lines += [f"{key}: {','.join(names)}", *_lacking(kind, names)]
    lines += [f'{key}: "{values}"' for key, values in NUMBERS.items()]
    return "".join(f"      # {line}\n" for line in lines)


def _lacking(kind: str, names: tuple[str, ...]) -> Iterator[str]:
    """A line for each part of these names that needs something."""
    for name in names if kind else ():
        if KINDS[kind][0].knows(name):
            part = KINDS[kind][0].imported(name)
            if needs := getattr(part, "NEEDS", ""):
                yield f"  {name} needs {needs} [{ready(part)}]"
