"""Chunkers, one a file: each is a Chunker (pipeline/index/chunker.py)."""
