"""Decides whether an answer's citations are wrong: none of the cited places contains the gold evidence, the same words
or the same table row."""

from __future__ import annotations

from ragatta.eval.final import expected_items
from ragatta.eval.matching.evidence import (
    Corpus,
    document,
    gold_pages,
    is_statement,
    locate,
    statements,
    touched,
    worded,
)
from ragatta.eval.matching.rows import has_printed_row, printed_row
from ragatta.pipeline.types import Answer, Evidence, Question


def wrongly_cited(question: Question, answer: Answer, pages: Corpus) -> bool:
    """They are not wrong if the question has no evidence, if the answer cites nothing, or if it cites the same text
    elsewhere: a filing and its mark-up share sentences and tables."""
    gold = gold_pages(question)
    if not gold or not answer.citations or touched(gold, answer.citations):
        return False
    return not _cites_the_same(question, answer, pages)


def _cites_the_same(question: Question, answer: Answer, pages: Corpus) -> bool:
    """Whether the cited pages of one document contain a statement or a row of the evidence, or a whole list that is as
    long as a statement."""
    cited: dict[str, set[int]] = {}
    for citation in answer.citations:
        cited.setdefault(citation.source_file, set()).update(range(citation.first_page, citation.last_page + 1))
    on = [Evidence(file, tuple(sorted(numbers))) for file, numbers in cited.items()]
    if items := expected_items(question):
        found = (locate(evidence, items, pages, question.also_accepted) for evidence in on)
        return is_statement(*items) and any(all(places.values()) for places in found)
    if any(locate(evidence, (quote,), pages)[quote] for evidence in on for quote in statements(question)):
        return True
    rows = [row for evidence in worded(question) for row in _rows(evidence, pages)]
    return any(
        has_printed_row(page.text, row)
        for each in on
        for page in pages.get(each.file, ())
        if page.number in each.pages
        for row in rows
    )


def _rows(evidence: Evidence, pages: Corpus) -> list[str]:
    """The table rows that contain the evidence, as printed; none for a statement."""
    if is_statement(evidence.quote):
        return []
    phrase = evidence.quote or evidence.value
    places = locate(evidence, (phrase,), pages)[phrase]
    text = document(pages[evidence.file]).text if places else ""
    return [text[slice(*printed_row(text, start, end))] for _, start, end in places]
