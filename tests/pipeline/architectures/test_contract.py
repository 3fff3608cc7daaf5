"""What every architecture owes, whatever its agents: each file of pipeline/architectures/ goes through these checks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ragatta.eval.gold.records import KINDS
from ragatta.eval.groups import FILTER, INJECTION
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.llm.seam import Completion, ModelIdentity, ModelUnavailable, Request
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.retrieval.windows.similar import Similar
from ragatta.pipeline.types import Answer, AskedQuestion, Citation
from tests.standins.architectures import SEARCHING, TWO_DOCUMENTS, architecture

PRICE = AskedQuestion("What is the price of the brass pump?")
QUESTIONS = (
    PRICE,
    AskedQuestion("List all parts of the table of contents of the pump manual"),
    AskedQuestion("After how many hours of use are the seals changed?"),
    AskedQuestion("Who was the third emperor of Atlantis?"),
)
STATUSES = {"answered", "no_information", "refused", "clarify", "failed"}

every_architecture = pytest.mark.parametrize("name", SEARCHING)
every_question = pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.question)


class Babbling:
    """A backend whose replies are of no use: not JSON, or a turn that says nothing."""

    cacheable = True

    def __init__(self, dead: bool = False) -> None:
        self.dead = dead

    def identity(self, model: str | None = None) -> ModelIdentity:
        return ModelIdentity("babbling", model or "babbling", "")

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return 1_000_000

    def complete(self, request: Request) -> Completion:
        if self.dead:
            raise ModelUnavailable(f"{request.task.name}: nobody there; start the server")
        return Completion("la la la" if request.schema else "", 3, 3, 0.01)


def answer(name: str, asked: AskedQuestion, *made: object) -> Answer:
    return architecture(name, router=TWO_DOCUMENTS).answer(asked, made[0])


@every_architecture
@every_question
def test_an_answer_rests_on_chunks_that_exist(
    name: str, asked: AskedQuestion, tools: Callable, collection: Collection
) -> None:
    found = answer(name, asked, *tools(name))
    chunks = {chunk.id: chunk for chunk in collection.chunks}
    assert isinstance(found, Answer)
    assert found.status in STATUSES
    assert all(isinstance(item, str) for item in (found.text, found.value, *found.items))
    assert all(shown.text in chunks[shown.id].text for shown in found.context)
    shown = {chunk.id for chunk in found.context}
    for cited in found.citations:
        assert isinstance(cited, Citation)
        assert cited.chunk_id in shown
        chunk = chunks[cited.chunk_id]
        assert cited.source_file == chunk.source_file
        assert cited.first_page <= chunk.first_page <= chunk.last_page <= cited.last_page


@every_architecture
@pytest.mark.parametrize("window", [Fixed(1), Similar(1)])
def test_it_answers_what_the_documents_say_and_nothing_else(name: str, window: Window, tools: Callable) -> None:
    price, _, hours, emperor = (
        answer(name, asked, *tools(name, words="english", reading=window)) for asked in QUESTIONS
    )
    assert (price.status, price.value) == ("answered", "$120")
    assert [cited.source_file for cited in price.citations] == ["prices.pdf"]
    assert (hours.status, hours.value) == ("answered", "600")
    assert (emperor.status, emperor.value, emperor.items) == ("no_information", "", ())


@every_architecture
@every_question
def test_twice_the_same(name: str, asked: AskedQuestion, tools: Callable) -> None:
    assert answer(name, asked, *tools(name)) == answer(name, asked, *tools(name))


@every_architecture
def test_every_stage_is_named_once_and_books_its_calls(name: str, tools: Callable) -> None:
    toolbox, trace = tools(name)
    answer(name, PRICE, toolbox)
    names = [record.name for record in trace.records]
    assert names
    assert len(set(names)) == len(names)
    assert all(stage.isidentifier() and stage.islower() for stage in names)
    live = sum(record.live_calls for record in trace.records)
    assert 1 <= live <= architecture(name, router=TWO_DOCUMENTS).calls(len(toolbox.documents))


@every_architecture
@pytest.mark.parametrize("budget", [1, 12, 30, 500])
def test_the_context_keeps_its_budget(name: str, budget: int, tools: Callable) -> None:
    toolbox, _ = tools(name, budget=budget)
    for asked in QUESTIONS:
        assert sum(toolbox.count_tokens(chunk.text) for chunk in answer(name, asked, toolbox).context) <= budget


@pytest.mark.parametrize("name", [name for name in SEARCHING if name not in ("agentic", "tool_loop")])
def test_what_was_found_and_has_no_room_is_not_called_unfound(name: str, tools: Callable) -> None:
    for asked in (PRICE, AskedQuestion("What is the price of the brass pump? What is the price of the hose?")):
        found = answer(name, asked, *tools(name, budget=1))
        assert (found.status, found.context) == ("no_information", ())
        assert found.limitations == "nothing of what was retrieved fits the context"


@every_architecture
@pytest.mark.parametrize("scope", [("prices.pdf",), ("letters.pdf",), ("manual.pdf", "letters.pdf")])
def test_a_questions_scope_is_kept(name: str, scope: tuple[str, ...], tools: Callable) -> None:
    found = answer(name, AskedQuestion(PRICE.question, documents=scope), *tools(name))
    assert {chunk.source_file for chunk in found.context} <= set(scope)
    assert found.context
    assert (found.status == "answered") == ("prices.pdf" in scope)


@every_architecture
def test_a_scope_without_documents_finds_nothing(name: str, tools: Callable) -> None:
    found = answer(name, AskedQuestion(PRICE.question, documents=("lost.pdf",)), *tools(name))
    assert (found.status, found.context, found.citations) == ("no_information", (), ())


@every_architecture
def test_unusable_replies_are_a_failed_answer_and_counted(name: str, tools: Callable) -> None:
    toolbox, trace = tools(name, Babbling())
    found = answer(name, PRICE, toolbox)
    assert (found.status, found.text, found.citations) == ("failed", "", ())
    assert sum(record.fallbacks for record in trace.records) >= 1


@every_architecture
def test_a_model_that_is_not_there_is_said_by_name_and_the_trace_kept(name: str, tools: Callable) -> None:
    toolbox, trace = tools(name, Babbling(dead=True))
    with pytest.raises(ModelUnavailable, match="nobody there"):
        answer(name, PRICE, toolbox)
    assert trace.records


@every_architecture
def test_what_it_is_not_made_for_are_kinds_of_questions(name: str) -> None:
    kinds = architecture(name).UNSUPPORTED
    assert set(kinds) < {*KINDS, FILTER, INJECTION}
    assert len(set(kinds)) == len(kinds)
