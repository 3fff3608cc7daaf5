"""Reads back, compares and shows the results of sweeps: in the terminal, in tables, between runs."""
