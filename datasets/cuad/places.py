"""On which page of its contract a clause begins, and the words that show it.

A quote is a clause's beginning: as many whole words as fit into the 300 characters of the derived file, up to where the
lawyers left something out. Later words may stand on another page.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cuad.clauses import PagesSaid
from ragatta.eval.matching.evidence import Corpus, locate
from ragatta.pipeline.types import Evidence

LONGEST = 300  # characters of a quote, as the derived file has them
LEFT_OUT = "<omitted>"  # stands in a clause where words between its parts were not marked


class Places:
    """The corpus, and what was said of its pages."""

    def __init__(self, corpus: Corpus, said: PagesSaid) -> None:
        self._corpus, self._said = corpus, said

    def of(self, file: str, category: str, span: str) -> Evidence | None:
        """Where the clause begins: on the page that is said, else on the first page that holds it, else on a pair of
        pages, the said one's first. None where it stands nowhere as read."""
        words, last = beginning(span), len(self._corpus[file])
        said = self._said.get((file, category), {}).get(span[:LONGEST], 0)
        pages = [(page,) for page in range(1, last + 1)]
        pairs = list(pairwise(range(1, last + 1)))
        for numbers in [*_said_first(pages, said), *_said_first(pairs, said)] if words else []:
            found = Evidence(file, numbers, words)
            if locate(found, (words,), self._corpus)[words]:
                return found
        return None


def _said_first(places: Sequence[tuple[int, ...]], said: int) -> list[tuple[int, ...]]:
    return sorted(places, key=lambda pages: pages[0] != said)


def beginning(span: str) -> str:
    """The quote of a clause; empty where nothing stands before what was left out."""
    shown = span.split(LEFT_OUT, 1)[0]
    cut = shown[:LONGEST]
    inside_a_word = len(shown) > LONGEST and not (cut[-1].isspace() or shown[LONGEST].isspace())
    return (cut.rsplit(None, 1)[0] if inside_a_word else cut).strip()
