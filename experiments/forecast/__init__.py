"""What a sweep is about to do, and about how long it takes, from kept answers and earlier runs."""
