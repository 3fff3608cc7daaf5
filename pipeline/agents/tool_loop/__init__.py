"""The agents of the architecture tool_loop (seed 004, section 5), one per file."""
