"""Parsers, one a file: each is a Parser (pipeline/documents/parser.py)."""
