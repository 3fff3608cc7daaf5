"""A query engine as LlamaIndex's tutorials make one; `engine.query(question)`."""

from __future__ import annotations

from typing import Any

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.node_parser import SentenceSplitter
from scripted import pages, reply, vector


class Words(BaseEmbedding):
    def _get_text_embedding(self, text: str) -> list[float]:
        return vector(text)

    def _get_query_embedding(self, query: str) -> list[float]:
        return vector(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return vector(query)


class Scripted(CustomLLM):
    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=32_000, num_output=500)

    def complete(self, prompt: str, *_: Any, **__: Any) -> CompletionResponse:
        return CompletionResponse(text=reply(prompt))

    def stream_complete(self, prompt: str, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


loaded = [
    Document(
        id_=f"{page['file']} {page['number']}",
        text=page["text"],
        metadata={"file_name": page["file"], "page_label": str(page["number"])},
    )
    for page in pages()
]
# Nodes of equal score are ordered by their ids, which are random unless they are named.
splitter = SentenceSplitter(chunk_size=256, chunk_overlap=40, id_func=lambda at, document: f"{document.id_} {at}")
index = VectorStoreIndex.from_documents(loaded, embed_model=Words(), transformations=[splitter])
engine = index.as_query_engine(llm=Scripted(), similarity_top_k=5)
