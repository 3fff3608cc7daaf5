"""What is on record: the answers of each run, how far judges agree with people, and where both are kept."""
