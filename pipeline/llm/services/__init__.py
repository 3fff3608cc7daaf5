"""Systems outside in a model's place: backends (pipeline/llm/backend.py) whose request and reply are JSON of a form of
their own. An architecture holds each; no configuration chooses one by name."""
