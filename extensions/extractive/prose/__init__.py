"""Reads prose: the lines of the passages, and answers as lists, sentences, rules and figures."""
