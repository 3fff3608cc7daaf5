"""Reads eval/expected.yaml: the recorded results of the gates, one line per question.

The first keys of a gate are written by hand (command, critical, margin, tolerance, bundle); those of WRITTEN by
`ragatta regress --update`. A value that all variations share is written once, else as a list in the order of
`recorded.variations`; settings that all share stand under "*". Source: docs/regression-gate.md.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragatta.eval.gate.decision import Seen, keys
from ragatta.eval.gate.thresholds import FEW, LEAST_LOST, Limits
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.unrepeated import read_mapping
from ragatta.pipeline.plugins.registry import if_here, suggestion

COMMANDS = (("ragatta", "sweep"), ("python", "-m", "experiments.sweep"))  # today's, and that of older files
DEFAULTS = Limits()
SHARES = ("margin", "kind_margin", "context_growth", "tolerance")
WRITTEN = ("recorded", "documents", "settings", "questions")  # by --update
KEYS = ("command", "bundle", "critical", *SHARES, *WRITTEN)
SHARED = "*"  # under `settings`: of all variations; no label is this
ALL = "all"  # under `critical`: every question


@dataclass(frozen=True)
class Recorded:
    """The record that --update wrote: the measured run, and the result of each question in each variation."""

    dataset: str
    digest: str  # of the gold questions (experiments.gate.measured.gold_digest)
    variations: tuple[str, ...]
    board: Mapping[str, Mapping[str, Seen]]  # variation → question id → what it got
    verdicts: str = ""  # the digest of those that people gave on its questions
    context: Mapping[str, int] = field(default_factory=dict)  # characters a question; not in older records
    documents: Mapping[str, str] = field(default_factory=dict)  # experiments.gate.documents; not in older records
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of each variation; not in older records

    @property
    def questions(self) -> tuple[str, ...]:
        return tuple(next(iter(self.board.values()), {}))

    @property
    def lacks(self) -> str:
        """What a record of an older version cannot tell; "" if it has all."""
        without = [name for name in ("documents", "settings") if not getattr(self, name)]
        told = {"documents": "a changed document looks like a regression", "settings": "what changed is not named"}
        said = ", ".join(told[name] for name in without)
        return f"recorded without {' and '.join(without)} ({said}): ragatta regress --update" if without else ""


@dataclass(frozen=True)
class Gate:
    """One entry. `recorded` is None until the first --update."""

    name: str
    command: str
    limits: Limits
    bundles: tuple[Path, ...] = ()  # replies of a recorded model, to replay
    recorded: Recorded | None = None

    @property
    def title(self) -> str:
        """Its name, and the bundles that its figures are made from."""
        files = ", ".join(bundle.name for bundle in self.bundles)
        return f"{self.name} (bundle {files})" if files else self.name

    @property
    def says_little(self) -> str:
        """What its means cannot show; "" where a drop by the margin can be significant."""
        questions, critical = len(self.recorded.questions) if self.recorded else 0, len(self.limits.critical)
        if not questions or self.limits.margin * questions >= LEAST_LOST:
            return ""
        seen = f"only the loss of {LEAST_LOST} or more" if questions >= LEAST_LOST else "no loss"
        means = (
            f"{counted(questions, 'question')}: a mean shows {seen}, not a drop of {self.limits.margin:g} (the margin)"
        )
        if critical == questions:
            return f"{means}; each question is guarded by itself"
        return f"{means}; {counted(critical, 'question')} guarded besides" if critical else means

    @property
    def arguments(self) -> list[str]:
        """The words after the name of the command."""
        words = shlex.split(self.command)
        return words[next(len(command) for command in COMMANDS if _begins(words, command)) :]


def read_gates(path: Path) -> dict[str, Gate]:
    """The gates of a file by name; none if there is no file. Raises Fault with all that is wrong."""
    if not path.exists():
        return {}
    entries = read_mapping(path)
    if entries is None:
        return {}
    if not isinstance(entries, dict) or not all(isinstance(entry, dict) for entry in entries.values()):
        raise Fault(f"{path}: must be a mapping of a gate's name to its keys ({', '.join(KEYS)})")
    problems = [f"{path}, {name}: {p}" for name, entry in entries.items() for p in _problems(entry, path)]
    if problems:
        raise Fault(problems)
    return {str(name): _gate(str(name), entry, path) for name, entry in entries.items()}


def new_gate(path: Path, name: str, command: str) -> Gate:
    """A gate that is not in the file yet. Raises Fault if its command is not valid."""
    entry = {"command": command}
    problems = [f"{path}, {name}: {problem}" for problem in _problems(entry, path)]
    if problems:
        raise Fault(problems)
    return _gate(name, entry, path)


def _problems(entry: Mapping[str, Any], path: Path) -> list[str]:
    found = [f"unknown key {key!r}; {suggestion(str(key), KEYS)}" for key in entry if key not in KEYS]
    command = entry.get("command")
    if not isinstance(command, str) or not any(_begins(_split(command), one) for one in COMMANDS):
        found.append(f"command: must begin with {' or '.join(repr(' '.join(one)) for one in COMMANDS)}")
    for key in SHARES:
        value = entry.get(key, 0.0)
        if not _is_number(value) or not 0 <= value < 1:
            of = "a share of the recorded size" if key == "context_growth" else "in points of a score"
            found.append(f"{key} ({value}): must be a number from 0 to below 1, {of}")
    critical = entry.get("critical", [])
    if critical == ALL:
        pass
    elif isinstance(critical, dict):
        if not all(isinstance(id_, str) and _is_number(value) and 0 <= value < 1 for id_, value in critical.items()):
            found.append("critical: each question's tolerance must be a number from 0 to below 1, such as {EF_1: 0.05}")
    elif not isinstance(critical, list) or not all(isinstance(id_, str) for id_ in critical):
        found.append("critical: must be a list of question ids, such as [EF_1], a mapping of ids to tolerances, or all")
    for bundle in _bundles(entry, path):
        if not bundle.is_file():
            recording = if_here("export", "record it with ragatta export, or ")
            found.append(f"bundle: no file {bundle}; {recording}remove the key")
    if not found and ("recorded" in entry) != ("questions" in entry):
        found.append("recorded and questions belong together; remove both and write them again with --update")
    return found or _record_problems(entry)


def _begins(words: Sequence[str], command: Sequence[str]) -> bool:
    return list(words[: len(command)]) == list(command)


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quote without its end
        return []


def _record_problems(entry: Mapping[str, Any]) -> list[str]:
    """The faults of the part that --update writes, after a manual edit or a merge."""
    if "recorded" not in entry:
        return []
    recorded, questions = entry["recorded"], entry["questions"]
    again = "write it again with --update"
    wanted = ("dataset", "digest", "variations")
    if not isinstance(recorded, dict) or not all(recorded.get(key) for key in wanted):
        return [f"recorded: must hold {', '.join(wanted)}; {again}"]
    labels = recorded["variations"]
    if not isinstance(labels, list) or len(set(map(str, labels))) < len(labels):
        return [f"recorded.variations: must be a list of different labels; {again}"]
    sizes = recorded.get("context", [])
    if not isinstance(sizes, list) or not all(map(_is_number, sizes)) or len(sizes) not in (0, len(labels)):
        return [f"recorded.context: must be a list of characters, one for each variation; {again}"]
    if not isinstance(questions, dict) or not questions:
        return [f"questions: must be a line a question; {again}"]
    documents, settings = entry.get("documents", {}), entry.get("settings", {})
    if not isinstance(documents, dict) or not all(isinstance(one, str) for one in documents.values()):
        return [f"documents: must be a digest, in quotes where it is a number, for each name; {again}"]
    if not isinstance(settings, dict) or not all(isinstance(one, dict) for one in settings.values()):
        return [f"settings: must be a mapping for each variation; {again}"]
    found = []
    for id_, line in questions.items():
        fault = _line_problem(line, len(recorded["variations"]))
        found += [f"questions.{id_}: {fault}; {again}"] if fault else []
    unknown = [id_ for id_ in _critical(entry) if id_ not in questions]
    return found + [f"critical: no question {id_!r}; {suggestion(id_, list(questions))}" for id_ in unknown]


def _line_problem(line: Any, variations: int) -> str:
    if not isinstance(line, dict) or "score" not in line or any(key not in keys() for key in line):
        return f"must be a mapping with score, and no key but {', '.join(keys())}"
    for key, value in line.items():
        values = value if isinstance(value, list) else [value]
        if isinstance(value, list) and len(value) != variations:
            return f"{key} has {len(value)} values for {variations} variations"
        found = next((fault for one in values if (fault := _value_problem(key, one))), "")
        if found:
            return f"{key}: {value!r} {found}"
    return ""


def _value_problem(key: str, value: Any) -> str:
    if key == "reached":
        return "" if isinstance(value, str) and set(value) <= {"0", "1"} else "is not text of 0 and 1, in quotes"
    if key == "lost_at":
        return "" if isinstance(value, str) else "is not text"
    if value is None and key not in ("score", "failed", "not_indexed"):
        return ""
    return "" if _is_number(value) and 0 <= value <= 1 else "is not a number from 0 to 1"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _gate(name: str, entry: Mapping[str, Any], path: Path) -> Gate:
    limits = Limits(
        float(entry.get("margin", DEFAULTS.margin)),
        _tolerance(entry),
        _critical(entry),
        float(entry.get("kind_margin", DEFAULTS.kind_margin)),
        float(entry.get("context_growth", DEFAULTS.context_growth)),
        only_held="critical" not in entry,
    )
    recorded = _recorded(entry) if "recorded" in entry else None
    return Gate(name, entry["command"], limits, _bundles(entry, path), recorded)


def _tolerance(entry: Mapping[str, Any]) -> float:
    return float(entry.get("tolerance", DEFAULTS.tolerance))


def _critical(entry: Mapping[str, Any]) -> dict[str, float]:
    """The questions that may not drop, each with its tolerance; `all` are those of the record, as where the entry does
    not say and they are few."""
    questions = entry.get("questions", {})
    critical = entry.get("critical", ALL if len(questions) < FEW else [])
    if isinstance(critical, dict):
        return critical
    return dict.fromkeys(questions if critical == ALL else critical, _tolerance(entry))


def _bundles(entry: Mapping[str, Any], path: Path) -> tuple[Path, ...]:
    """The replay bundles (one or a list), relative to the file's folder."""
    named = entry.get("bundle") or []
    return tuple(path.parent / str(name) for name in (named if isinstance(named, list) else [named]))


def _recorded(entry: Mapping[str, Any]) -> Recorded:
    written = entry["recorded"]
    variations = tuple(map(str, written["variations"]))
    board = {
        label: {str(id_): _seen(line, column) for id_, line in entry["questions"].items()}
        for column, label in enumerate(variations)
    }
    context = dict(zip(variations, written.get("context", ()), strict=False))
    verdicts = str(written.get("verdicts", ""))
    documents = {str(name): one for name, one in entry.get("documents", {}).items()}
    of = {str(label): one for label, one in entry.get("settings", {}).items()}
    settings = {label: {**of.get(SHARED, {}), **of.get(label, {})} for label in variations} if of else {}
    return Recorded(
        str(written["dataset"]), str(written["digest"]), variations, board, verdicts, context, documents, settings
    )


def _seen(line: Mapping[str, Any], column: int) -> Seen:
    return Seen.of({key: value[column] if isinstance(value, list) else value for key, value in line.items()})


def shared(values: Sequence[Any]) -> Any:
    """A single value if all are equal, else the list."""
    return values[0] if all(value == values[0] for value in values) else list(values)
