"""Gold questions, and the scores of answers to them. Imported as `from eval.x import y`."""
