"""The rules of the `extractive` backend: deterministic, of general English and layout only.

A file here is the rule of one task of `pipeline/tasks/`. They stand on rooms, each seeing only those to its left:
question/ and, of what it asks, calculations/ and fields/; then prose/ and tables/, which read the passages.
"""
