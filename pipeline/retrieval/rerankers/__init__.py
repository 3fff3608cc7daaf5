"""Rerankers, one a file: each is a Reranker (pipeline/retrieval/reranker.py)."""
