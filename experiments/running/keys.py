"""The keys of a run. docs/design.md, "Identity", states what each key covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ragatta.experiments.running.prepare import Preparation
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.identity import code_digest, digest, question_key
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.settings.checks import plain
from ragatta.pipeline.types import Question

WITHOUT_EFFECT = (  # of llm.*, on an answer
    "base_url", "replicas", "api_key_env", "timeout_s", "patience_s", "cache", "price_in", "price_out", "models", "rpm",
    "tpm",
)  # fmt: skip


def answer_key(prepared: Preparation, settings: Pipeline) -> str:
    """The run key: a hash of everything that can change an answer, code included, and nothing else. Raises
    ModelUnavailable."""
    models = prepared.models.identities(settings)  # first: a model that is not there is said before any PDF is read
    replaced = settings.replaced(*settings.modules())
    return digest(
        {
            "collection": prepared.index.key(settings),
            "code": code_digest(*settings.modules()),
            "query_prefix": settings.embedder.query_prefix,  # its files and limits are in the collection
            **({"analyser": analyser.identity(settings.analyser)} if settings.architecture.searches() else {}),
            "reranker": prepared.index.reranker_identity(settings),
            "architecture": settings.architecture.identity,  # with the techniques that it is handed
            "llm": {key: value for key, value in plain(settings.llm).items() if key not in WITHOUT_EFFECT},
            # A server restarted with another context window would otherwise be taken for the same.
            "context_tokens": prepared.models.context_tokens(settings),
            "models": [[m.provider, m.name, m.digest] for m in models],
            "summaries": prepared.summaries.of(settings).digest,
            "annotations": prepared.annotations.of(settings).digest,
            **({"prompts": replaced} if replaced else {}),
        }
    )


def manifest_keys(prepared: Preparation, settings: Pipeline) -> dict[str, Any]:
    """The keys and digests of everything that a run was made from, for its manifest, together with the
    `question_digests`."""
    return {
        "run_key": answer_key(prepared, settings),
        "collection_key": prepared.index.key(settings),
        "collection_ingredients": prepared.index.ingredients(settings),
        "reranker": prepared.index.reranker_identity(settings),
        "corpus_digest": prepared.documents.corpus(settings.parser).digest,
        "summaries_digest": prepared.summaries.of(settings).digest,
        "annotations_digest": prepared.annotations.of(settings).digest,
        "models": [vars(identity) for identity in prepared.models.identities(settings)],
    }


def question_digests(questions: Sequence[Question]) -> dict[str, str]:
    """The digests of the whole gold records, and of what the pipeline sees of them."""
    return {
        "questions_digest": digest([asdict(question) for question in questions]),
        "question_keys_digest": digest([question_key(question.asked()) for question in questions]),
    }
