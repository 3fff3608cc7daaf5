"""One provider a file, each with `connect(settings: LLM) -> Backend`, and ASKS_A_MODEL: whether its replies are
recorded and replayed, or are made anew each time, by rule."""
