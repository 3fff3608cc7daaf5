"""Finds texts, numbers and evidence in texts, whatever their notation or language."""
