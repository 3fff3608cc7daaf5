"""One provider a file; each follows the protocol `BackendModule` (pipeline/llm/seam.py)."""
