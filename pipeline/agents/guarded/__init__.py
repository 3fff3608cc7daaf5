"""The agents of the architecture guarded (seed 002), one per file."""
