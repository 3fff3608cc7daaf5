"""Sweeps over a system outside that answers one question at great length: passages, an answer or marks without end.

The sweep ends in time, the other questions have the figures of the undisturbed run, and the long one is answered,
failed or refused like any other, with what was not aligned counted.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from typing import Any

from tests.chaos.course import PAGES, WRONG, Bench, Trial, figures, judged
from tests.standins.endpoint_server import EndpointServer

LENGTH = 15_000_000  # characters
LONG_QUESTION = "fee"
REPLIES = {
    "storage fee": ("$25", "handbook.pdf", 3),
    "hours of use": ("600", "handbook.pdf", 4),
    "spring fair": ("in April", "letter.pdf", 1),
    "big pump": ("$120", "prices.pdf", 1),
}
Reply = dict[str, Any]


def _usual(question: str) -> Reply:
    answer, file, page = next(reply for words, reply in REPLIES.items() if words in question)
    return {"answer": answer, "passages": [{"text": PAGES[file][page - 1], "file": file, "page": page}]}


def _other_words(page: str, drawn: random.Random) -> str:
    words = page.split()
    return " ".join(drawn.choices(words, k=600))


def _passages(drawn: random.Random) -> Reply:
    page = drawn.choice(PAGES["handbook.pdf"])
    passages = [{"text": _other_words(page, drawn), "file": "handbook.pdf", "page": 1 + n % 4} for n in range(700)]
    return {"answer": "$25", "passages": passages}


def _repeated(text: str, length: int, drawn: random.Random) -> str:
    """The text, again and again from a drawn letter on."""
    return (text * (length // len(text) + 2))[drawn.randrange(len(text)) :][:length]


def _long_passage(drawn: random.Random) -> Reply:
    return {"answer": "$25", "passages": [_repeated(drawn.choice(PAGES["handbook.pdf"]), LENGTH, drawn)]}


def _long_answer(drawn: random.Random) -> Reply:
    return {**_usual("storage fee"), "answer": _repeated("The fee is $25 [1], 24 or $26. ", LENGTH, drawn)}


def _marks(drawn: random.Random) -> Reply:
    """One sign of those that scorer and aligner look for, many times."""
    sign = drawn.choice(["²", "[1]", "(", "<b ", "$25 ", "1,", "- ", "| ", "**", "](", "a.pdf, ", "\n", "1 or "])
    return {**_usual("storage fee"), "answer": f"$25 {_repeated(sign, 20_000, drawn)}"}


def _deep(drawn: random.Random) -> Reply:
    nested: Any = "$25"
    for _ in range(drawn.choice([50, 400])):
        nested = {"answer": nested} if drawn.random() < 0.5 else [nested]
    return {**_usual("storage fee"), "answer": nested}


def _many_citations(drawn: random.Random) -> Reply:
    cited = [{"file": f"{'a/' * drawn.randrange(9)}handbook.pdf", "page": n % 4 + 1} for n in range(20_000)]
    return {**_usual("storage fee"), "passages": cited}


KINDS: dict[str, Callable[[random.Random], Reply]] = {
    "700 passages": _passages,
    "a passage of 15 MB": _long_passage,
    "an answer of 15 MB": _long_answer,
    "20,000 letters of marks": _marks,
    "an answer within many others": _deep,
    "20,000 places": _many_citations,
}


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many long replies, each kind in turn."""
    true = _swept(bench, _usual)[2]
    for number in range(count):
        what = list(KINDS)[number % len(KINDS)]
        long = KINDS[what](drawn)
        code, said, found = _swept(bench, lambda question, long=long: long if "fee" in question else _usual(question))
        holds = _others(found) == _others(true) and _is_told(found)
        outcome = judged(code, said, lambda holds=holds: holds)
        # A reply beyond all measure did not come: of four answers one is too many for a verdict.
        stays = code == 0 or (holds and "1 of 4 answers did not come" in said)
        yield Trial(f"{what}, {str(long['answer'])[:20]!r}", outcome if code != 1 or stays else WRONG, said)


def _swept(bench: Bench, reply: Callable[[str], Reply]) -> tuple[int | None, str, dict[str, str]]:
    home = bench.folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    with EndpointServer(replies=lambda body: reply(body["question"])) as server:
        words = bench.own("architecture=http", f"architecture.service.base_url={server.address}/ask")
        code, said = bench.run("sweep", words, home)
    return code, said, figures(home)


def _lines(found: dict[str, str]) -> list[dict[str, Any]]:
    """Of answers and scores."""
    return [json.loads(line) for name, text in found.items() if ".jsonl" in name for line in text.splitlines()]


def _others(found: dict[str, str]) -> list[dict[str, Any]]:
    return [line for line in _lines(found) if line["question_id"] != LONG_QUESTION]


def _is_told(found: dict[str, str]) -> bool:
    """Whether the long answer has its line among the answers and among the scores."""
    return sum(line["question_id"] == LONG_QUESTION for line in _lines(found)) == 2
