"""ragatta regress --update: rewrites the measured lines of one gate; all other lines and the comments stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gate.decision import Board, Seen, keys
from ragatta.eval.gate.thresholds import FEW
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.expected import DEFAULTS, SHARED, WRITTEN, Gate, Recorded, read_gates, shared
from ragatta.pipeline.machine.files import write_whole

HEAD = """# What every gold question scores, per variation, beside the command that makes it: docs/regression-gate.md.
# `recorded`, `documents` (digests of their bytes), `settings` ('*': of all variations) and `questions` are written by
# `ragatta regress --update`; the other keys and every comment are kept.
# A line a question. A value that all variations share stands once, else in the order of `variations`:
#   score, partial_match; reached: a mark for each piece of the gold evidence in its order, 1 where it is in the
#   answering context; lost_at: the stage that lost the question. What does not apply is left out.
"""
ENTRY = """
{name}:
  command: {command}
  # critical: [a, b]  the questions that may not drop by more than the tolerance; all where they are fewer than {few}
  margin: {margin}      # of a variation's mean
  tolerance: {tolerance}   # of one question
"""
PLACES = 4  # decimals: finer differences are no difference, and the lines stay short


def rewrite(path: Path, gate: Gate, recorded: Recorded) -> None:
    """Puts `recorded` into the gate's entry, which is appended if the file has none. Raises Fault, and writes nothing,
    if the new file would not contain it; OSError if it cannot be written."""
    old = path.read_bytes().decode("utf-8") if path.exists() else HEAD
    text = "\n".join(old.split("\r\n"))
    new = _with(text if gate.name in read_gates(path) else text.rstrip("\n") + "\n" + _entry(gate), gate.name, recorded)
    beside = path.with_name(f".{path.name}.new")
    try:
        write_whole(beside, new)
        held = read_gates(beside)[gate.name].recorded
    finally:
        beside.unlink(missing_ok=True)
    if held != _rounded(recorded):
        raise Fault(f"{path}: the entry {gate.name} cannot be rewritten in its present form; write one key per line")
    write_whole(path, "\r\n".join(new.split("\n")) if "\r\n" in old else new)


def _entry(gate: Gate) -> str:
    return ENTRY.format(
        name=_plain(gate.name),
        command=_plain(gate.command),
        margin=DEFAULTS.margin,
        tolerance=DEFAULTS.tolerance,
        few=FEW,
    )


def _with(text: str, name: str, recorded: Recorded) -> str:
    lines = text.splitlines()
    root: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    entry = next(value for key, value in root.value if key.value == name)
    comments = _comments(entry, lines)
    old = [(key.start_mark.line, _end(value)) for key, value in entry.value if key.value in WRITTEN]
    last = max(_end(value) for _, value in entry.value)
    kept = lines[:last]
    for start, end in sorted(old, reverse=True):
        del kept[start:end]
    at = min([start for start, _ in old], default=last)
    indent = " " * entry.value[0][0].start_mark.column
    written = [indent + line for line in _written(recorded, comments)]
    return "\n".join([*kept[:at], *written, *kept[at:], *lines[last:]]) + "\n"


def _end(value: Any) -> int:
    """The line after a value's last line. A block's own end is the next key, possibly after blank lines and comments,
    so the end of its last part counts."""
    if isinstance(value, yaml.MappingNode) and not value.flow_style and value.value:
        return _end(value.value[-1][1])
    if isinstance(value, yaml.SequenceNode) and not value.flow_style and value.value:
        return _end(value.value[-1])
    return int(value.end_mark.line) + (1 if value.end_mark.column else 0)


def _comments(entry: Any, lines: list[str]) -> dict[str, tuple[list[str], str]]:
    """The comments above and beside each question's line, and beside the keys of WRITTEN."""
    found: dict[str, tuple[list[str], str]] = {}
    for key, value in entry.value:
        if key.value == "questions":
            found["questions"] = ([], _beside(lines[key.start_mark.line], key.end_mark.column + 1))
            for id_, line in value.value:
                found[f"questions.{id_.value}"] = _around(id_, line, lines)
        elif key.value in WRITTEN and key.value != "recorded":
            found[key.value] = ([], _beside(lines[key.start_mark.line], key.end_mark.column + 1))
        elif key.value == "recorded":
            found["recorded"] = ([], _beside(lines[_end(value) - 1], value.end_mark.column))
    return found


def _around(key: Any, value: Any, lines: list[str]) -> tuple[list[str], str]:
    above: list[str] = []
    for line in reversed(lines[: key.start_mark.line]):
        if not line.strip().startswith("#"):
            break
        above.insert(0, line.strip())
    return above, _beside(lines[value.end_mark.line], value.end_mark.column)


def _beside(line: str, column: int) -> str:
    rest = line[column:].strip()
    return f"  {rest}" if rest.startswith("#") else ""


def _written(recorded: Recorded, comments: Mapping[str, tuple[list[str], str]]) -> list[str]:
    def commented(key: str, line: str) -> list[str]:
        above, beside = comments.get(key, ([], ""))
        return [*above, line + beside]

    about = {
        "dataset": recorded.dataset,
        "questions": len(recorded.questions),
        "digest": recorded.digest,
        **({"verdicts": recorded.verdicts} if recorded.verdicts else {}),
        "variations": list(recorded.variations),
        **({"context": list(recorded.context.values())} if recorded.context else {}),
    }
    lines = [*commented("recorded", f"recorded: {_plain(about)}")]
    for key, mapping in (("documents", recorded.documents), ("settings", _settings(recorded))):
        lines += commented(key, f"{key}:") if mapping else []
        lines += [f"  {_plain(name)}: {_plain(value)}" for name, value in mapping.items()]
    lines += commented("questions", "questions:")
    for id_ in recorded.questions:
        line = f"{_plain(id_)}: {_plain(line_of(recorded.board, id_))}"
        lines += [f"  {part}" for part in commented(f"questions.{id_}", line)]
    return lines


def _settings(recorded: Recorded) -> dict[str, Any]:
    """What all variations share under SHARED, and what each has of its own."""
    each = [*recorded.settings.values()]
    same = {key: value for key, value in (each[0] if each else {}).items() if all(_has(o, key, value) for o in each)}
    own = {
        label: {key: value for key, value in settings.items() if key not in same}
        for label, settings in recorded.settings.items()
    }
    return {SHARED: same, **own} if each else {}


def _has(settings: Mapping[str, Any], key: str, value: Any) -> bool:
    return key in settings and bool(settings[key] == value)


def line_of(board: Board, id_: str) -> dict[str, Any]:
    """The question's values, single or in the order of the variations, without metrics that never apply."""
    each = [questions[id_].values() for questions in board.values()]
    values = {key: shared([_round(own[key]) for own in each]) for key in keys()}
    nothing = {"failed": 0.0, "not_indexed": 0.0}
    return {key: value for key, value in values.items() if value not in (None, "", nothing.get(key))}


def _round(value: Any) -> Any:
    return round(value, PLACES) if isinstance(value, float) else value


def _rounded(recorded: Recorded) -> Recorded:
    board = {
        label: {
            id_: Seen.of({key: _round(value) for key, value in seen.values().items()})
            for id_, seen in questions.items()
        }
        for label, questions in recorded.board.items()
    }
    return replace(recorded, board=board)


def _plain(value: Any) -> str:
    """A value as YAML on one line."""
    written = yaml.safe_dump([value], default_flow_style=True, width=10**9, allow_unicode=True, sort_keys=False)
    return str(written).strip()[1:-1]
