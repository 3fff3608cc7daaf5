"""Writes the answer from the context, and says how sure it is and what is missing."""
