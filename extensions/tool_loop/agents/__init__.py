"""The agents of the architecture tool_loop, one per file."""
