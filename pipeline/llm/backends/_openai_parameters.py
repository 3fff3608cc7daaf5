"""The parameters of a call that some OpenAI-compatible servers refuse, and what takes the place of each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ragatta.pipeline.llm.backends._openai_refusals import OF_PARAMETERS, calls_no_tools, is_overflow, message
from ragatta.pipeline.llm.backends._openai_wire import FORMAT, LIMIT, NEW_LIMIT, OBJECT, SCHEMA
from ragatta.pipeline.llm.failures import left_out
from ragatta.pipeline.llm.seam import ModelBusy, ModelError

_INSTEAD = {LIMIT: NEW_LIMIT, NEW_LIMIT: LIMIT, SCHEMA: OBJECT}
_KEYS = {NEW_LIMIT: LIMIT, SCHEMA: FORMAT, OBJECT: FORMAT}  # by which llm.omit calls them
_IN_WORDS = {
    **{name: rf"\b{name}\b" for name in (LIMIT, NEW_LIMIT, "temperature", "seed")},
    **dict.fromkeys((SCHEMA, OBJECT), r"\b(response_format|json_schema|json_object|structured outputs?)\b"),
}
# A server that answers 500 may have failed for any reason: its words must refuse.
_REFUSES = re.compile(
    r"(?i)\bun(supported|known|recogni[sz]ed|expected)|not (supported|permitted|allowed|implemented|recogni[sz]ed)"
    r"|does(n't| not) support|extra (inputs|fields)|must be|\bonly\b|invalid"
)


def refused(error: Any, call: Mapping[str, Any]) -> str:
    """Which parameter of the call the server refused, by an APIStatusError or by the ModelBusy of a 500; ""
    if none. A 400 that names none is taken for a refusal of the JSON schema: many servers do not say."""
    sent = {name for name in _IN_WORDS if name in (*call, call.get(FORMAT, {}).get("type"))}
    if isinstance(error, ModelError):
        failed = isinstance(error, ModelBusy) and not error.often
        return _named(str(error), sent) if failed and _REFUSES.search(str(error)) else ""
    if error.status_code not in OF_PARAMETERS or is_overflow(error) or calls_no_tools(error):
        return ""
    return _named(f"{error.param or ''} {message(error)}", sent) or (SCHEMA if SCHEMA in sent else "")


def refusals_noted(new: Sequence[str], known: Collection[str], model: str, where: str) -> Iterator[str]:
    """That the server refuses these parameters beside the `known` ones, and what is done about each."""
    without = {*known, *new}
    for name in new:
        if (other := _INSTEAD.get(name)) and other not in without:
            yield f"{where} refuses {name} with {model!r}: from now on {other} is sent instead"
        elif other not in new[new.index(name) :]:  # else what is sent instead is refused too, and says it
            yield left_out(where, _KEYS.get(name, name), model)


def _named(words: str, sent: Collection[str]) -> str:
    """The parameter that the words name first."""
    found = {name: re.search(_IN_WORDS[name], words, re.IGNORECASE) for name in sent}
    return min(((match.start(), name) for name, match in found.items() if match), default=(0, ""))[1]
