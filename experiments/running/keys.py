"""The keys of a run, which docs/design.md, "Identity", explains, and of its answers; those that are still to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from ragatta.eval.gold.conversations import turns_since
from ragatta.eval.people import MARKS
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Entry, Journal, Key
from ragatta.experiments.resources.resources import Resources
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.identity import code_digest, digest, question_key
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import USUAL
from ragatta.pipeline.types import AskedQuestion, Exchange, Question

NOTHING_SAID = "No answer came."  # a turn, to those after it, of which there is none
WITHOUT_EFFECT = (  # of llm.*, on an answer
    "base_url", "replicas", "api_key_env", "timeout_s", "patience_s", "cache", "price_in", "price_out", "models", "rpm",
    "tpm",
)  # fmt: skip


def answer_key(resources: Resources, settings: Pipeline) -> str:
    """The run key: a hash of everything that can change an answer, code included, and nothing else. Raises
    ModelUnavailable."""
    models = resources.models.identities(settings)  # first: a model that is not there is said before any PDF is read
    replaced = settings.replaced(*settings.modules())
    return digest(
        {
            "collection": resources.index.key(settings),
            "code": code_digest(*settings.modules()),
            "query_prefix": settings.embedder.query_prefix,  # its files and limits are in the collection
            **(_of_searches(settings) if settings.architecture.searches() else {}),
            "reranker": resources.index.reranker_identity(settings),
            "architecture": settings.architecture.identity,  # with the techniques that it is handed
            "llm": {key: value for key, value in plain(settings.llm).items() if key not in WITHOUT_EFFECT},
            # A server restarted with another context window would otherwise be taken for the same.
            "context_tokens": resources.models.context_tokens(settings),
            "models": [[m.provider, m.name, m.digest] for m in models],
            "summaries": resources.summaries.of(settings).digest,
            "annotations": resources.annotations.of(settings).digest,
            **({"prompts": replaced} if replaced else {}),
            **({"added": added} if (added := settings.added_identity()) else {}),
            **(settings.handed_identity(resources.dataset.questions) if settings.handing() else {}),
        }
    )


def _of_searches(settings: Pipeline) -> dict[str, Any]:
    formula = {} if settings.bm25 == USUAL else {"bm25": plain(settings.bm25)}
    confidence = {"confidence": plain(settings.confidence)}
    return {"analyser": analyser.identity(settings.analyser), **confidence, **formula}


def manifest_keys(resources: Resources, settings: Pipeline) -> dict[str, Any]:
    """The keys and digests of everything that a run was made from, for its manifest, together with the
    `question_digests`."""
    return {
        "run_key": answer_key(resources, settings),
        "collection_key": resources.index.key(settings),
        "collection_ingredients": resources.index.ingredients(settings),
        "reranker": resources.index.reranker_identity(settings),
        "corpus_digest": resources.documents.corpus(settings.parser).digest,
        "summaries_digest": resources.summaries.of(settings).digest,
        "annotations_digest": resources.annotations.of(settings).digest,
        "models": [vars(identity) for identity in resources.models.identities(settings)],
    }


def question_digests(questions: Sequence[Question]) -> dict[str, str]:
    """The digests of the whole gold records, and of what the pipeline sees of them."""
    return {
        "questions_digest": digest([question.stated() for question in questions]),
        "question_keys_digest": digest([question_key(question.asked()) for question in questions]),
    }


def unanswered(
    point: Point, questions: Sequence[Question], journal: Journal, again: bool = False
) -> dict[Key, Question]:
    """What is not in the journal, or with `again` everything."""
    keyed = {question_key(question.asked()): question for question in questions}
    return {
        (key, sample): question
        for sample in point.config.samples
        for key, question in keyed.items()
        if again or not journal.finished((key, sample), point.config.retry_failed)
    }


def said(record: Mapping[str, Any]) -> str:
    """The words of an answer, given as its record, as the user reads them: without marks of sources."""
    texts = (record["text"], ", ".join(record["items"]), record["value"], record["clarification"])
    return next((words for text in texts if (words := MARKS.sub("", text).strip())), NOTHING_SAID)


@dataclass(frozen=True)
class AsAsked:
    """The questions as a variation asks them. `answers` are those so far; with `own`, the turns before a question have
    them, of the same sample, in place of the gold's, as far as these turns are among the questions."""

    questions: Sequence[Question]
    answers: Mapping[Key, Entry]
    own: bool = False

    @cached_property
    def _by_id(self) -> dict[str, Question]:
        return {question.id: question for question in self.questions}

    def asked(self, question: Question, sample: int) -> AskedQuestion | None:
        """None where a turn before it is not answered."""
        chain = [question]
        while self.own and (earlier := self._by_id.get(chain[-1].after)):
            chain.append(earlier)
        asked = chain[-1].asked()
        for earlier, later in pairwise(reversed(chain)):
            if (entry := self.answers.get((question_key(asked), sample))) is None:
                return None
            turn = Exchange(earlier.question, said(entry.record))
            asked = replace(later.asked(), turns=(*asked.turns, turn, *turns_since(later, earlier)))
        return asked

    def key(self, question: Question, sample: int) -> Key | None:
        """None where a turn before it is not answered."""
        asked = self.asked(question, sample)
        return (question_key(asked), sample) if asked else None

    def with_gold_before(self) -> list[str]:
        """The ids of the questions whose turn before is not asked, so that it has the gold's answer."""
        return [one.id for one in self.questions if self.own and one.after and one.after not in self._by_id]
