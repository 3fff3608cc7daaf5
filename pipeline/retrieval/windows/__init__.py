"""Windows, one a file: each is a Window (pipeline/retrieval/window.py)."""
