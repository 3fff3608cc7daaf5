"""What the variations of a sweep share, each part made at first use; and the answers that are kept."""
