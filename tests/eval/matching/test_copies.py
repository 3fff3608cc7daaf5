"""A passage of a copy is the passage that the gold names."""

from __future__ import annotations

from ragatta.eval.matching.copies import copies, named_by_gold
from ragatta.pipeline.types import Answer, Chunk, Citation, Evidence, Question

FILES = {"a.pdf": "1", "a (copy).pdf": "1", "b.pdf": "2", "unread.pdf": "", "lost.pdf": ""}


def chunk(file: str) -> Chunk:
    return Chunk(f"{file}#0", file, 0, "text", 1, 1, 0, 4, 1)


def test_documents_with_the_same_contents_are_copies() -> None:
    assert copies(FILES) == {"a.pdf": "1", "a (copy).pdf": "1"}


def test_passages_and_citations_get_the_name_that_the_gold_has() -> None:
    question = Question("q", "?", "text", "text", evidence=(Evidence("a.pdf", (1,), "text"),))
    cited = Citation("a (copy).pdf", 1, 1, "a (copy).pdf#0", 0.5)
    part = Answer("answered", "text", context=(chunk("a (copy).pdf"),))
    answer = Answer("answered", "text", citations=(cited,), context=(chunk("b.pdf"),), sub_answers=(part,))
    found = named_by_gold(answer, question, copies(FILES))
    assert [one.source_file for one in (*found.citations, *found.context, *found.sub_answers[0].context)] == [
        "a.pdf", "b.pdf", "a.pdf",
    ]  # fmt: skip


def test_a_copy_that_the_gold_names_too_keeps_its_name() -> None:
    both = (Evidence("a.pdf", (1,), "text"), Evidence("a (copy).pdf", (1,), "text"))
    answer = Answer("answered", "text", context=(chunk("a (copy).pdf"), chunk("a.pdf")))
    assert named_by_gold(answer, Question("q", "?", "text", "text", evidence=both), copies(FILES)) == answer


def test_a_question_that_names_neither_changes_nothing() -> None:
    answer = Answer("answered", "text", context=(chunk("a (copy).pdf"),))
    assert named_by_gold(answer, Question("q", "?", "text", "text", documents=("b.pdf",)), copies(FILES)) == answer
