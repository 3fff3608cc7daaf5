"""The agents of the architecture agentic (seed 004), one per file."""
