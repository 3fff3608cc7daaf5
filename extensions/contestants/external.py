"""What the architectures have in common whose answers a system outside makes: an HTTP endpoint, a Python callable, or a
file of predictions.

It is a black box: only its answer and its passages are known. The passages are aligned to the pages of the PDFs by
their text, so that evidence, pages and citations are measured as those of any other architecture. A system that
returns no passages is measured by its answers alone.

Who is asked is a service (services/), what is sent and read an exchange (exchange.py), and passages are found in the
documents by alignment/. points/ adds objects of a Python program to a sweep.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, cast

from ragatta.extensions.contestants.alignment.passages import Aligned, Aligner, OutsidePassage
from ragatta.extensions.contestants.exchange import External, read_reply, readable, request_of
from ragatta.extensions.contestants.services import Service
from ragatta.extensions.contestants.task import AskSystem
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import ALIGNMENT
from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.types import Answer, AskedQuestion, Chunk, Citation, Status

SCOPE = "{documents}"  # of a request: the documents that a question is limited to
SHARE = 0.9  # of a passage's letters in one place: below, the trace notes it


@dataclass(frozen=True)
class SystemOutside(Architecture):
    """`service` is who is asked; in the key it stands as the model."""

    BLACK_BOX: ClassVar[bool] = True
    service: Service
    external: External = External()

    def backend(self, llm: LLM) -> LLM:
        """The service, whatever model the other variations ask."""
        return replace(self.service, cache=llm.cache if self.service.cache == "use" else self.service.cache)

    def shared(self, parts: int) -> Self:
        """With the service's part of its rates."""
        return replace(self, service=self.service.shared(parts))

    def takes_scope(self) -> bool:
        """Whether its request says it."""
        return SCOPE in str(self.external.request)

    def calls(self, documents: int) -> int:
        """One call of the system."""
        return 1

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """The system's answer with the passages that were found in the PDFs. Raises ModelError where it gives no reply
        or one of another form than `architecture.external` says."""
        settings = self.external
        with tools.stage("system") as stage:
            request = request_of(settings, asked)
            task = AskSystem(asked.question, asked.documents, asked.turns)
            came = tools.fetch(task, request, lambda recorded: readable(settings, recorded))
            reply = read_reply(settings, came)
            stage.details["status"] = "given" if reply.status else "inferred"
        with tools.stage(ALIGNMENT) as stage:
            aligner = tools.of_pages(Aligner)
            passages = reply.passages or ()
            places = aligner.align_all(passages)
            cited = places if reply.cited is None else aligner.align_all(reply.cited)
            described = [_described(*both) for both in zip(passages, places, strict=True)]
            stage.details["passages"] = None if reply.passages is None else described
            if reply.unread or reply.cited is not None:
                lost = 0 if reply.cited is None else sum(not place.chunks for place in cited)
                stage.details["citations"] = {"read": len(reply.cited or ()), "unread": reply.unread, "lost": lost}
            for number, place in enumerate(places, 1):
                if place.given_up:
                    stage.note(f"passage {number}: too long to compare, {place.share:.0%} of it was found in the PDFs")
                elif place.share < SHARE:
                    stage.note(f"passage {number}: {place.share:.0%} of it stands in the PDFs")
        return Answer(
            status=cast(Status, reply.status or "answered"),
            text=reply.text,
            items=reply.items,
            citations=tuple(dict.fromkeys(_citation(chunk) for place in cited for chunk in place.chunks)),
            context=tuple(dict.fromkeys(chunk for place in places for chunk in place.chunks)),
        )


def _described(passage: OutsidePassage, place: Aligned) -> dict[str, Any]:
    """A passage in the trace: its characters, the page that it names, the pages and chunks where it stands, and how
    sure that is."""
    pages: dict[str, list[int]] = {}
    for chunk in place.chunks:
        pages[chunk.source_file] = sorted({*pages.get(chunk.source_file, ()), chunk.first_page, chunk.last_page})
    passage_record = {
        "characters": len(passage.text.strip()),
        "page": passage.page,
        "chunks": [chunk.id for chunk in place.chunks],
    }
    return {
        **passage_record,
        "stands_on": pages,
        "share": place.share,
        "places": place.places,
        "given_up": place.given_up,
    }


def _citation(chunk: Chunk) -> Citation:
    return Citation(chunk.source_file, chunk.first_page, chunk.last_page, chunk.id, 0.0)
