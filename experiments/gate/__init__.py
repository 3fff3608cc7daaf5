"""The regression gate around its decision (eval/gate/decision.py): the file of recorded results, measuring, reports."""
