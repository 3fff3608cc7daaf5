"""Settings of the pipeline, one dataclass a choice, with its default. They are handed in, never read from the depths.

`problems()` returns what is wrong with a setting, each with its fix, so that all faults of a configuration are reported
at once and before any work.
"""
