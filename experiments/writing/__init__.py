"""The rows and files that a sweep leaves."""
