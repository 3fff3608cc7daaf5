"""One provider per file; each follows the protocol `BackendModule` (pipeline/llm/seam.py)."""
