"""One chunking strategy a file; each follows the protocol `Chunker` (pipeline/index/chunker.py)."""
