"""Gold questions: read from files and from published datasets, checked, and written."""
