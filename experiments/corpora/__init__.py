"""Datasets on disk: documents, questions, generator or importer, manifest, passwords."""
