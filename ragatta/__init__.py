"""The command `ragatta`: the verbs of the Makefile, for a terminal (`ragatta sweep --llm ollama`) and for make."""
