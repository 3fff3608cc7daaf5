"""Configurations: composes and checks a grid, writes it down, and records where results came from."""
