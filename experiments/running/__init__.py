"""Runs every point of a grid over the gold questions: shared parts are made once, and every answer is kept."""
