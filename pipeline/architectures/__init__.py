"""Architectures, one a file: each is an Architecture (pipeline/architecture.py)."""
