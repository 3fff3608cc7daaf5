"""One chunking strategy per file; each follows the protocol `Chunker` (pipeline/index/chunker.py)."""
