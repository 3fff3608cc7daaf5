"""Chooses the documents that a question is about, by summaries, titles or its own scope."""
