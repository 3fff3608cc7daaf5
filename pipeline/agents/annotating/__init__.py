"""Reads documents before any question: the values of their fields, and notes on chunks."""
