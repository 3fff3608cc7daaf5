"""Runs the steps of a plan, and the searches that a model asks for as tools."""
