"""A run in one file that another machine replays: what was configured, answered and said by the model."""

from ragatta.experiments.bundle.settle import ImportedBundle, import_bundle

__all__ = ["ImportedBundle", "import_bundle"]
