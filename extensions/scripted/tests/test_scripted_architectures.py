"""Every architecture with the script in a model's place, which is what a good model would say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ragatta.eval.scorers.score import score
from ragatta.extensions.scripted.backends.scripted import STYLES, Scripted
from ragatta.pipeline.types import AskedQuestion, Question
from tests.standins.architectures import SEARCHING, TWO_DOCUMENTS, architecture

PRICE = Question("p", "What is the price of the brass pump?", "number", "40")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", SEARCHING)
def test_a_right_answer_arrives_whole(name: str, style: str, tools: Callable) -> None:
    backend = Scripted(options={"style": style}).connect().taught([PRICE])
    toolbox, trace = tools(name, backend)
    found = architecture(name, router=TWO_DOCUMENTS).answer(AskedQuestion(PRICE.question), toolbox)
    assert score(PRICE, found) == 1
    assert found.citations
    assert sum(record.fallbacks for record in trace.records) == 0
