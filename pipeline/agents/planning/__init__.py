"""Plans the searches of a question: steps, their names, and those that wait for a value."""
