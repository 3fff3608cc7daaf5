"""The failures that all model servers share, each with the same message and fix for every backend."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.llm.seam import ContextOverflow, ModelBusy, ModelTimeout, ModelUnavailable, Request, UnusableReply

SHOWN = 8  # models that a message lists
SHORTER = "lower context_tokens, or choose a model with a larger window"
_FAILED = 500  # the server failed on this call, or fails on all
_LATER = (408, 409, 425, 429)  # below 500, of a call that may be taken later
_NEVER = (501, 505)  # from 500 on, of one that is never taken: not implemented, or another version of HTTP


def may_pass(status: int) -> bool:
    """Whether a server or gateway that answers with this status may take the same call later."""
    return status in _LATER or (500 <= status < 600 and status not in _NEVER)


def busy(status: int, words: str, after: float | None = None) -> ModelBusy:
    """A status that may pass. `after`: how many seconds the server asks to wait, None if it does not say."""
    return ModelBusy(words, after, often=status != _FAILED)


def overflow(request: Request, size: int, window: int) -> ContextOverflow:
    """A request of up to `size` tokens does not fit a context window of `window`."""
    return ContextOverflow(
        f"{request.task.name}: a prompt of up to {size} tokens and a reply of {request.options.max_tokens} "
        f"do not fit the model's context window of {window}; {SHORTER}"
    )


def too_slow(where: str, timeout_s: float) -> ModelTimeout:
    """No complete reply came in time from the server at `where`."""
    return ModelTimeout(f"no whole reply from {where} within {timeout_s:g} s; raise llm.timeout_s")


def left_out(where: str, key: str, model: str) -> str:
    """That a parameter, as llm.omit names it, is refused and no longer sent."""
    return f"{where} refuses {key} with {model!r}: from now on it is left out, as llm.omit=[{key}] does at once"


def check_encodable(*texts: str) -> None:
    """Raises UnusableReply for a text of a reply that no file can hold."""
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        raise UnusableReply("the reply holds half of a surrogate pair, which is not a character") from None


def no_tools(who: str) -> ModelUnavailable:
    """`who` cannot hold a conversation with tools."""
    return ModelUnavailable(f"{who} calls no tools; choose a model that does, with llm=ollama or llm=openai")


def listed(models: Sequence[str]) -> str:
    """The models that a server has, the first of them."""
    return ", ".join(models[:SHOWN]) + (", ..." if len(models) > SHOWN else "")
