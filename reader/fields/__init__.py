"""What a question asks of the fields of documents: constraints, a computation, and what is left for their text."""
