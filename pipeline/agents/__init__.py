"""One agent a file."""
