"""What a question asks about the fields of documents: constraints, a computation, and the rest for a text search."""
