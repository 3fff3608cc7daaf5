"""Whether an answer cites places that do not hold its gold evidence, nor the same words or the same row of a table."""

from __future__ import annotations

from ragatta.eval.evidence import Corpus, document, gold_pages, is_statement, locate, statements, touched, worded
from ragatta.eval.final import expected_items
from ragatta.eval.rows import has_printed_row, printed_row
from ragatta.pipeline.types import Answer, Evidence, Question


def wrongly_cited(question: Question, answer: Answer, pages: Corpus) -> bool:
    """Not so where the question has no evidence or the answer cites nothing, nor where it cites the same in another
    place: a filing and its mark-up hold the same sentences and the same tables."""
    gold = gold_pages(question)
    if not gold or not answer.citations or touched(gold, answer.citations):
        return False
    return not _cites_the_same(question, answer, pages)


def _cites_the_same(question: Question, answer: Answer, pages: Corpus) -> bool:
    """Whether the pages that the answer cites of one document hold a statement or a row of the evidence, or a whole
    list whose items together are as long as a statement."""
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
    """The rows that the evidence stands in, as its pages print them; of a statement none."""
    if is_statement(evidence.quote):
        return []
    phrase = evidence.quote or evidence.value
    places = locate(evidence, (phrase,), pages)[phrase]
    text = document(pages[evidence.file]).text if places else ""
    return [text[slice(*printed_row(text, start, end))] for _, start, end in places]
