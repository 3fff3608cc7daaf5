"""Finds the differences of two runs: in their inputs, code, answers and scores."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# What differs between any two runs, or only says where something lies or that it was not asked anew.
PASSING = (
    *("created", "answers", "answered_now", "stages", "seconds", "git_dirty", "code.pipeline", "code.scorer"),
    *(
        "config.llm.cache",
        "config.llm.base_url",
        "config.llm.api_key_env",
        "config.scoring.judge_llm.cache",
        "config.scoring.judge_llm.base_url",
        "config.scoring.judge_llm.api_key_env",
        "config.embedder.server.base_url",
        "config.embedder.server.api_key_env",
        "config.reranker.server.base_url",
        "config.reranker.server.api_key_env",
        "config.retry_failed",
    ),
    *("config.dataset.pdfs", "config.dataset.questions", "config.dataset.annotations", "config.dataset.added"),
    *("config.embedder.model_path", "config.embedder.folder", "config.reranker.model"),
)
SCORERS = "scorers."  # their files are among the code's files; one from outside may be missing
PASSING_PARTS = ("config.tracking.", "config.comparison.", SCORERS)
SHOWN = 60  # characters of a value
ABSENT = "nothing"


def made_from(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """A line for everything on which two manifests disagree, of what both or only the first one record."""
    before, after = flattened(then), flattened(now)
    tops = {key.split(".", 1)[0] for key in after}  # a part that `now` lacks was not looked at
    found = []
    for key in sorted(before.keys() | after.keys()):
        lacking = key.startswith(SCORERS) and (key in before) != (key in after)
        passing = key in PASSING or (key.startswith(PASSING_PARTS) and not lacking) or key.split(".", 1)[0] not in tops
        if passing or before.get(key) == after.get(key) or key.split(".", 1)[0] not in then:
            continue
        name = key.removeprefix("code.files.")
        found.append(f"{name}: {_shortened(before.get(key))} then, {_shortened(after.get(key))} here")
    return found


def other_scoring(then: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Where the code that made the scores of one record of a run is not that of another; "" where it is the same. A
    scorer that one of them lacks makes no difference to the scores that both have."""
    if then.get("code", {}).get("scorer") != now.get("code", {}).get("scorer"):
        return "code.scorer"
    before, after = then.get("scorers", {}), now.get("scorers", {})
    return ", ".join(f"scorers.{name}" for name in before if name in after and before[name] != after[name])


def flattened(value: Any, prefix: str = "") -> dict[str, Any]:
    """Nested mappings as dotted keys."""
    if not isinstance(value, Mapping):
        return {prefix.removesuffix("."): value}
    return {key: leaf for name, part in value.items() for key, leaf in flattened(part, f"{prefix}{name}.").items()}


def _shortened(value: Any) -> str:
    text = ABSENT if value is None or value == "" else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


@dataclass(frozen=True)
class Comparison:
    """Two files of records, row by row. `differing` names the questions with what differs; `largest` is the largest
    difference of a score, in words."""

    name: str
    rows: int
    equal: bool  # byte for byte
    differing: tuple[tuple[str, str], ...]
    largest: str = ""

    def lines(self) -> Iterator[str]:
        if self.equal:
            yield f"{self.name}: equal, byte for byte ({self.rows} rows)"
            return
        questions = ", ".join(f"{question} ({what})" for question, what in self.differing)
        yield f"{self.name}: {len(self.differing)} of {self.rows} rows differ: {questions}"
        if self.largest:
            yield f"  largest difference: {self.largest}"


def outputs(then: Path, now: Path, name: str, recorded: str = "") -> Comparison:
    """Compares `name`, answers.jsonl or scores.jsonl, of two folders of a run; in the first it may be `recorded` under
    another name. Raises OSError, ValueError."""
    texts = [file.read_text(encoding="utf-8") for file in (then / (recorded or name), now / name)]
    before, after = ({(r["question_id"], r["sample"]): r for r in map(json.loads, _lines(text))} for text in texts)
    differing = tuple(
        (question if not sample else f"{question}, sample {sample}", _unlike(before.get(key), after.get(key)))
        for key in dict.fromkeys([*before, *after])
        if before.get(key) != after.get(key)
        for question, sample in [key]
    )
    return Comparison(name, len(before.keys() | after.keys()), texts[0] == texts[1], differing, _largest(before, after))


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def _unlike(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> str:
    if before is None or after is None:
        return "only here" if before is None else "only then"
    return ", ".join(key for key in dict.fromkeys([*before, *after]) if before.get(key) != after.get(key))


def _largest(before: Mapping[Any, Mapping[str, Any]], after: Mapping[Any, Mapping[str, Any]]) -> str:
    """The largest difference of the scores that both have; the first of equals."""
    gaps = [
        (abs(score - there), f"{metric} of {key[0]}, {score:g} then and {there:g} here")
        for key in before
        if key in after
        for metric, score in before[key].get("scores", {}).items()
        if (there := after[key].get("scores", {}).get(metric)) is not None
    ]
    gap, words = max(gaps, key=lambda found: found[0], default=(0.0, ""))
    return words if gap else ""
