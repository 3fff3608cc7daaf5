"""On which page of its contract a clause begins, and the words that show it.

A quote is a clause's beginning: as many whole words as fit into the 300 characters of the derived file, up to where the
lawyers left something out. Later words may stand on another page.
"""

from __future__ import annotations

from cuad.clauses import PagesSaid
from eval.evidence import Corpus, locate
from pipeline.types import Evidence

LONGEST = 300  # characters of a quote, as the derived file has them
LEFT_OUT = "<omitted>"  # stands in a clause where words between its parts were not marked


class Places:
    """The corpus, and what was said of its pages."""

    def __init__(self, corpus: Corpus, said: PagesSaid) -> None:
        self._corpus, self._said = corpus, said

    def of(self, file: str, category: str, span: str) -> Evidence | None:
        """Where the clause begins: on the page that is said, on that and the next, else on the first page or pair of
        pages that hold it. None where it stands nowhere as read."""
        words = beginning(span)
        last = len(self._corpus[file])
        said = self._said.get((file, category), {}).get(span[:LONGEST])
        first = [said] if said else []
        for page in [*first, *range(1, last + 1)]:
            for pages in ((page,), (page, page + 1)):
                found = Evidence(file, tuple(n for n in pages if n <= last), words)
                if words and locate(found, (words,), self._corpus)[words]:
                    return found
        return None


def beginning(span: str) -> str:
    """The quote of a clause; empty where nothing stands before what was left out."""
    shown = span.split(LEFT_OUT, 1)[0]
    cut = shown[:LONGEST]
    return (cut.rsplit(None, 1)[0] if len(shown) > LONGEST and not shown[LONGEST].isspace() else cut).strip()
