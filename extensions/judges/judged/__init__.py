"""What a model judges of an answer and its passages beside right or wrong: one file a question."""
