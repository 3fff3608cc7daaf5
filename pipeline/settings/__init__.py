"""Settings of the pipeline, one dataclass per choice, with defaults. They are passed in as arguments; no code reads
them from a global.

`problems()` returns what is wrong with a setting, each with its fix, so that all faults of a configuration are reported
together, before any work.
"""
