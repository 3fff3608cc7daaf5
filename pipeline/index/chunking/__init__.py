"""One strategy a file, each with `spans(pages, windows)`: character spans of one document's chunks, in order. `table`,
whose chunks are more than spans, has `pieces` instead (pipeline/index/cutting.py)."""
