"""A run in one file that another machine can replay: configuration, answers and model replies."""

from ragatta.experiments.bundle.importing import ImportedBundle, import_bundle

__all__ = ["ImportedBundle", "import_bundle"]
