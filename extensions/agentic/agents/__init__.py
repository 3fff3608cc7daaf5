"""The agents of the architecture agentic, one per file."""
