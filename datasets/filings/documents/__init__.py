"""The filing's documents, each a function from the facts to a laid-out `Document`."""
