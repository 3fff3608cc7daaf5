from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from ragatta.experiments.running.server_failures import MOST, UntilSilent
from ragatta.pipeline.llm.seam import (
    ContextOverflow,
    InvalidReply,
    ModelError,
    ModelFailed,
    ModelTimeout,
    ModelUnavailable,
    UnusableReply,
)
from tests.pipeline.llm.conftest import name_colour

SLOW = ModelTimeout("no whole reply from h within 1 s")


def asking(*said: ModelError | str) -> UntilSilent:
    """For calls that end so."""
    left = [*said]

    def ask(_: Any) -> str:
        one = left.pop(0)
        if isinstance(one, ModelError):
            raise one
        return one

    return UntilSilent(ask)


def outcomes(*said: ModelError | str) -> list[str]:
    """What becomes of calls that end so."""
    asked, found = asking(*said), []
    for _ in said:
        try:
            found.append(asked(name_colour()))
        except ModelError as fault:
            found.append(type(fault).__name__)
    return found


def test_a_few_calls_in_a_row_without_a_reply_end_it() -> None:
    assert outcomes(*[SLOW] * MOST) == ["ModelTimeout"] * (MOST - 1) + ["ModelUnavailable"]
    with pytest.raises(ModelUnavailable, match=rf"no whole reply .*; so ended {MOST} calls one after the other"):
        UntilSilent(lambda _: (_ for _ in ()).throw(SLOW), MOST - 1)(name_colour())


def test_a_reply_and_a_prompt_that_does_not_fit_begin_anew_or_count_for_nothing() -> None:
    failed, long = ModelFailed("failed"), ContextOverflow("too long")
    assert "ModelUnavailable" not in outcomes(SLOW, failed, "reply", SLOW, failed, long, "reply", failed)
    assert outcomes(SLOW, long, failed, SLOW)[-1] == "ModelUnavailable"
    assert "ModelUnavailable" not in outcomes(SLOW, failed, UnusableReply("no JSON"), SLOW, failed)


def test_calls_without_a_reply_are_counted_and_a_reply_of_no_use_is_none_of_them() -> None:
    asked = asking("reply", SLOW, UnusableReply("no JSON"), "reply", InvalidReply("too large"))
    assert not asked.fault
    for _ in range(5):
        with suppress(ModelError):
            asked(name_colour())
    assert asked.fault == "2 calls of the model got no reply; the same command asks again"
