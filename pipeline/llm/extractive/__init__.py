"""The rules of the `extractive` backend: one deterministic rule a file, general English and layout only."""
