"""The harness: configurations, datasets on disk, the loop over questions, results, and the commands about them."""
