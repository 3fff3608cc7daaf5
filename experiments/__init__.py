"""The harness: compose configurations, run them over gold questions, score, track, and show."""
