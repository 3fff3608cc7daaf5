"""A sweep from its words to its table: what is announced before it, Hydra and its launchers, and jobs elsewhere."""
