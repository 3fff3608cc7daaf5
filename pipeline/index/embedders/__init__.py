"""One embedder a file; each follows the protocol `EmbedderModule` (pipeline/index/embedder.py)."""
