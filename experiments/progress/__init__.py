"""What is shown while long work runs: bars, the status line, what is waited for."""
