"""Detectors of orders to a model, one a file: each is a Detector (extensions/guarded/agents/detector.py)."""
