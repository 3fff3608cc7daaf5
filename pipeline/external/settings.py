"""Settings of a system outside as a contestant: what it is sent, and where in its reply the answer and passages are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.settings.agent import Agent

# Where services, LangChain, LlamaIndex and Haystack say what they say, and files of RAGAS, DeepEval, LangSmith,
# promptfoo and AutoRAG; the first counts that the reply has. `context` is late: DeepEval writes the gold's there.
COMMON: Mapping[str, Sequence[str]] = {
    "answer": (
        "answer", "result", "response", "output", "text", "content", "answer_builder.answers[0].data",
        "llm.replies[0]", "generator.replies[0]", "actual_output", "actualOutput", "outputs", "generated_texts",
    ),
    "passages": (
        "passages", "retrieved_contexts", "retrieval_context", "retrievalContext", "retrieved_contents",
        "source_documents", "sources", "contexts", "context", "source_nodes[].node",
        "answer_builder.answers[0].documents", "retriever.documents", "documents", "outputs.contexts",
        "outputs.context", "outputs.documents", "outputs.source_documents", "response.metadata.context",
    ),
    "text": ("text", "page_content", "content", "text_resource.text", "passage", "snippet"),
    "file": ("file", "filename", "file_name", "source", "metadata.file_name", "metadata.source", "meta.file_path"),
    "page": ("page", "page_number", "metadata.page_label", "metadata.page_number", "meta.page_number"),
}  # fmt: skip


@dataclass(frozen=True)
class External(Agent):
    """Of the architectures http, python and predictions. Where things are in the reply is said by
    JMESPath expressions; an empty one stands for the usual places, COMMON."""

    request: Any = "{question}"  # what is sent; {question} and {documents} (the question's scope) are filled in;
    # empty, as for architecture=http: {question: "{question}"}
    answer: str = ""  # a text, a number, yes or no, or a list of texts
    status: str = ""  # answered, no_information, refused or clarify; empty: as the words of the answer say
    passages: str = ""  # what the answer was written from: texts, or objects
    citations: str = ""  # likewise; empty: all passages are cited
    text: str = ""  # of a passage that is an object
    file: str = ""
    page: str = ""
    pages_from_zero: bool = False  # whether the system numbers pages from 0

    def expressions(self, name: str) -> Sequence[str]:
        """Where one of these things is looked for, in their order."""
        own = getattr(self, name)
        return (own,) if own else COMMON.get(name, ())

    def problems(self, key: str) -> list[str]:
        """As Settings says."""
        import jmespath

        found = super().problems(key)
        for name in (*COMMON, "status", "citations"):
            for expression in self.expressions(name):
                try:
                    jmespath.compile(expression)
                except jmespath.exceptions.JMESPathError as fault:
                    said = str(fault).splitlines()[0]
                    found.append(f"{key}.{name} ({expression}) must be a JMESPath expression: {said}")
        return found
