"""One agent a file, in folders by subject or by architecture. At the top what every agent has: its settings (agent.py),
what it may use for a question (toolbox.py), and where it notes what it decides (trace.py)."""
