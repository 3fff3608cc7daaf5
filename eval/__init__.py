"""Gold questions and what measures an answer against them. Imported as `from eval.x import y`."""
