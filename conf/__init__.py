"""Choices that set several keys, one YAML file each, and the schema of all keys (schema.py)."""
