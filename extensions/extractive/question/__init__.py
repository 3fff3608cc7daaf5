"""Reads a question: its answer type, conditions, periods, amounts, and the things that it compares."""
