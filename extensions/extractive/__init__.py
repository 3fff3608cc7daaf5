"""The rules of the `extractive` backend: deterministic, general English and layout only.

Each file here is the rule of one task of `pipeline/tasks/`. Rooms, each importing only those before it: question/, then
calculations/ and fields/ (what the question asks for), then prose/ and tables/ (reading the passages).
"""
