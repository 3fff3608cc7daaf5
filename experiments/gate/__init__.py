"""The parts of the regression gate around its decision (eval/gate.py): the file, the measuring, the reports."""
