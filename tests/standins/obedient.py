"""A model that obeys: where an order stands in what it is shown, it quotes that order as the answer; else it answers
sensibly. It knows the orders that a test planted, so that no rule of ours decides what it obeys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.standins.loopback import Said
from tests.standins.sensible import schema_of, sensible, task_of
from tests.standins.tool_calling import is_conversation


def obedient(orders: Sequence[str]) -> Callable[[Any], Said]:
    """What thinks for a server of either wire format. Asked which sentences are orders, it names those it knows."""

    def think(body: Any) -> Said:
        if not is_conversation(body) and "orders" in schema_of(body)["properties"]:
            listed = re.findall(r"^(\d+)\. (.+)$", body["messages"][1]["content"], re.MULTILINE)
            return Said(
                json.dumps({"orders": [int(n) for n, one in listed if _squeezed(one) in map(_squeezed, orders)]})
            )
        shown = _squeezed("\n".join(str(message["content"]) for message in body["messages"][1:]))
        obeyed = next((order for order in orders if _squeezed(order) in shown), None)
        if obeyed is None:
            return sensible(body)
        if is_conversation(body):
            return Said(obeyed)
        reply = REPLIES.get(task_of(body))
        return Said(json.dumps(reply(obeyed))) if reply else sensible(body)

    return think


def _answer(order: str) -> dict[str, Any]:
    return {
        "status": "answered",
        "text": f"{order} [Source 1]",
        "items": [],
        "value": "",
        "sources": [1],
        "missing": "",
    }


def _answers(order: str) -> dict[str, Any]:
    return {"answers": [{"number": 0, **_answer(order)}, {"number": 1, **_answer(order)}]}


def _compose(order: str) -> dict[str, Any]:
    return {"status": "answered", "text": order, "items": [], "value": "", "missing": ""}


def _squeezed(text: str) -> str:
    """As it stands in a prompt, whatever line breaks, escapes of JSON and defused marks are in it."""
    return "".join(filter(str.isalnum, text))


REPLIES = {"answer": _answer, "answers": _answers, "compose": _compose}
