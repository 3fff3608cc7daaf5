"""What ragatta regress --update changes: every question whose line differs, old → new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean

from ragatta.eval.gate.decision import Seen, gate_metrics
from ragatta.experiments.counting import counted
from ragatta.experiments.gate.expected import Recorded
from ragatta.experiments.gate.rewrite import line_of


def difference(old: Recorded | None, new: Recorded) -> Iterator[str]:
    """One line per difference, or one line that says that there is none."""
    if old is None:
        yield f"recorded for the first time: questions {len(new.questions)}, variations {len(new.variations)}"
        return
    if old.variations != new.variations:
        yield f"variations: {', '.join(old.variations)} → {', '.join(new.variations)}"
    yield from _means(old, new)
    changed = 0
    for id_ in dict.fromkeys((*old.questions, *new.questions)):
        before, now = _line(old, id_), _line(new, id_)
        if before != now:
            changed += 1
            yield f"  {id_}: {_moved(before, now)}"
    yield f"{counted(changed, 'question')} changed" if changed else "no question changed"


def _line(recorded: Recorded, id_: str) -> dict[str, object]:
    return line_of(recorded.board, id_) if id_ in recorded.questions else {}


def _moved(before: dict[str, object], now: dict[str, object]) -> str:
    if not before or not now:
        return "new" if now else "no longer asked"
    keys = dict.fromkeys((*before, *now))
    return "; ".join(f"{k} {_value(before, k)} → {_value(now, k)}" for k in keys if before.get(k) != now.get(k))


def _value(line: dict[str, object], key: str) -> object:
    return line.get(key, "nothing")


def _means(old: Recorded, new: Recorded) -> Iterator[str]:
    for variation in new.variations:
        if variation not in old.variations:
            continue
        pairs = {
            metric: (_mean(old.board[variation].values(), metric), _mean(new.board[variation].values(), metric))
            for metric in gate_metrics()
        }
        if moved := [f"{m} {a:.3f} → {b:.3f}" for m, (a, b) in pairs.items() if f"{a:.3f}" != f"{b:.3f}"]:
            yield f"{variation}: {', '.join(moved)}"


def _mean(seen: Iterable[Seen], metric: str) -> float:
    values = [one.metrics()[metric] for one in seen if metric in one.metrics()]
    return fmean(values) if values else float("nan")
