"""Detectors of orders to a model, one a file: each is a Detector (pipeline/agents/guarded/detector.py)."""
