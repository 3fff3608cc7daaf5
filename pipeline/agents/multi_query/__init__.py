"""The agents of the architecture multi_query (seed 003), one per file."""
