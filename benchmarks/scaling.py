"""What 100,000 and 1,000,000 pages cost, from what the other benchmarks measured here.

    python -m benchmarks.scaling [--core-hour 0.05] [--tokens-in 0.15] [--tokens-out 0.60] [--call 3000 300] [--docs]

Constants come from outputs/bench: the largest sizes of growth.json and retrieval_scale.json, indexing.json of PDFs,
and own_seconds.json. All is taken to grow with the pages, as growth.json shows. Prices are assumptions: USD a
core-hour and a million tokens in and out; a call has so many tokens. --docs writes the tables into docs/performance.md.
"""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.results import arguments, kept, placed, table
from benchmarks.stamps import stamped
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.machine.files import write_whole

PAGES, GIB, HOUR = (100_000, 1_000_000), 2**30, 3600
QUESTIONS, VARIATIONS, CALLS = 500, 6, 4  # of a sweep; calls a question of router_planner
DOCS = ROOT / "docs" / "performance.md"
Row = dict[str, Any]


def constants() -> dict[str, float]:
    """Per page: processor seconds of each part, bytes of memory and disk; and seconds of a question."""
    grown, read = kept("growth")[-1], kept("indexing")[0]
    own = [row for row in kept("own_seconds") if row["what"].startswith("answer")]
    pages, chunks_a_page = grown["pages"], grown["chunks"] / grown["pages"]
    return {
        "reading": read["read_s"] / read["pages"],
        "embedding": read["embed_ms"] / 1000 * chunks_a_page,
        "storing": grown["build_cpu_s"] / pages,
        "bm25": grown["bm25_cpu_s"] / pages,
        "build_memory": (grown["build_mb"] - grown["start_mb"]) * 2**20 / pages,
        "search_memory": float(sum(grown["held"].values())),
        "disk": grown["disk_mb"] * 1e6 / pages,
        "chunks": chunks_a_page,
        "question": max(row["cpu_p50_ms"] for row in own) / 1000,
    }


def search_s(chunks: float, search: str) -> float:
    """Seconds of an unfiltered search, from the largest measured collection: every vector is read."""
    rows = [row for row in kept("retrieval_scale") if row["search"] == search and row["filter"] == "none"]
    largest = max(rows, key=lambda row: int(row["chunks"]))
    return float(largest["p50_ms"]) / 1000 * chunks / float(largest["chunks"])


def index_rows(per_page: dict[str, float], core_hour: float) -> list[Row]:
    rows = []
    for pages in PAGES:
        hours = {name: per_page[name] * pages / HOUR for name in ("reading", "embedding", "storing", "bm25")}
        total = sum(hours.values())
        rows.append({
            "pages": pages, **{name: f"{each:.1f}" for name, each in hours.items()}, "hours": f"{total:.0f}",
            "usd": f"{total * core_hour:.2f}",
            "build": f"{per_page['build_memory'] * pages / GIB:.1f}",
            "search": f"{per_page['search_memory'] * pages / GIB:.1f}",
            "disk": f"{per_page['disk'] * pages / GIB:.0f}",
        })  # fmt: skip
    return rows


def sweep_rows(per_page: dict[str, float], prices: tuple[float, float, float], call: tuple[int, int]) -> list[Row]:
    core_hour, tokens_in, tokens_out = prices
    asked, rows = QUESTIONS * VARIATIONS, []
    tokens = asked * CALLS * (call[0] * tokens_in + call[1] * tokens_out) / 1e6
    for pages in PAGES:
        search = max(search_s(pages * per_page["chunks"], which) for which in ("semantic", "hybrid"))
        hours = asked * (per_page["question"] + search) / HOUR
        rows.append({"pages": pages, "search": f"{1000 * search:.0f}", "hours": f"{hours:.2f}",
                     "usd": f"{hours * core_hour:.2f}", "tokens": f"{tokens:.0f}"})  # fmt: skip
    return rows


INDEX = {"pages": "pages", "reading, core-hours": "reading", "embedding": "embedding", "storing": "storing",
         "BM25": "bm25", "together": "hours", "USD": "usd", "memory to build, GiB": "build",
         "to search, GiB": "search", "disk, GiB": "disk"}  # fmt: skip
SWEEP = {"pages": "pages", "slowest search, ms": "search", "core-hours": "hours", "USD": "usd", "model, USD": "tokens"}


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--core-hour", type=float, default=0.05)
    words.add_argument("--tokens-in", type=float, default=0.15)
    words.add_argument("--tokens-out", type=float, default=0.60)
    words.add_argument("--call", type=int, nargs=2, default=[3000, 300], metavar=("IN", "OUT"))
    given = words.parse_args()
    per_page, prices = constants(), (given.core_hour, given.tokens_in, given.tokens_out)
    made = {
        "constants": "\n".join(f"- {name}: {value:.3g}" for name, value in per_page.items()),
        "index": table(index_rows(per_page, given.core_hour), INDEX),
        "sweep": table(sweep_rows(per_page, prices, tuple(given.call)), SWEEP),
    }
    print("\n\n".join(made.values()))
    if given.docs:
        page = DOCS.read_text(encoding="utf-8")
        command = " ".join(["python -m benchmarks.scaling", *(word for word in sys.argv[1:] if word != "--docs")])
        for name in ("index", "sweep"):
            page = placed(page, name, f"{made[name]}\n\n{stamped(command)}")
        write_whole(DOCS, page)


if __name__ == "__main__":
    main()
