"""Searches, one a file: each is a Search (pipeline/retrieval/search.py)."""
