"""What a judge is calibrated on: answers that people have judged."""
