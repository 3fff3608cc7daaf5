"""The metadata of each document: its bucket, and values for the fields of the bucket's schema."""
