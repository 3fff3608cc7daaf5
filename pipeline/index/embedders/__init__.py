"""Embedders, one a file: each is an Embedder (pipeline/index/embedder.py)."""
