"""Calculations that a question asks for: the operands in its own words, and their expression."""
