"""A judge that looks for words: what it says of claims, nuggets and passages can be worked out by hand."""

from __future__ import annotations

import json
from typing import Any

from tests.standins.loopback import Said
from tests.standins.sensible import schema_of


def data_of(body: Any) -> Any:
    """The line of JSON that is to be judged."""
    return data_in(body["messages"][1]["content"])


def data_in(prompt: str) -> Any:
    return json.loads(next(line for line in prompt.splitlines() if line.startswith("{")))


def judges(body: Any) -> bool:
    """Whether a judge is asked, and not the system under test."""
    return "one line of JSON" in body["messages"][0]["content"]


def judging(body: Any) -> Said:
    """Every answer is half right and one claim; a nugget is stated where its words are."""
    return Said(json.dumps(reply(schema_of(body)["properties"], data_of(body))))


def reply(properties: Any, data: Any) -> dict[str, Any]:
    """The same from the names of the wanted fields."""
    if "verdict" in properties:
        return {"reason": "half of it is there", "verdict": "partly_correct"}
    if "claims" in properties:
        supported = any(data["answer"] in passage for passage in data["passages"])
        return {"claims": [{"claim": data["answer"], "supported": supported, "relevant": True}]}
    if "verdicts" in properties:
        stated = ["support" if nugget in data["answer"] else "not_support" for nugget in data["nuggets"]]
        return {"verdicts": [{"number": number, "support": one} for number, one in enumerate(stated, 1)]}
    if "passages" not in properties:
        return {"nuggets": [{"nugget": data["expected"], "importance": "vital"}]}
    nuggets, passages = data["nuggets"], data["passages"]
    useful = [any(nugget in passage for nugget in nuggets) for passage in passages]
    supported = [any(nugget in passage for passage in passages) for nugget in nuggets]
    return {
        "passages": [{"number": number, "useful": one} for number, one in enumerate(useful, 1)],
        "nuggets": [{"number": number, "supported": one} for number, one in enumerate(supported, 1)],
    }
