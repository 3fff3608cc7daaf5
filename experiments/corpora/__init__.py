"""A dataset on disk: its documents, its questions, its program, what its manifest lists, its passwords."""
