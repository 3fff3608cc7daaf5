"""Reads tables, in raw text or as rows with column names, and looks up their cells."""
