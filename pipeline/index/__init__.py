"""Page → chunks → vectors → collection."""
