"""Bundles whose answers, replies, scores or summaries somebody has changed, with digests that fit, are imported, and a
sweep is given over the same questions: its figures must be those without any bundle."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ragatta.experiments.bundle.archive import Bundle, read_bundle, write_bundle
from ragatta.pipeline.llm.entries import entry_key
from tests.chaos.course import GOOD, NAMED, WRONG, Bench, Trial, figures, judged
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

FORGED = "9999"
Rows = list[dict[str, Any]]


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many imports, each with a sweep after it."""
    home, good = bench.folder / "home", bench.folder / "good.zip"
    with OllamaServer(think=sensible) as server:
        words = bench.own(server=server.address)
        true, calls = bench.undisturbed(words, home), len(server.chats)
        bench.run("export", ["--run", "latest:baseline", "--to", str(good)], home)
        for _ in range(count):
            ways = drawn.sample(list(WAYS), drawn.randint(1, len(WAYS)))
            shutil.rmtree(home)
            home.mkdir()
            asked = len(server.chats)
            trial = _tried(bench, words, true, forged(read_bundle(good), ways))
            if trial.outcome in GOOD and len(server.chats) - asked != calls:
                trial = replace(trial, outcome=WRONG, said=f"{len(server.chats) - asked} calls instead of {calls}")
            yield trial


def _tried(bench: Bench, words: list[str], true: dict[str, str], bundle: Bundle) -> Trial:
    home, file = bench.folder / "home", bench.folder / "forged.zip"
    write_bundle(bundle, file)
    given = {"RAGATTA_FROM": str(file), "RAGATTA_PDFS": f"{bench.folder}/pdfs"}
    given["RAGATTA_QUESTIONS"] = f"{bench.folder}/questions.csv"
    code, said = bench.run("import", [], home, **given)
    imported = judged(code, said, lambda: True, [str(file)])
    if imported == NAMED and any(path.is_file() for path in home.rglob("*")):
        imported = WRONG  # refused, but something of it is here
    if imported not in GOOD:
        return Trial("import", imported, said)
    code, said = bench.run("sweep", words, home)
    swept = judged(code, said, lambda: figures(home) == true)
    return Trial(f"a sweep after an import ({imported})", swept if swept != NAMED else WRONG, said)


def forged(bundle: Bundle, ways: list[str]) -> Bundle:
    """The bundle, changed in these ways."""
    texts = dict(bundle.texts)
    for way in ways:
        name, change = WAYS[way]
        rows = [json.loads(line) for line in texts[name].splitlines()]
        texts[name] = "".join(json.dumps(row) + "\n" for row in change(rows))
    return replace(bundle, texts=texts)


def _answers(rows: Rows) -> Rows:
    return [{**row, "record": {**row["record"], "text": FORGED, "value": FORGED}} for row in rows]


def _replies(rows: Rows) -> Rows:
    said = json.dumps({"answer": FORGED})
    return [{**row, "entry": {**row["entry"], "reply": {**row["entry"]["reply"], "text": said}}} for row in rows]


def _uncalled(rows: Rows) -> Rows:
    other = {**rows[0]["entry"], "sample": 7}
    return [*rows, {"key": entry_key(other), "entry": other}]


def _scores(rows: Rows) -> Rows:
    return [{**row, "scores": dict.fromkeys(row["scores"], 1.0)} for row in rows]


# What is changed: the text of the bundle, and its rows.
WAYS: dict[str, tuple[str, Callable[[Rows], Rows]]] = {
    "answers": ("journal.jsonl", _answers),
    "replies": ("replies.jsonl", _replies),
    "a reply that nothing called": ("replies.jsonl", _uncalled),
    "scores": ("scores.jsonl", _scores),
}
