"""Oracles: what an answer would be if one stage were perfect.

The toolbox of a question is wrapped, so that a stage gets from the gold record what it should have found by itself;
nothing of an architecture knows of it.
"""
