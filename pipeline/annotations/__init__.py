"""What is known of each document: its bucket, and the values of its bucket's schema (seed 004, sections 1 and 8)."""
