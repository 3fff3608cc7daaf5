"""What a sweep left, read back, compared and shown: in the terminal, in tables, between runs."""
