"""The decision of the regression gate."""
