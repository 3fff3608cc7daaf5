"""Which gold questions belong together."""

from __future__ import annotations

from dataclasses import replace

from ragatta.eval.clusters import clusters, problem
from ragatta.pipeline.types import Evidence, Exchange, Question


def question(id_: str, *files: str, documents: tuple[str, ...] = (), tags: tuple[str, ...] = ()) -> Question:
    evidence = tuple(Evidence(file, (1,), "quote") for file in files)
    return Question(id_, "?", "number", "1", evidence=evidence, documents=documents, tags=tags)


def test_by_the_document_with_most_evidence() -> None:
    asked = [
        question("a", "x.pdf", "y.pdf", "y.pdf"),
        question("b", "y.pdf", "x.pdf"),
        question("c", documents=("z.pdf", "y.pdf")),
        question("d"),
    ]
    assert clusters(asked) == {"a": "y.pdf", "b": "x.pdf", "c": "z.pdf"}
    assert clusters(asked, "question") == {}


def test_by_a_tag() -> None:
    asked = [question("a", tags=("easy", "author:ada")), question("b", tags=("author:bob",)), question("c")]
    assert clusters(asked, "tag:author:") == {"a": "author:ada", "b": "author:bob"}


def test_a_way_that_is_none() -> None:
    assert problem("document") == problem("question") == problem("tag:author") == ""
    assert "unknown 'documents'; use document, question, or tag:" in problem("documents")
    assert problem("tag:")


def test_turns_of_a_conversation_are_together_with_all_that_share_their_documents() -> None:
    opening, other = Exchange("Who owns it?", "The club."), Exchange("And the pier?", "The town.")
    asked = [
        replace(question("first", "x.pdf"), question="Who owns it?", expected="The club."),
        replace(question("third", "y.pdf"), turns=(opening, other)),  # the second is not among them
        question("alone", "y.pdf"),
        question("apart", "z.pdf"),
        replace(question("unanswerable"), turns=(opening, other, other)),
        replace(question("nowhere"), turns=(other,)),
        question("none"),
    ]
    of_x = dict.fromkeys(("first", "third", "alone", "unanswerable"), "x.pdf")
    assert clusters(asked) == {**of_x, "apart": "z.pdf", "nowhere": "And the pier? → The town."}
    assert clusters(asked, "question") == {}


def test_the_same_words_without_turns_join_nothing() -> None:
    asked = [question("a", "x.pdf"), question("b", "y.pdf")]
    assert clusters(asked) == {"a": "x.pdf", "b": "y.pdf"}
