"""Whether another passage answers the same words: then a question about them has no one answer, or no one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from ragatta.extensions.studio.drafting.reading import Document, Line
from ragatta.pipeline.text.words import terms

TOTALS = frozenset(terms("total totals subtotal"))  # "Total other costs" is "Other costs" elsewhere
LONG = 4  # digits of a figure that hardly stands for two facts


def has_rival(
    name: str, own: Document, page: int, quote: str, others: Iterable[Document], worded: bool = False
) -> bool:
    """Whether a line elsewhere has all words of `name` and a figure: another answer, or another place of this one. A
    line without a figure is read with the next. `quote` is the place of the answer; `others`: the documents that the
    question may be about; `worded`: the answer is no figure, so that any line may have another."""
    numbered = own.figures(name)
    wanted = frozenset(terms(name)) - TOTALS or frozenset(terms(name))
    for document in others:
        for line in _having(wanted, document):
            here = document is own and line.page == page and (line.text in quote or quote in line.text)
            if not here and (worded or line.figures - numbered):
                return True
    return False


def is_printed_again(value: str, names: Iterable[str], own: Document, page: int) -> bool:
    """Whether another page has the figure: most likely the same fact, under a name that the question's words do not
    find. A figure of few digits counts beside a word of `names` alone, since it may be any other's."""
    wanted = own.figures(value)
    near = {term for name in names for term in terms(name) if term.isalpha()} - TOTALS
    long = sum(map(str.isdigit, value)) >= LONG
    others = (line for line in own.lines if line.page != page and wanted <= line.figures)
    return bool(wanted) and any(long or near & line.terms for line in others)


def is_nowhere(name: str, document: Document) -> bool:
    """Whether no page has all words of `name`."""
    wanted = frozenset(terms(name))
    return bool(wanted) and not any(wanted <= own for own in document.page_terms.values())


def _having(wanted: frozenset[str], document: Document) -> Iterator[Line]:
    pages = {page for page, own in document.page_terms.items() if wanted <= own}
    lines = [line for line in document.lines if line.page in pages]
    for line, below in zip_longest(lines, lines[1:]):
        if wanted <= line.terms and (line.figures or below is None or below.page != line.page):
            yield line
        elif not line.figures and below and below.page == line.page and not wanted <= below.terms:
            both = line.terms | below.terms
            if wanted & line.terms and wanted <= both:
                yield Line(line.page, f"{line.text} {below.text}", both, below.figures)
