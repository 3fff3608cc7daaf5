"""The seam to models: `ask(prompt) -> reply` (ask.py), templates of prompts, records and replays of calls, limits,
and the backends."""
