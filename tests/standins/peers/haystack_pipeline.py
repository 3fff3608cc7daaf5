"""A pipeline as Haystack's tutorials connect one; `pipeline.run({"retriever": {"query": question}, ...})`."""

from __future__ import annotations

from haystack import Document, Pipeline, component
from haystack.components.builders import AnswerBuilder, PromptBuilder
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.document_stores.in_memory import InMemoryDocumentStore
from scripted import pages, reply

TEMPLATE = "Context:\n{% for document in documents %}{{ document.content }}\n{% endfor %}\nQuestion: {{ question }}"


@component
class Scripted:
    @component.output_types(replies=list[str])
    def run(self, prompt: str) -> dict[str, list[str]]:
        return {"replies": [reply(prompt)]}


store = InMemoryDocumentStore()
store.write_documents(
    [
        Document(content=page["text"], meta={"file_path": page["file"], "page_number": page["number"]})
        for page in pages()
        if page["text"].strip()
    ]
)
pipeline = Pipeline()
pipeline.add_component("retriever", InMemoryBM25Retriever(store, top_k=3))
pipeline.add_component("prompt_builder", PromptBuilder(TEMPLATE, required_variables="*"))
pipeline.add_component("llm", Scripted())
pipeline.add_component("answer_builder", AnswerBuilder())
pipeline.connect("retriever.documents", "prompt_builder.documents")
pipeline.connect("prompt_builder", "llm")
pipeline.connect("llm.replies", "answer_builder.replies")
pipeline.connect("retriever.documents", "answer_builder.documents")
