"""Contract: each prompt of the product can be replaced, as can the options of each agent's calls, and no message of an
agent escapes that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from ragatta.extensions.scripted.backends.scripted import Scripted
from ragatta.pipeline.agents.annotating.annotator import Annotator
from ragatta.pipeline.agents.annotating.chunk_notes import notes_on
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.call_options import agents_of
from ragatta.pipeline.llm.seam import Backend, Completion, ModelUnavailable, Request
from ragatta.pipeline.llm.templates import fields_of, templates
from ragatta.pipeline.llm.wrapped import Wrapped
from ragatta.pipeline.retrieval.query_preparation import QUERIES
from ragatta.pipeline.types import AskedQuestion, Chunk, Page, Question
from tests.standins.architectures import SEARCHING, TWO_DOCUMENTS, architecture

ALL = templates()
MINE = {name: f"<{name}>" + " ".join(f"{{{field}}}" for field in fields_of(text)) for name, text in ALL.items()}
TOKENS = {agent: 1000 + number for number, agent in enumerate(agents_of(ALL))}
ASKED = "What is the price of the brass pump? After how many hours of use are the seals changed?"
GOLD = Question("q", ASKED, "multi", ("40", "600"), sub_questions=tuple(f"{part}?" for part in ASKED[:-1].split("? ")))
# Those that only some questions or settings come to: each of them fills its template as the others do.
RARE = {"step_execution.system", "step_execution.user", "tool_caller.last", "detector.system", "detector.documents",
        "detector.question", "orchestrator.user", "router.choose"}  # fmt: skip
BEFORE = {"summarizer", "annotator"}  # the agents that are asked before any question


class Listening(Wrapped):
    """A backend that keeps its requests."""

    cacheable = False

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        return self.backend.complete(request)


def listening() -> tuple[Asker, Listening]:
    heard = Listening(Scripted().connect().taught([GOLD]))
    options = {f"{agent}.max_tokens": most for agent, most in TOKENS.items()}
    return Asker(heard, None, mode="off", replaced={**MINE, **options}), heard


def said(heard: Listening) -> Iterator[str]:
    for request in heard.requests:
        asking = next(message.content for message in request.messages if message.role == "user")
        assert request.options.max_tokens == TOKENS[asking[1:].partition(".")[0]]
        for message in request.messages:
            if message.role in ("system", "user"):
                name, _, rest = message.content.removeprefix("<").partition(">")
                assert name in ALL, f"a message that no template made: {message.content[:80]}"
                assert ASKED[:20] in rest or "question" not in fields_of(ALL[name])
                yield name


@pytest.mark.parametrize("name", SEARCHING)
def test_every_message_of_an_architecture_is_in_the_words_and_with_the_options_of_the_configuration(
    name: str, tools: Callable
) -> None:
    asker, heard = listening()
    toolbox, _ = tools(name)
    asked = architecture(name, router=TWO_DOCUMENTS)
    asked.answer(AskedQuestion(ASKED), replace(toolbox, ask=asker.ask, converse=asker.converse))
    read = {*Pipeline(architecture=asked, llm=Ollama()).read(type(asked).__module__)}
    assert {*said(heard)} >= {one for one in read - RARE if one.partition(".")[0] not in BEFORE}


def test_every_prompt_over_documents_and_queries_is_in_the_words_and_with_the_options_of_the_configuration() -> None:
    asker, heard = listening()
    pages = [Page("a.pdf", 1, "Seals last.")]
    Summarizer().summarize("a.pdf", pages, asker.ask)
    Annotator().annotate("a.pdf", Bucket("b", "", ("*",), ()), [Field("year", "INTEGER")], pages, asker.ask)
    notes_on([Chunk("a.pdf#0", "a.pdf", 0, "Seals last.", 1, 1, 0, 11, 1)], {"a.pdf": pages}, asker.ask)
    for name in ("hyde", "rewrite"):
        with pytest.raises(ModelUnavailable, match="has no reply"):
            QUERIES.load(name)().find(ASKED, asker.ask, lambda *_: [])
    agents = {name.partition(".")[0] for name in said(heard)}
    assert agents == {"summarizer", "annotator", "chunk_notes", "queries", "hyde", "rewrite"}
