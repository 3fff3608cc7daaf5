"""One provider a file, each with `connect(settings: LLM) -> Backend`; ASKS_A_MODEL: whether its replies are recorded
and replayed, or are made anew each time, by rule; and CALLS_TOOLS: whether any of its models can hold a conversation
with tools."""
