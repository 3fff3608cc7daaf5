"""Checks the citations of a written answer, and finds the sentences that support it."""
