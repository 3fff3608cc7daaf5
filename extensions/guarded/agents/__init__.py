"""The agents of the architecture guarded, one per file."""
