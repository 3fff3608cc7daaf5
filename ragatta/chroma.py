"""For programs that query Ragatta's collections with Chroma alone: once this is imported, `query(query_texts=[...])`
embeds the texts as the collection was built."""

from ragatta.pipeline.index.collection.text_queries import RagattaEmbedding

__all__ = ["RagattaEmbedding"]
