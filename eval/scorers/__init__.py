"""One metric a file, named by the file. Each has `score(question, answer, ...)` with a result in [0, 1], or
None where the metric does not apply to the question; None is left out of means.
"""
