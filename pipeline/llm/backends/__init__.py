"""One provider a file, each with `connect(settings: LLM) -> Backend`."""
