from __future__ import annotations

from typing import Any

import pytest

from ragatta.experiments.resources.silent_server import MOST, UntilSilent
from ragatta.pipeline.llm.seam import ContextOverflow, ModelError, ModelFailed, ModelTimeout, ModelUnavailable
from tests.pipeline.llm.conftest import name_colour

SLOW = ModelTimeout("no whole reply from h within 1 s")


def outcomes(*said: ModelError | str) -> list[str]:
    """What becomes of calls that end so."""
    left = [*said]

    def ask(_: Any) -> str:
        one = left.pop(0)
        if isinstance(one, ModelError):
            raise one
        return one

    asking, found = UntilSilent(ask), []
    for _ in said:
        try:
            found.append(asking(name_colour()))
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
