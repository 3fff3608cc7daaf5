"""What a model can be asked: a type of inputs and a type of reply per task, one file per family of tasks. Agents
(pipeline/agents/) and backends share only these types.
"""
