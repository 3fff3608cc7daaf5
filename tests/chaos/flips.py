"""Single bits of what Ragatta has written are flipped, one at a time, before the command that reads them.

The command must end with the same figures, which a note may explain, or an error that names the file or its folder.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.course import Bench, Trial, figures, judged
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible


@dataclass(frozen=True)
class Artefact:
    """What is flipped: `files` of the home; `gone` is removed before, so that the files are read and matter."""

    files: tuple[str, ...]
    gone: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    command: str = "sweep"
    asks: bool = False  # a stand-in for a model server


ANSWERS = ("outputs",)
INDEX = ("outputs", "collections")
ARTEFACTS: Mapping[str, Artefact] = {
    "page cache": Artefact((".cache/pages/*",), INDEX),
    "tables cache": Artefact((".cache/tables/*",), INDEX, ("chunking=table",)),
    "annotations": Artefact((".cache/annotations/**/*",), ANSWERS, ("architecture=agentic",)),
    "vectors": Artefact((".cache/vectors.sqlite",), INDEX),
    "token vectors": Artefact((".cache/token_vectors.sqlite",), ANSWERS, ("reranker=maxsim",)),
    "collection": Artefact(("collections/*/**/*",), ANSWERS),
    "collection manifest": Artefact(("collections/*/manifest.json",)),
    "replies": Artefact((".cache/replies.sqlite",), ANSWERS, asks=True),
    "journal": Artefact(("outputs/runs/*/journal.jsonl",)),
    "results of runs": Artefact(("outputs/sweeps/*/runs/*/*",), command="report"),
    "results of the sweep": Artefact(
        tuple(f"outputs/sweeps/*/{name}" for name in ("sweep.json", "questions.jsonl", "summary.csv", "digests.json")),
        command="report",
    ),
}


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many flips, of each artefact as many."""
    for at, name in enumerate(ARTEFACTS):
        yield from flipped(bench, name, count * (at + 1) // len(ARTEFACTS) - count * at // len(ARTEFACTS), drawn)


def flipped(bench: Bench, name: str, count: int, drawn: random.Random) -> Iterator[Trial]:
    """What became of so many flips of one artefact."""
    artefact, home, whole = ARTEFACTS[name], bench.folder / "home", bench.folder / "whole"
    if not count:
        return
    with ExitStack() as stack:
        server = stack.enter_context(OllamaServer(think=sensible)).address if artefact.asks else ""
        true = _prepared(bench, artefact, home, whole, server)
        for _ in range(count):
            shutil.rmtree(home)
            shutil.copytree(whole, home, symlinks=True)
            file, bit = flip(home, artefact, drawn)
            code, said = _command(bench, artefact, home, server)
            names = (file.name, file.parent.name)
            outcome = judged(code, said, lambda: _figures(artefact, home) == true, names)
            yield Trial(f"{name}: bit {bit} of {file.relative_to(home)}", outcome, said)


def _command(bench: Bench, artefact: Artefact, home: Path, server: str) -> tuple[int | None, str]:
    words = bench.own(*artefact.words, server=server) if artefact.command == "sweep" else []
    return bench.run(artefact.command, words, home)


def _prepared(bench: Bench, artefact: Artefact, home: Path, whole: Path, server: str) -> dict[str, str]:
    """The true figures; `whole` becomes the home as the command will find it, but for the flip."""
    shutil.rmtree(whole, ignore_errors=True)
    bench.undisturbed(bench.own(*artefact.words, server=server), home)
    if artefact.command != "sweep":
        _command(bench, artefact, home, server)
    true = _figures(artefact, home)
    for place in [place for pattern in artefact.gone for place in home.glob(pattern)]:
        shutil.rmtree(place) if place.is_dir() else place.unlink()
    shutil.copytree(home, whole, symlinks=True)
    return true


def flip(home: Path, artefact: Artefact, drawn: random.Random) -> tuple[Path, int]:
    """Flips one bit of the files, each bit of them as likely as another."""
    files = sorted({file for pattern in artefact.files for file in home.glob(pattern) if file.is_file()})
    sizes = [file.stat().st_size for file in files]
    file = drawn.choices(files, sizes)[0]
    data = bytearray(file.read_bytes())
    bit = drawn.randrange(8 * len(data))
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)
    return file, bit


def _figures(artefact: Artefact, home: Path) -> dict[str, str]:
    if artefact.command == "report":
        return {"report": (home / "report.html").read_text(encoding="utf-8")}
    return figures(home)
