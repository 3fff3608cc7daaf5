"""Adds gold questions: drafts them from flags or in a dialogue, finds their evidence, and writes them to their file."""
