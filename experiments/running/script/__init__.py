"""What llm=scripted replies to each task."""
