"""What a failed question says of the contestant: one table over every class of error.

Not answered: no reply came, or none in the API's form, so nothing is known of what the contestant would have said. Its
score is open between 0 and 1. Answered badly: the contestant is at fault, and the answer is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http.client import HTTPException
from socket import gaierror
from ssl import SSLError

from ragatta.pipeline.llm.failures import may_pass
from ragatta.pipeline.llm.seam import (
    BrokenReply,
    ContextOverflow,
    Declined,
    Filtered,
    InvalidReply,
    ModelAway,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelTimeout,
    ModelUnavailable,
    Refused,
    ReplyMissing,
    UnusableReply,
)
from ragatta.pipeline.types import Failure

IN_A_ROW = 5  # questions or judgements at which a server fails, after which it is asked no more
LOST: tuple[Failure, ...] = ("not_answered", "timed_out")  # of an answer that did not come
KINDS: Mapping[type[BaseException], Failure] = {
    ModelError: "not_answered",
    ModelUnavailable: "not_answered",
    ModelAway: "not_answered",
    ModelBusy: "not_answered",
    ModelFailed: "not_answered",
    ModelTimeout: "timed_out",
    InvalidReply: "not_answered",
    BrokenReply: "not_answered",
    ReplyMissing: "not_answered",
    UnusableReply: "answered_badly",
    ContextOverflow: "answered_badly",
    Declined: "answered_badly",  # by itself; System makes it an answer that refuses
    Refused: "answered_badly",
    Filtered: "answered_badly",
    # What a contestant's own client raises, or names as the cause; an HTTP status counts too.
    ConnectionError: "not_answered",
    TimeoutError: "timed_out",
    HTTPException: "not_answered",
    gaierror: "not_answered",
    SSLError: "not_answered",
}


def failure_kind(error: BaseException) -> Failure:
    """By the class of the error, or of the first of its causes that the table names; what no row names is the
    contestant's own fault."""
    for each in causes(error):
        for kind in type(each).__mro__:
            if kind in KINDS:
                return KINDS[kind]
        if may_pass(_status(each)):
            return "not_answered"
    return "answered_badly"


def _status(error: BaseException) -> int:
    """Of an HTTP reply that a client raised as an error (httpx, openai, requests, urllib), else 0."""
    holders = (error, getattr(error, "response", None))
    found = (getattr(holder, name, None) for holder in holders for name in ("status_code", "code"))
    return next((one for one in found if isinstance(one, int)), 0)


def is_of_the_server(error: BaseException) -> bool:
    """Whether a server did not answer: it failed at every try, was too slow, or sent no reply of the wire format. One
    that refused this one call did."""
    return isinstance(error, ModelFailed | ModelTimeout | InvalidReply) and failure_kind(error) in LOST


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it was raised from, and so on; not what was being handled when it was raised, which may be
    nothing of its cause."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__
