"""Binds values that steps find, computes with them in decimals, rounds, and writes the result with its citations."""
