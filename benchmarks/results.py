"""Keeps the rows of a benchmark: in outputs/bench/<name>.json with the machine, and with --docs as a table in
docs/performance.md, between `<!-- <name> -->` and `<!-- /<name> -->`."""

from __future__ import annotations

import json
import os
import platform
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.stamps import stamped
from ragatta.experiments.paths import OUTPUTS, ROOT
from ragatta.pipeline.machine.files import write_whole

BENCH, DOCS = OUTPUTS / "bench", ROOT / "docs" / "performance.md"
Row = Mapping[str, Any]


def arguments(text: str | None) -> ArgumentParser:
    """Of a benchmark; `text` is its docstring."""
    words = ArgumentParser(description=text, formatter_class=RawDescriptionHelpFormatter)
    words.add_argument("--docs", action="store_true", help="write the table into docs/performance.md")
    return words


def machine() -> dict[str, Any]:
    """What the figures were measured on, and how busy it was."""
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(pages * size / 2**30),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
    }


def keep(name: str, rows: Sequence[Row], columns: Mapping[str, str], *, docs: bool) -> None:
    """Writes the rows; `columns` are the table's headings and the keys below them."""
    words, data = " ".join(word for word in sys.argv[1:] if word != "--docs"), os.environ.get("RAGATTA_DATA")
    words = words.replace(data, "$RAGATTA_DATA") if data else words
    command, on = f"python -m benchmarks.{name} {words}".strip(), machine()
    BENCH.mkdir(parents=True, exist_ok=True)
    held = {"command": command, "machine": on, "rows": list(rows)}
    write_whole(BENCH / f"{name}.json", json.dumps(held, indent=1) + "\n")
    shown = table(rows, columns)
    print(shown)
    if docs:
        said = stamped(command, on=f"{on['cores']} cores, {on['memory_gib']} GiB; load average {on['load']}")
        write_whole(DOCS, placed(DOCS.read_text(encoding="utf-8"), name, f"{shown}\n\n{said}"))


def kept(name: str) -> list[dict[str, Any]]:
    """The rows that a benchmark has left. Raises FileNotFoundError, which names its command."""
    try:
        rows: list[dict[str, Any]] = json.loads((BENCH / f"{name}.json").read_text(encoding="utf-8"))["rows"]
    except FileNotFoundError:
        raise FileNotFoundError(f"outputs/bench/{name}.json is missing: run python -m benchmarks.{name}") from None
    return rows


def table(rows: Sequence[Row], columns: Mapping[str, str]) -> str:
    """In Markdown."""
    lines = [f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}"]
    return "\n".join([*lines, *(f"| {' | '.join(_cell(row[key]) for key in columns.values())} |" for row in rows)])


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def placed(page: str, name: str, text: str) -> str:
    """The page with this text between the markers of `name`. Raises ValueError where they are missing."""
    begin, end = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
    before, first, rest = page.partition(begin)
    _, second, after = rest.partition(end)
    if not first or not second:
        raise ValueError(f"docs/performance.md: no {begin.strip()} ... {end.strip()}")
    return f"{before}{begin}\n{text}\n{end}{after}"
