"""Backends, one a file: each is an LLM (pipeline/llm/backend.py)."""
