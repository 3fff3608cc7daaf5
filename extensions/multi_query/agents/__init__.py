"""The agents of the architecture multi_query, one per file."""
