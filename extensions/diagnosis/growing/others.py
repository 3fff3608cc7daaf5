"""The other documents that a corpus grows by, in the order in which they are added.

Documents of the user's own folders and of other datasets are mixed at random with a seed, so that every size has the
same mixture. Where they do not suffice, near copies of the corpus are made: texts with other names and figures
(changing/other_words.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.extensions.diagnosis.changing.derived import documents_of, made
from ragatta.extensions.diagnosis.changing.other_words import OtherWords
from ragatta.pipeline.types import Page

SEED = 7
Documents = dict[Path, Path]  # by their paths below the folder of the corpus


@dataclass(frozen=True)
class Size:
    """A corpus that has grown: its documents, and how many of those that can be read are its own, others and made."""

    times: float
    documents: Documents
    own: int
    others: int
    made: int

    @property
    def read(self) -> int:
        return self.own + self.others + self.made


def sizes(own: Documents, others: Documents, pages: Mapping[str, Sequence[Page]], times: Sequence[float]) -> list[Size]:
    """The corpus at each of these multiples of its documents that can be read, whose `pages` these are; each holds all
    of the smaller ones. `others` are added in their order."""
    found = []
    for each in sorted(times):
        wanted = round(len(pages) * each) - len(pages)
        taken = dict(islice(others.items(), wanted))
        copies = _copies(pages, wanted - len(taken))
        found.append(Size(each, own | taken | copies, len(pages), len(taken), len(copies)))
    return found


def others_of(datasets: Iterable[tuple[str, OpenDataset]]) -> Documents:
    """The documents of these datasets, mixed, below folders of their places in the list and names."""
    found = [
        (Path("extra", f"{number} {name}", place), path)
        for number, (name, one) in enumerate(datasets, 1)
        for place, path in documents_of(one).items()
    ]
    found.sort()
    Random(SEED).shuffle(found)
    return dict(found)


def _copies(pages: Mapping[str, Sequence[Page]], number: int) -> Documents:
    """So many near copies, of one document after the other."""
    found: Documents = {}
    names = sorted(pages)
    for turn in range(math.ceil(number / len(names)) if names else 0):
        for name in names[: number - len(found)]:
            copy = OtherWords(tuple(page.text for page in pages[name]), f"{SEED}:{turn}:{name}")
            file = made(copy.pages())
            place = Path("made", str(turn + 1), f"{copy(Path(name).with_suffix('').as_posix())}.txt")
            found[place if place not in found else place.with_stem(f"{place.stem} {len(found)}")] = file
    return found
