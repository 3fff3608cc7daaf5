"""The harness: a file here is a command of make, or what all of them use (paths, faults, progress, jsonl).

The rooms: composing/ configurations, the corpora/ they are asked of, running/ them over gold questions, tracking/ them
in MLflow, and showing/ what came of it; reporting/, gate/, bundle/ and adding/ are of one command each.
"""
