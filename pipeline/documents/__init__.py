"""File → pages: parsers, formats and OCR in processes with limits, and the outcome of every document."""
