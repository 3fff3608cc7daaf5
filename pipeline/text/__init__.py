"""Reads text: words, numbers with their units, dates, mentions. docs/design.md ("Who reads numbers") says which module
reads which numbers."""
