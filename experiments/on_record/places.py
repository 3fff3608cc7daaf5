"""Where answers and all that models wrote are kept: at home, or in the folder of an imported bundle.

A bundle's folder, outputs/bundles/<name>/, has the places of a home. What was imported is found there alone, so it
changes no figure but those that name the bundle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import BUNDLES, HOME, RUNS
from ragatta.pipeline.plugins.identity import digest, file_digest, short

LONGEST = 40  # characters of the files' names within a bundle's
NAME = re.compile(r"[A-Za-z0-9_+-]+")
IMPORTED = "imported"  # of a manifest: the answers that could not be scored here, by id, and why
CLAIMED = "claimed_scores.jsonl"  # the scores that a bundle brought; nothing but `ragatta reproduce` reads them


@dataclass(frozen=True)
class Records:
    """The places below `home`, which is that of the bundle of that name; "" is the user's own."""

    home: Path = HOME
    bundle: str = ""

    @property
    def replies(self) -> Path:
        return self.home / ".cache" / "replies.sqlite"

    @property
    def judgements(self) -> Path:
        """Apart from the replies, so that their loss or a bundle of them does not touch a grade."""
        return self.home / ".cache" / "judgements.sqlite"

    @property
    def calibrations(self) -> Path:
        """The folder of how far judges agree with people."""
        return self.home / "outputs" / "calibrations"

    @property
    def annotations(self) -> Path:
        return self.home / ".cache" / "annotations"

    @property
    def summaries(self) -> Path:
        """The folder with a folder per dataset, and the summaries below it."""
        return self.home / "datasets"

    @property
    def noted_collections(self) -> Path:
        """Of collections with notes that a model wrote."""
        return self.home / "collections"

    @property
    def verdicts(self) -> Path:
        """Those of people that a bundle brought, or a run that is repeated; one's own lie beside the questions."""
        return self.home / "outputs" / "verdicts.jsonl"

    def run_folder(self, run_key: str) -> Path:
        """The folder of a run key's answers."""
        return self.home / "outputs" / "runs" / short(run_key)

    def label(self, variation: str) -> str:
        """The variation's label, which names the bundle wherever a figure stands."""
        of = f" (bundle {self.bundle})" if self.bundle else ""
        return variation if variation.endswith(of) else variation + of


OWN = Records()


def runs_folders() -> list[Path]:
    """The folders of recorded runs: those of bundles, then the user's own."""
    return [*sorted(BUNDLES.glob("*/outputs/runs")), RUNS]


def of_bundles(files: Sequence[Path]) -> Records:
    """Those of these bundles together, named by the files and their contents. Raises OSError."""
    stem = re.sub(r"[^A-Za-z0-9_+-]+", "_", "+".join(file.stem for file in files))[:LONGEST].strip("_+-") or "bundle"
    name = f"{stem}-{digest(sorted(map(file_digest, files)))[:8]}"
    return Records(BUNDLES / name, name)


def records_of(folder: Path, manifest: Mapping[str, Any]) -> Records:
    """Those that a run was made from, by its folder and else by its manifest. Raises Fault for a manifest that names no
    bundle's folder."""
    place = folder.resolve()
    below = place.relative_to(BUNDLES).parts if place.is_relative_to(BUNDLES) else ()
    name = below[0] if below else str(manifest.get("bundle", ""))
    if not name:
        return OWN
    if not NAME.fullmatch(name):
        raise Fault(f"{folder / 'manifest.json'}: {name!r} is not the name of a bundle; run the sweep again")
    return Records(BUNDLES / name, name)
