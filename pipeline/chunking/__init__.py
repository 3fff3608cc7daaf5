"""One strategy a file, each with `spans(...)`; see pipeline/chunks.py."""
