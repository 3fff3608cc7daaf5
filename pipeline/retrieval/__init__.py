"""One technique a file."""
