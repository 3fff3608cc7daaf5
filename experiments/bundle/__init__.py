"""A run in one file that another machine can replay: configuration, answers and model replies."""

from ragatta.experiments.bundle.settle import ImportedBundle, import_bundle

__all__ = ["ImportedBundle", "import_bundle"]
