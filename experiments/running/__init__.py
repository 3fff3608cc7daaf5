"""Every point of a grid over the gold questions: what they share is made once, and every answer is kept."""
