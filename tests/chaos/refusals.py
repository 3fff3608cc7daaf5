"""Whole sweeps through model servers that refuse parameters, fail on one prompt, or put an error in a reply's place.

A refusal costs no question. A failure on one prompt costs that question alone, and the sweep goes through. The same
sweep with a healthy server, its failures asked again, ends with the figures of one that nothing disturbed.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from tests.chaos.course import CRASH, HANG, LOST, UNNAMED, Bench, Trial, figures, judged
from tests.standins.loopback import LoopbackServer, Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.openai_server import MODEL, OpenAIServer
from tests.standins.sensible import question_of, sensible

KEY = {"OPENAI_API_KEY": "none"}
WITHIN = "architecture=single_pass"  # one call a question
REFUSED = ("max_tokens", "temperature", "seed", "json_schema")
STATUSES = (400, 422, 500)
QUESTIONS = ("storage fee", "hours of use", "spring fair", "big pump")
WITHIN_200 = json.dumps({"error": {"message": "the upstream is down", "code": 500}}).encode()
IN_THE_STREAM = b'{"error": "the runner has terminated"}\n'
FAILURES = {
    "openai": {"HTTP 500": Said(status=500, error="out of memory"), "an error within HTTP 200": Said(raw=WITHIN_200)},
    "ollama": {
        "HTTP 500": Said(status=500, error="out of memory"),
        "an error in the stream": Said(raw=IN_THE_STREAM),
    },
}
Failing = Callable[[Any], Said]


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many servers, drawn from those that refuse, and those that fail on one prompt."""
    refusing = [(name, status) for name, status in product(REFUSED, STATUSES)]
    failing = [(wire, how, words) for wire, each in FAILURES.items() for how, words in product(each, QUESTIONS)]
    every: list[Any] = [*refusing, *failing]
    drawn.shuffle(every)
    whole = {wire: _swept(bench, wire, sensible)[2] for wire in FAILURES}
    for given in (every * (count // len(every) + 1))[:count]:
        yield _refused(bench, *given, whole["openai"]) if len(given) == 2 else _failed(bench, *given, whole[given[0]])


def _refused(bench: Bench, name: str, status: int, whole: dict[str, str]) -> Trial:
    """Of a parameter, which the reply can do without."""

    def refuses(body: Any) -> tuple[int, str] | None:
        sent = {*body, body.get("response_format", {}).get("type")}
        return (status, f"'{name}' is not supported by this model") if name in sent else None

    code, said, found = _swept(bench, "openai", _by_prompt, refuses=refuses)
    outcome = judged(code, said, lambda: found == whole)
    return Trial(f"{name} refused with {status}", UNNAMED if code else outcome, said)


def _failed(bench: Bench, wire: str, how: str, words: str, whole: dict[str, str]) -> Trial:
    """On one question: it alone does not come, which is said; once the server is well the figures are whole."""

    def think(body: Any) -> Said:
        return FAILURES[wire][how] if words in question_of(body) else sensible(body)

    code, own, found = _swept(bench, wire, think)
    alone = _failures(found) == 1 and "1 of 4 answers did not come" in own
    last_code, said, last = _swept(bench, wire, sensible, "retry_failed=true", fresh=False)
    outcome = judged(last_code, said, lambda: last == whole)
    first = judged(code, own, lambda: False)
    if first not in (CRASH, HANG, UNNAMED):  # one of four is past the share: no verdict, and exit code 1
        first = outcome if code == 1 and alone else LOST
    return Trial(f"{wire}: {how} on {words!r}", first, f"{own}{said}")


def _by_prompt(body: Any) -> Said:
    """A sensible answer also to a call that asks for no schema: the form of the only task is known."""
    schema = {"properties": {"sources": {}}}
    form = {"response_format": {"json_schema": {"schema": schema}}}
    return sensible(body if body.get("response_format", {}).get("json_schema") else {**body, **form})


def _failures(found: dict[str, str]) -> int:
    answers = (line for name, text in found.items() if "answers" in name for line in text.splitlines())
    return sum(json.loads(line)["status"] == "failed" for line in answers)


def _swept(
    bench: Bench, wire: str, think: Failing, *words: str, fresh: bool = True, **more: Any
) -> tuple[int | None, str, dict[str, str]]:
    """The exit code of a sweep, what it said, and its figures."""
    home = bench.folder / "home"
    if fresh:
        shutil.rmtree(home, ignore_errors=True)
    server: LoopbackServer = OllamaServer(think=think) if wire == "ollama" else OpenAIServer(think=think, **more)
    with server:
        address = server.address + ("/v1" if wire == "openai" else "")
        model = [f"llm.model={MODEL}"] if wire == "openai" else []
        own = bench.own(f"llm={wire}", f"llm.base_url={address}", *model, WITHIN, *words)
        code, said = bench.run("sweep", own, home, **KEY)
    return code, said, figures(home)
