"""The Hydra program of a sweep: its words, the task that Hydra calls, and the part of it that a job runs elsewhere."""
