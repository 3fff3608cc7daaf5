"""The system under test: one pipeline over the documents, the index and the models that it is given."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import get_args

from ragatta.experiments.resources.resources import Resources
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import ALIGNMENT, Trace
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.documents.files import NoDocuments
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.failure_kinds import failure_kind
from ragatta.pipeline.llm.seam import Declined, ModelError, ModelUnavailable, Refused, ReplyMissing
from ragatta.pipeline.machine.clock import answering_time
from ragatta.pipeline.machine.secrets import hidden
from ragatta.pipeline.plugins.broken import blamed
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.retrieval.query_preparation import prepared
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.unsearched import Unsearched
from ragatta.pipeline.types import CONTENT_FILTER, Answer, AskedQuestion, Question, Status

STOPPING = (ModelUnavailable, ReplyMissing)  # no question after this one would fare better


@dataclass(frozen=True)
class System:
    """A pipeline that answers questions. Its collection is built at the first one, where it is not there."""

    settings: Pipeline
    resources: Resources
    questions: int = 1  # about how many will be asked: what the reranker prepares beforehand depends on it
    without_documents: bool = False  # an empty folder is no fault where the architecture answers without documents

    def prepare(self) -> None:
        """Makes what the first question would wait for: the index, summaries and annotations. Raises NoDocuments, a
        ModelError of what is written by a model, and the errors of Chroma and of files."""
        if self.retriever.documents:
            self.resources.prepare(self.settings)

    @cached_property
    def retriever(self) -> Retriever | Unsearched:
        """Raises NoDocuments, and the errors of embedders, Chroma and files."""
        try:
            return self.resources.index.retriever(self.settings, self.questions)
        except NoDocuments:
            if self.without_documents and self.settings.architecture.ANSWERS_WITHOUT_DOCUMENTS:
                return Unsearched(())
            raise

    def asker(self, sample: int = 0, mode: str = "") -> Asker:
        """Asks the models for one question; see Models.asker."""
        return self.resources.models.asker(self.settings, sample, mode)

    def answer(
        self, asked: AskedQuestion, asker: Asker | None = None, record: Question | None = None
    ) -> tuple[Answer, float]:
        """Runs one question through the architecture: its answer with the trace, and the wall seconds, without those of
        Ragatta's own measuring. Only an oracle among the settings reads the gold `record` (extensions/diagnosis).
        Raises what would stop every other question too, and OSError."""
        asker = asker or self.asker()
        tools, trace = self.toolbox(asker)
        if record and self.settings.handing():
            asked, tools = self._handed(asked, tools, record)
        started = answering_time()
        answer = _answered(self.settings, asked, tools)
        seconds = answering_time() - started - sum(step.seconds for step in trace.records if step.name == ALIGNMENT)
        return replace(_explained(answer, asker), steps=tuple(trace.records)), seconds

    def _handed(self, asked: AskedQuestion, tools: Toolbox, record: Question) -> tuple[AskedQuestion, Toolbox]:
        corpus = self.resources.documents.corpus(self.settings.parser)
        searches = self.settings.architecture.searches()
        chunks = self.resources.index.chunks(self.settings) if searches else {}
        return self.settings.with_gold(asked, tools, record, corpus.pages, [*chunks.values()])

    def toolbox(self, asker: Asker) -> tuple[Toolbox, Trace]:
        """The toolbox for one question, and its trace."""
        settings, retriever, trace = self.settings, self.retriever, Trace(asker.calls)
        documents, index, embedder = self.resources.documents, self.resources.index, settings.embedder
        prepares = isinstance(retriever, Retriever) and settings.prepares_queries()
        tools = Toolbox(
            documents=retriever.documents,
            summaries=self.resources.summaries.of(settings).by_document,
            annotations=self.resources.annotations.of(settings),
            tables_apart=retriever.tables_apart,
            search=prepared(settings.queries, retriever.search, asker.ask) if prepares else retriever.search,
            search_asks=prepares,
            expand=retriever.expand,
            embed=index.encoder(embedder).embed_query,
            embed_documents=lambda texts: index.embedded_once(embedder, texts),
            count_tokens=index.token_counter(embedder),
            context_tokens=self.resources.models.context_tokens(settings),
            confidence=settings.confidence,
            ask=asker.ask,
            converse=asker.converse,
            stage=trace.stage,
            fetch=asker.fetch,
            of_pages=partial(documents.of_pages, settings.parser),
        )
        return tools, trace


def _answered(settings: Pipeline, asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The architecture's answer, or one that says why there is none."""
    architecture = settings.architecture
    try:
        if asked.turns:
            asked, tools = settings.in_conversation(asked, tools)
        answer = architecture.answer(asked, tools)
        if isinstance(answer, Answer) and answer.status in get_args(Status):
            return answer
        of = f" of status {brief_value(answer.status)}" if isinstance(answer, Answer) else ""
        words = f"answer returned {brief_value(answer)}{of}, not an Answer with one of {', '.join(get_args(Status))}"
        raise ARCHITECTURES.broken(architecture.name, words, architecture.answer)
    except (*STOPPING, OSError):  # neither is the fault of one question
        raise
    except ModelError as fault:
        return Answer("failed", "", limitations=str(fault), failure=failure_kind(fault))
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - one question's fault, whatever it is, must not cost the sweep
        where = traceback.extract_tb(fault.__traceback__)[-1]
        part = blamed(fault)
        reason = (
            part.brief() if part else f"{type(fault).__name__}: {fault} ({Path(where.filename).name}:{where.lineno})"
        )
        return Answer("failed", "", limitations=hidden(reason), failure=failure_kind(fault))


def _explained(answer: Answer, asker: Asker) -> Answer:
    """A failed answer with what kind of failure it is. Where its last reply was declined, it is an answer that refuses:
    in the model's words, or by a filter, which a flag tells."""
    if answer.status != "failed":
        return answer
    lost = asker.lost[-1] if asker.lost else None
    if isinstance(lost, Declined):
        if asker.calls[-1].error == hidden(str(lost)):  # the last call: nothing was asked after it
            refused = replace(answer, status="refused", failure="")
            if isinstance(lost, Refused):
                return replace(refused, text=str(lost), limitations="")
            return replace(refused, limitations=str(lost), safety_flags=(*answer.safety_flags, CONTENT_FILTER))
        lost = None  # something was asked after it: it is not the cause
    kind = answer.failure or (failure_kind(lost) if lost else "answered_badly")
    return replace(_with_its_cause(answer, asker), failure=kind)


def _with_its_cause(answer: Answer, asker: Asker) -> Answer:
    """Adds to an answer without a usable reply what was wrong with the last reply, and so what to change."""
    unusable = [call for call in asker.calls if call.fell_back and call.error]
    if not unusable or unusable[-1].error in answer.limitations:
        return answer
    limitations = f"{answer.limitations} ({unusable[-1].task}: {unusable[-1].error})"
    return replace(answer, limitations=limitations)
