"""Formats of documents beside PDF, one a file: each is a Format (pipeline/documents/format.py)."""
