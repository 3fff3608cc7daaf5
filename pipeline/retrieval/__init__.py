"""A query → hits: searches, their fusion, queries that a model prepares, rerankers and windows, a technique a file."""
