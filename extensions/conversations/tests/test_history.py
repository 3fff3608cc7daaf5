"""What an architecture is asked where there were turns before, by every history."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.extensions.conversations.histories.all import AllTurns
from ragatta.extensions.conversations.histories.last import Last
from ragatta.extensions.conversations.histories.none import NoHistory
from ragatta.extensions.conversations.histories.rewrite import Rewrite
from ragatta.extensions.conversations.history import HISTORIES, History
from ragatta.extensions.conversations.scripted_replies.stand_alone import reply
from ragatta.extensions.conversations.task import StandAlone, Standalone
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.plugins.broken import BrokenPart
from ragatta.pipeline.types import AskedQuestion, Exchange, Question

FEE, OWNER = Exchange("What is the fee?", "$25"), Exchange("Who sets it?", "The board.")
ASKED = AskedQuestion("Since when?", ("shed.pdf",), turns=(FEE, OWNER))
WORDED = "Since when does the board set the fee?"


class Searched:
    """A toolbox that notes what is searched for, and answers what is asked."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.asked: list[Any] = []
        self.trace = Trace([])

    def tools(self) -> Toolbox:
        def found(words: str, *_: Any, **__: Any) -> list[Any]:
            self.words.append(words)
            return []

        def ask(prompt: Any) -> Any:
            self.asked.append(prompt)
            return Standalone(standalone=WORDED)

        def expand(_hits: Any, query: str | None = None, about: str = "") -> list[Any]:
            self.words += [str(query), about]
            return []

        return Toolbox(
            documents=(), summaries={}, search=found, expand=expand, embed=found, embed_documents=None,  # type: ignore[arg-type]
            count_tokens=lambda text: len(text.split()), context_tokens=100, ask=ask, stage=self.trace.stage,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("history", "words"),
    [
        (Last(), "Who sets it?\n→ The board.\nSince when?"),
        (AllTurns(), "What is the fee?\n→ $25\nWho sets it?\n→ The board.\nSince when?"),
        (Rewrite(), WORDED),
    ],
)
def test_the_words_that_stand_alone_take_the_place_of_the_question(history: History, words: str) -> None:
    searched = Searched()
    asked, _ = history.read(ASKED, searched.tools())
    assert asked == AskedQuestion(words, ("shed.pdf",))
    (stage,) = searched.trace.records
    added = len(words.split()) - 2
    assert (stage.name, stage.details) == ("history", {"alone": words, "turns": 2, "added_tokens": added})


def test_a_model_is_shown_all_turns() -> None:
    searched = Searched()
    Rewrite().read(ASKED, searched.tools())
    (prompt,) = searched.asked
    assert prompt.task == StandAlone("Since when?", (FEE, OWNER))
    assert "What is the fee?\n→ $25\nWho sets it?\n→ The board.\n\nThe user now asks: Since when?" in prompt.user
    assert prompt.fallback().standalone == "Since when?", "without a usable reply it stays as it is"


@pytest.mark.parametrize(("changes", "asked_as", "searched_as"), [
    ("both", WORDED, WORDED), ("search", "Since when?", WORDED), ("prompts", WORDED, "Since when?"),
])  # fmt: skip
def test_what_they_are_for_is_a_setting(changes: str, asked_as: str, searched_as: str) -> None:
    searched = Searched()
    asked, tools = Rewrite(changes=changes).read(ASKED, searched.tools())
    assert asked.question == asked_as
    tools.search(asked.question, None, 3)
    tools.expand([], asked.question, asked.question)
    tools.embed(asked.question)
    assert searched.words == [searched_as] * 4
    assert tools.sought(asked.question) == searched_as, "a router reads what is searched for"
    tools.search("a query of a plan")
    assert searched.words[-1] == "a query of a plan", "what is not the question's own words stays"


@pytest.mark.parametrize("name", HISTORIES.names())
def test_every_history_makes_a_text(name: str) -> None:
    assert HISTORIES.load(name)().alone(ASKED, Searched().tools().ask).strip()


def test_a_history_that_makes_no_text_is_named() -> None:
    class Mute(Last):
        def alone(self, asked: AskedQuestion, ask: Any) -> str:  # noqa: ARG002
            return " "

    with pytest.raises(BrokenPart, match="alone returned ' ', not a text"):
        Mute().read(ASKED, Searched().tools())


def test_without_a_history_the_turns_are_left_to_the_architecture() -> None:
    tools = Searched().tools()
    assert Pipeline().in_conversation(ASKED, tools) == (ASKED, tools)
    assert Pipeline(history=Last()).in_conversation(ASKED, tools)[0].turns == ()  # type: ignore[call-arg]


def test_the_history_is_in_the_key_where_there_is_one() -> None:
    usual = Pipeline()
    assert Pipeline(history=NoHistory(changes="search")).added_identity() == usual.added_identity() == {}  # type: ignore[call-arg]
    of = {
        history: Pipeline(history=history)
        for history in (NoHistory(answers="own"), Last(), Last("search"), AllTurns())  # type: ignore[call-arg]
    }
    assert len({repr(one.added_identity()) for one in of.values()} | {"{}"}) == 5
    assert of[Last()].modules() == (*usual.modules(), Last.__module__)
    assert of[NoHistory(answers="own")].modules() == usual.modules()
    assert Pipeline(history=Rewrite()).query_calls() == usual.query_calls() + 1  # type: ignore[call-arg]


def test_settings_are_checked() -> None:
    found = replace(Last(), changes="all", answers="mine").problems()
    assert found == [
        "history.changes: unknown 'all'; known: both, search, prompts",
        "history.answers: unknown 'mine'; known: gold, own",
    ]


def test_a_script_words_a_turn_as_the_gold_does() -> None:
    turn = Question("b", "Since when?", "text", "1954", turns=(FEE, OWNER), standalone=WORDED)
    for right, expected in ((True, WORDED), (False, "Since when?")):
        instructions: Any = SimpleNamespace(gold={"x": turn}, right=right)
        assert reply(StandAlone("Since when?", (FEE, OWNER)), instructions) == {"standalone": expected}
        assert reply(StandAlone("Since when?", (FEE,)), instructions) == {"standalone": "Since when?"}
