"""Reads what an answer states from the text of chat models: Markdown, JSON, LaTeX, prose with citations and sums."""
