"""Ragatta beside two peers, over the same PDFs, questions and weights, one after the other in one session.

    RAGATTA_DATA=folder python -m benchmarks.peers [--sides seed_design context_grid] [--rounds 1]

seed_design is the usual script: pypdf, Chroma, rank_bm25; six variations cold, then with another top_k. context_grid is
context-grid 0.9.5: a grid of twelve configurations cold, again, and after a kill at half of the cold time;
Ragatta runs a grid of the same shape. Ragatta does more than either: agents, answers, scores, statistics. Recall is the
share of the gold evidence in the passages of a question, by one rule for both. `embedding` is the part of a cold run
that no program over these weights and chunks can save: measured inside the peer, and of Ragatta by embedding its chunks
once more; of one that was killed, the part of it that was missing. Peers are installed into environments below the
temporary folder. Sides that are not asked for keep their rows.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import fmean, median
from time import perf_counter, sleep
from typing import Any
from urllib.request import urlopen

from chromadb import PersistentClient

from benchmarks.peers.environments import python_of
from benchmarks.peers.recall import mean_recall, own_passages
from benchmarks.results import arguments, keep, kept
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.paths import HOME, MODELS, ROOT, VECTORS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder

HERE = Path(__file__).parent
COLUMNS = {"peer": "peer", "what": "what", "its s": "peer_s", "embedding": "peer_embedding_s", "our s": "own_s",
           " embedding": "own_embedding_s", "ratio": "ratio", "its recall": "peer_recall",
           "our recall": "own_recall"}  # fmt: skip
ONCE = "architecture=single_pass"  # each question is one search, as the peers do
SIX = [ONCE, "variation=baseline,high_depth,conservative,sliding_window,page_window,hybrid_search"]
FOUR = [ONCE, "variation=baseline,sliding_window,page_window,hybrid_search", "retrieval.top_k=7"]
# Passages as long as the peer's, whose sizes are in tokens.
GRID = [ONCE, "chunking.chunk_size=1300,650", "chunking.chunk_overlap=100", "retrieval.top_k=5",
        "retrieval=semantic,bm25,hybrid", "reranker=none,mmr"]  # fmt: skip
Seconds = dict[str, tuple[float, float]]  # of the peer, and of Ragatta


def seed_design(dataset: OpenDataset, questions: Path, scratch: Path) -> tuple[Seconds, dict[str, Any]]:
    model = next(place.parent for place in MODELS.glob("minilm-*/int8.onnx"))
    peer = [python_of("seed_design"), HERE / "seed_design.py", dataset.pdfs, questions, model, scratch / "chroma"]
    peer += [scratch / "seed.json"]
    home = scratch / "home"
    seconds = {(cold := "six variations, cold"): (timed(peer), timed(ours(SIX), home))}
    embedding = {"peer_embedding_s": round(json.loads((scratch / "seed.json").read_text())["embedding_s"], 1)}
    seconds["four variations, another top_k"] = (timed([*peer, "7", "4"]), timed(ours(FOUR), home))
    return seconds, {cold: {**embedding, "own_embedding_s": embedded_again(home)}}


def context_grid(dataset: OpenDataset, questions: Path, scratch: Path) -> tuple[Seconds, dict[str, Any]]:
    python, out, home = python_of("context_grid"), scratch / "grid.json", scratch / "home"
    with embedding_server() as url:
        peer = [python, HERE / "context_grid.py", dataset.pdfs, questions, url, scratch / "cache", out]

        def of_peer() -> float:
            return timed(peer) - float(json.loads(out.read_text())["export_s"])

        seconds = {(cold := "twelve configurations, cold"): (of_peer(), timed(ours(GRID), home))}
        embedding = {"peer_embedding_s": round(float(urlopen(url).read()), 1), "own_embedding_s": embedded_again(home)}
        peer_found = json.loads(out.read_text())["passages"]
        own_found = own_passages(dataset, home / "outputs" / "latest", home / ".cache")
        seconds["again, all kept"] = (of_peer(), timed(ours(GRID), home))
        half = [whole / 2 for whole in seconds[cold]]
        for place in (scratch / "cache", home):
            shutil.rmtree(place)
        killed(peer, half[0])
        killed(ours(GRID), half[1], home)
        before = embedded(home)
        seconds[(again := "started again after a kill at half-way")] = (of_peer(), timed(ours(GRID), home))
        missing = round(embedding["own_embedding_s"] * (1 - before / embedded(home)), 1)
    said = {"peer_recall": recall(dataset, peer_found), "own_recall": recall(dataset, own_found)}
    return seconds, {cold: {**embedding, **said}, again: {"own_embedding_s": missing}}


def recall(dataset: OpenDataset, found: Mapping[str, Any]) -> str:
    """Of a grid, with the length of its passages, which a recall depends on."""
    each = {name: mean_recall(dataset, passages) for name, passages in found.items()}
    print("\n".join(f"{value:.3f} {name}" for name, value in sorted(each.items())), file=sys.stderr)
    length = fmean(len(one["text"]) for run in found.values() for passages in run.values() for one in passages)
    return f"{fmean(each.values()):.3f} (best {max(each.values()):.3f}; {length:.0f} characters a passage)"


def embedded(home: Path) -> int:
    """Texts whose vectors are kept."""
    with closing(sqlite3.connect(home / VECTORS.relative_to(HOME))) as database:
        return int(database.execute("SELECT count(*) FROM checked").fetchone()[0])


def embedded_again(home: Path) -> float:
    """Seconds that the chunks of every collection take."""
    encoder = open_encoder(MiniLM(), MODELS)
    kept = [PersistentClient(one) for one in (home / "collections").glob("pdf_*")]
    texts = [text for client in kept for one in client.list_collections() for text in one.get()["documents"] or ()]
    begun = perf_counter()
    encoder.embed(texts)
    return round(perf_counter() - begun, 1)


SIDES = {"seed_design": seed_design, "context_grid": context_grid}


def ours(words: Sequence[str]) -> list[str]:
    sweep = [sys.executable, "-m", "ragatta", "sweep", "--grid", "none", "dataset=ct_maps", "tracking=off"]
    return [*sweep, *words]


def started(command: Sequence[Any], home: Path | None) -> subprocess.Popen[bytes]:
    env = {**os.environ, **({"RAGATTA_HOME": str(home)} if home else {})}
    words = [str(word) for word in command]
    return subprocess.Popen(
        words, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def timed(command: Sequence[Any], home: Path | None = None) -> float:
    """Seconds of a command. Raises CalledProcessError with what it said."""
    begun = perf_counter()
    process = started(command, home)
    _, said = process.communicate()
    if process.returncode:
        print(said.decode(errors="replace")[-3000:], file=sys.stderr)
        raise subprocess.CalledProcessError(process.returncode, str(command[:3]))
    seconds = perf_counter() - begun
    print(f"{seconds:7.1f} s {Path(str(command[1])).name if home is None else 'Ragatta'}", file=sys.stderr, flush=True)
    return seconds


def killed(command: Sequence[Any], after: float, home: Path | None = None) -> None:
    process = started(command, home)
    sleep(after)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@contextmanager
def embedding_server() -> Iterator[str]:
    command = [sys.executable, "-m", "benchmarks.peers.embedding_server"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.terminate()


def written(dataset: OpenDataset, place: Path) -> Path:
    """The questions with their evidence, as context-grid reads them."""
    lines = []
    for question in dataset.questions:
        pieces = [piece for piece in question.evidence if piece.quote or piece.value]
        # A page to a bare figure would send its resolver through every place of the figure: it is spared that.
        anchors = [
            {"source_id": piece.file, "quote": piece.quote or piece.value,
             **({"page_hint": piece.pages[0]} if piece.quote and piece.pages else {})}
            for piece in pieces
        ]  # fmt: skip
        if anchors:
            lines.append(json.dumps({"id": question.id, "question": question.question, "anchors": anchors}))
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place


def row(peer: str, what: str, rounds: Sequence[tuple[float, float]], measured: Mapping[str, Any]) -> dict[str, Any]:
    ratios = sorted(theirs / own for theirs, own in rounds)
    spread = f" ({ratios[0]:.1f} to {ratios[-1]:.1f})" if len(ratios) > 1 else ""
    of = {
        side: round(median(each), 1) for side, each in zip(("peer_s", "own_s"), zip(*rounds, strict=True), strict=True)
    }
    none = dict.fromkeys(COLUMNS.values(), "–")
    return {**none, "peer": peer, "what": what, **of, "ratio": f"{median(ratios):.1f}{spread}", **measured}


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--sides", nargs="+", choices=SIDES, default=[*SIDES])
    words.add_argument("--rounds", type=int, default=1)
    given = words.parse_args()
    dataset = open_dataset(compose_grid(["dataset=ct_maps"])[0].config.dataset)
    rows = [row for row in kept_rows() if row["peer"] not in given.sides]
    for side in given.sides:
        rounds: dict[str, list[tuple[float, float]]] = defaultdict(list)
        measured: dict[str, Any] = {}
        for _ in range(given.rounds):
            with tempfile.TemporaryDirectory() as scratch:
                questions = written(dataset, Path(scratch) / "questions.jsonl")
                seconds, measured = SIDES[side](dataset, questions, Path(scratch))
            for what, pair in seconds.items():
                rounds[what].append(pair)
        rows += [row(side, what, pairs, measured.get(what, {})) for what, pairs in rounds.items()]
    keep("peers", rows, COLUMNS, docs=given.docs)


def kept_rows() -> list[dict[str, Any]]:
    try:
        return kept("peers")
    except FileNotFoundError:
        return []


if __name__ == "__main__":
    main()
