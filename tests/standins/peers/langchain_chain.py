"""A chain as LangChain's tutorials write one: a splitter, a vector store, a prompt, a model; `chain.invoke(question)`.

Metadata are those of its PyPDFLoader: the path, the page from 0, and the page's label.
"""

from __future__ import annotations

from typing import Any

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import SimpleChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableParallel, RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter
from scripted import pages, reply, vector


class Words(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return vector(text)


class Scripted(SimpleChatModel):
    def _call(self, messages: list[Any], *_: Any, **__: Any) -> str:
        return reply(str(messages[-1].content))

    @property
    def _llm_type(self) -> str:
        return "scripted"


def join(documents: list[Document]) -> str:
    return "\n\n".join(document.page_content for document in documents)


loaded = [
    Document(
        page["text"],
        metadata={"source": f"/data/{page['file']}", "page": page["number"] - 1, "page_label": str(page["number"])},
    )
    for page in pages()
]
split = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200).split_documents(loaded)
retriever = InMemoryVectorStore.from_documents(split, Words()).as_retriever(search_kwargs={"k": 5})
prompt = ChatPromptTemplate.from_template("Context:\n{context}\n\nQuestion: {question}")
write = {"context": lambda found: join(found["context"]), "question": lambda found: found["question"]}
chain = RunnableParallel(context=retriever, question=RunnablePassthrough()).assign(
    answer=write | prompt | Scripted() | StrOutputParser()
)
