"""What a model can be asked: per task one type of inputs and one type of reply, a file a family of tasks.

Agents (pipeline/agents/) and backends meet here and know nothing else of each other.
"""
