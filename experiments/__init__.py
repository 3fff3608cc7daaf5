"""The harness: each file is a command of make, or shared by all commands (paths, faults, progress, jsonl, counting).

The rooms: composing/ configurations, corpora/ on disk, running/ them over gold questions, tracking/ in MLflow, showing/
the results; reporting/, gate/, bundle/ and adding/ belong to one command each.
"""
