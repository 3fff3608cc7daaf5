"""Turns a refusal of an OpenAI-compatible server into an error, without any part of the key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ragatta.pipeline.llm.backends._filters import is_filter
from ragatta.pipeline.llm.backends._key import masked
from ragatta.pipeline.llm.seam import ContextOverflow, Filtered, ModelError, ModelUnavailable

_WORDS = ("message", "detail", "msg", "error")  # where a refusal says why
_THIS_CALL = (400, 413, 422)  # refused for what it holds: the next question may be taken
OF_PARAMETERS = (400, 422)  # when a parameter of the call is refused
# How OpenRouter, vLLM, SGLang and llama.cpp say that this model or server calls no tools.
_NO_TOOLS = re.compile(
    r"(?i)support tool|tool (use|choice) (is not|requires)|tools param|param: tools|tool-call-parser"
)


class Refusal(Exception):
    """A reply with a status of 400 or more; `body` is its error, of any form."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"Error code: {status} - {body}")
        self.status, self.body = status, body

    def named(self, field: str) -> str:
        """A field of the error, "" if it has none."""
        return str(self.body.get(field) or "") if isinstance(self.body, Mapping) else ""


def refusal(error: Refusal, where: str, model: str, key: str, key_env: str) -> ModelError:
    """The error for what the server at `where` answered."""
    words = masked(message(error), key)
    if is_filter(error.body):
        return Filtered(f"a filter of content at {where} refused the call ({error.status}): {words}")
    if error.status in (401, 403):  # the server's words may show parts of the key
        return ModelUnavailable(f"{where} refused the key; set the environment variable {key_env}")
    if calls_no_tools(error):
        return ModelUnavailable(
            f"{where} calls no tools with {model!r}: {words}; start it for tool calling (vLLM: "
            "--enable-auto-tool-choice --tool-call-parser, llama.cpp: --jinja), or set llm.model to one that calls them"
        )
    if error.status == 404:
        return ModelUnavailable(f"{where} has no model {model!r}; set llm.model or llm.base_url: {words}")
    if error.status == 429:
        return ModelUnavailable(f"{where}: the account is empty: {words}")
    if is_overflow(error):
        return ContextOverflow(f"the prompt does not fit {model!r}: {words}; lower context_tokens")
    refused = ModelError if error.status in _THIS_CALL else ModelUnavailable
    hint = "; llm.omit leaves out a parameter that it does not take" if error.status in OF_PARAMETERS else ""
    return refused(f"{where} refused the call ({error.status}): {words}{hint}")


def is_overflow(error: Refusal) -> bool:
    """Whether the server refused a prompt for its length."""
    words = f"{error.named('code')} {error.named('type')} {message(error)}".lower()
    return any(sign in words for sign in ("context_length", "context length", "context size", "exceed_context"))


def calls_no_tools(error: Refusal) -> bool:
    """Whether the server refused the tools of a conversation."""
    return _NO_TOOLS.search(message(error)) is not None


def message(error: Refusal) -> str:
    """The server's own words, cut."""
    return (_words(error.body) or str(error))[:300]


def _words(body: Any) -> str:
    """What a refusal says, whatever its form: OpenAI's `message`, FastAPI's `detail` with places, a text, or a list."""
    if isinstance(body, Mapping):
        place = ".".join(map(str, body["loc"])) if isinstance(body.get("loc"), list) else ""
        found = filter(None, (_words(body.get(key)) for key in _WORDS))
        return ": ".join(filter(None, (place, next(found, ""))))
    if isinstance(body, list):
        return "; ".join(filter(None, map(_words, body)))
    return body if isinstance(body, str) else ""
