"""What a command is told: a grid of configurations, composed and checked, written down, kept and traced back."""
