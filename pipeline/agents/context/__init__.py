"""Fits what the answering agent is shown into its budget of tokens, with sources numbered."""
