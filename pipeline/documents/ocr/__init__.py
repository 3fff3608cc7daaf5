"""OCR engines, one a file: each is an Ocr (pipeline/documents/ocr_engine.py)."""
