"""Ways to prepare a query, one a file: each is a Queries (pipeline/retrieval/query_preparation.py)."""
