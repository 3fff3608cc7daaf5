"""What a failed question says of the contestant: one table over every class of error.

Not answered: no reply came, or none in the API's form, so nothing is known of what the contestant would have said. Its
score is open between 0 and 1. Answered badly: the contestant is at fault, and the answer is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ragatta.pipeline.llm.seam import (
    BrokenReply,
    ContextOverflow,
    Filtered,
    InvalidReply,
    ModelAway,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelTimeout,
    ModelUnavailable,
    ReplyMissing,
    UnusableReply,
)
from ragatta.pipeline.types import Failure

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
    Filtered: "answered_badly",  # by itself; System makes it an answer that refuses
    # What a contestant's own client raises, anywhere in the chain of causes.
    ConnectionError: "not_answered",
    TimeoutError: "timed_out",
}


def failure_kind(error: BaseException) -> Failure:
    """By the class of the error, or of the first of its causes that the table names; what no row names is the
    contestant's own fault."""
    for each in causes(error):
        for kind in type(each).__mro__:
            if kind in KINDS:
                return KINDS[kind]
    return "answered_badly"


def is_of_the_server(error: BaseException) -> bool:
    """Whether a server did not answer: it failed at every try, was too slow, or sent no reply of the wire format. One
    that refused this one call did."""
    return isinstance(error, ModelFailed | ModelTimeout | InvalidReply) and failure_kind(error) in LOST


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it was raised from, and so on."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
