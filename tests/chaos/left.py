"""The law for what a command says where answers did not come: it holds over the questions that are left."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean

Rows = list[dict[str, str]]
Tables = Mapping[str, Rows]
NAMES = ("by_question", "summary", "diagnosis", "growth", "stress")
MOST_LOST = 0.05  # of a variation's answers, as comparison.not_answered has it
CLOSE = 2e-6  # of cells with six decimals
CLEAN = "as it is"  # the variation that a stress is compared with
QUALITIES = ("score", "evidence_recall", "page_recall")
_FIGURE = re.compile(r"\d+\.\d{3}\b")


def tables(home: Path) -> Tables:
    """The tables of the latest sweep, as far as there are any."""
    found = {}
    for name in NAMES:
        if (path := home / "outputs/latest" / f"{name}.csv").exists():
            with path.open(encoding="utf-8", newline="") as stream:
                found[name] = list(csv.DictReader(stream))
    return found


def contradictions(found: Tables, healthy: Tables, printed: str, in_health: str) -> Iterator[str]:
    """What of the tables and of what is printed does not hold over the questions that are left, by the tables of the
    healthy run and what it printed."""
    true = _by_question(healthy)
    own = _by_question(found)
    came = {label: {name for name, row in rows.items() if row["status"] != "failed"} for label, rows in own.items()}
    for label, rows in own.items():
        yield from _answers(label, rows, true[label])
    for row in found.get("summary", ()):
        label = row["variation"]
        asked = len(own.get(label, ())) + int(
            row.get("unanswered") or 0
        )  # also those that a server which failed left out
        lost = asked - len(came.get(label, ()))
        if lost > MOST_LOST * asked and _known(row["score"]):
            yield f"{label}: {lost} answers did not come, and yet summary.csv has score {row['score']}"
        elif not lost and not _is_mean(row["score"], "score", [true[label]], came.get(label, set())):
            yield f"{label}: summary.csv has score {row['score']}, which is not that of the questions left"
    for row in found.get("growth", ()):
        label, metric = f"{row['variation']} {float(row['times']):g}x", row["metric"]
        if metric in QUALITIES and row["forecast"] == "False" and not _some(row, "mean", label, true, came):
            yield f"growth.csv: {label}: {metric} {row['mean']} of {row['questions']} questions"
    for row in found.get("stress", ()):
        clean, stressed = (f"{row['variation']} ({name})" for name in (CLEAN, row["stress"]))
        both = came.get(clean, set()) & came.get(stressed, set())
        if not all(
            _some(row, cell, label, true, {label: both}) for cell, label in (("before", clean), ("after", stressed))
        ):
            yield f"stress.csv: {row['stress']}: {row['metric']} {row['before']} to {row['after']}"
    known = healthy.get("diagnosis", ())
    yield from (f"diagnosis.csv: {row}" for row in found.get("diagnosis", ()) if row not in known)
    yield from _printed(printed, in_health, (found, healthy))


def _by_question(given: Tables) -> dict[str, dict[str, dict[str, str]]]:
    """The rows of by_question.csv by variation and question."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for row in given.get("by_question", ()):
        found.setdefault(row["variation"], {})[row["question_id"]] = row
    return found


def _answers(label: str, rows: Mapping[str, dict[str, str]], true: Mapping[str, dict[str, str]]) -> Iterator[str]:
    """One that came is scored as in the healthy run; one that did not is open."""
    for name, row in rows.items():
        if row["status"] != "failed" and row != true[name]:
            yield f"{label}: {name} is not scored as in the healthy run: {row}"
        if not float(row["score_if_wrong"]) <= float(true[name]["score"]) <= float(row["score_if_right"]):
            yield f"{label}: {name} may not have the score of the healthy run: {row}"


def _some(
    row: Mapping[str, str], cell: str, label: str, true: Mapping[str, dict[str, dict[str, str]]],
    came: Mapping[str, set[str]],
) -> bool:  # fmt: skip
    """Whether the cell is the mean of so many of the answers that came as the row says; or it is not known."""
    if not _known(row[cell]):
        return True
    chosen = combinations(sorted(came.get(label, ())), int(row["questions"]))
    return any(_is_mean(row[cell], row["metric"], [true[label]], set(names)) for names in chosen)


def _is_mean(said: str, metric: str, true: Sequence[Mapping[str, dict[str, str]]], names: set[str]) -> bool:
    values = [float(rows[name][metric]) for rows in true for name in names if rows[name][metric]]
    if not values or not _known(said):
        return not values and not _known(said)
    return math.isclose(float(said), fmean(values), abs_tol=CLOSE)


def _known(cell: str) -> bool:
    return bool(cell) and not math.isnan(float(cell))


def _printed(printed: str, in_health: str, given: Sequence[Tables]) -> Iterator[str]:
    """Figures of three decimals that stand in no table."""
    cells = {cell for each in given for rows in each.values() for row in rows for cell in row.values()}
    known = {f"{abs(float(cell)):.3f}" for cell in cells if re.fullmatch(r"-?\d+\.\d+", cell)}
    known |= {*_FIGURE.findall(in_health)}
    for line in printed.splitlines():
        if strange := {*_FIGURE.findall(line)} - known:
            yield f"printed, and in no table: {', '.join(sorted(strange))}: {line}"
