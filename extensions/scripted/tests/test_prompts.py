"""What each architecture says to a model, as reviewed files: a changed prompt is seen in the diff.

`pytest extensions/scripted/tests/test_prompts.py --rewrite` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ragatta.extensions.scripted.backends.scripted import Scripted
from ragatta.extensions.scripted.commands.prompts import Listening, markdown
from ragatta.pipeline.types import AskedQuestion, Question
from tests.standins.architectures import SEARCHING, TWO_DOCUMENTS, architecture

FILES = Path(__file__).parent / "prompts"
ASKED = {
    "multi_query": "What is the price of the brass pump? After how many hours of use are the seals changed?",
}
PRICE = "What is the price of the brass pump?"


@pytest.mark.parametrize("name", SEARCHING)
def test_the_prompts_are_those_that_were_reviewed(name: str, tools: Callable, request: pytest.FixtureRequest) -> None:
    question = ASKED.get(name, PRICE)
    parts = tuple(f"{part}?" for part in question.split("? ")) if "? " in question else ()
    gold = (
        Question("q", question, "multi", ("40", "600"), sub_questions=parts)
        if parts
        else (Question("q", question, "number", "40"))
    )
    heard = Listening(Scripted().connect().taught([gold]))
    toolbox, _ = tools(name, heard)
    architecture(name, router=TWO_DOCUMENTS).answer(AskedQuestion(question), toolbox)
    shown, file = markdown(name, question, heard.exchanges), FILES / f"{name}.md"
    if request.config.getoption("--rewrite"):
        FILES.mkdir(exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8"), f"review the change: pytest {Path(__file__).name} --rewrite"
