"""Finds the JSON object in a model's reply, and says briefly what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import ValidationError

from ragatta.pipeline.llm.thoughts import ends
from ragatta.pipeline.tasks.base import Reply

R = TypeVar("R", bound=Reply)

_FENCED = re.compile(r"```[A-Za-z]*[^\S\n]*\n(.*?)```", re.DOTALL)
_THOUGHTS = 20  # ends of thoughts that are looked behind, the last ones: each costs a look at all of the rest
_DECODER = json.JSONDecoder(strict=False)  # models write line ends into strings
_SHOWN_ERRORS = 5


class Unusable(Exception):
    """The reply contains no JSON object of the wanted type. The message is fit to be shown to the model."""


def parse(text: str, reply: type[R]) -> R:
    """The reply as its type: the whole text, a fenced block, or the first object within prose.

    Raises Unusable naming each wrong field. An object inside a broken one is never taken for the reply."""
    wrong = "its JSON object is broken or breaks off" if "{" in text else "it holds no JSON object"
    for value in _objects(text):
        try:
            return reply.model_validate(value)
        except ValidationError as error:
            wrong = _brief(error)
    raise Unusable(wrong)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    thought = ends(text)  # a reasoning model thinks first
    for begin in (*reversed(thought[-_THOUGHTS:]), 0):
        rest = text[begin:]
        for shift, candidate in ((0, rest), *((block.start(1), block[1]) for block in _FENCED.finditer(rest))):
            start = candidate.find("{")
            if start < 0:
                continue
            try:
                value, end = _DECODER.raw_decode(candidate, start)
                json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair could never be written to a file
            except (ValueError, RecursionError):
                continue
            # What ends within the thoughts is no reply; what spans the mark has it in a string.
            if not thought or begin + shift + end > thought[-1]:
                yield value


def _brief(error: ValidationError) -> str:
    """Where and what, without the input: it may be long, and the model has just written it."""
    errors = error.errors(include_url=False, include_input=False, include_context=False)
    faults = [f"{'.'.join(map(str, e['loc'])) or 'the object'}: {e['msg']}" for e in errors[:_SHOWN_ERRORS]]
    return "; ".join(faults)
