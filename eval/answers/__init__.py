"""What an answer says, read from text as chat models write it: Markdown, JSON, LaTeX, prose with citations and sums."""
