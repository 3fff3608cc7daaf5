"""llm=scripted: replies made from the gold answers, in place of a model."""
