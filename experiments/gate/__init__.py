"""The regression gate around its decision (eval/gate.py): the file of recorded results, measuring, reports."""
