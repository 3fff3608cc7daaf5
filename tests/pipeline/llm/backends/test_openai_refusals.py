"""What a refusal says, whatever its form."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.pipeline.llm.backends._openai_refusals import Refusal, message


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"message": "no such model", "code": 7}, "no such model"),
        ({"error": {"message": "no such model"}}, "no such model"),
        ({"detail": [{"loc": ["body", "seed"], "msg": "extra"}, {"msg": "too long"}]}, "body.seed: extra; too long"),
        ("out of memory", "out of memory"),
        ([None, "first", "second"], "first; second"),
        ({"code": 7}, "Error code: 500 - {'code': 7}"),
        ({"message": "x" * 400}, "x" * 300),
    ],
)
def test_the_words_of_a_refusal(body: Any, said: str) -> None:
    assert message(Refusal(500, body)) == said
