"""What is sent, and what is read from replies of many forms."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragatta.extensions.contestants.alignment.passages import OutsidePassage
from ragatta.extensions.contestants.exchange import External, read_reply, readable, request_of
from ragatta.pipeline.llm.seam import InvalidReply
from ragatta.pipeline.types import AskedQuestion, Exchange

META = {"source": "a.pdf", "page_label": "2"}
HAYSTACK = {"file_path": "a.pdf", "page_number": 2}
ASKED = AskedQuestion('What is "it"?', ("a.pdf", "b.pdf"))


@pytest.mark.parametrize(
    ("template", "sent"),
    [
        ("{question}", 'What is "it"?'),
        ("", {"question": 'What is "it"?'}),
        ({"q": "{question}", "in": "{documents}", "k": 5}, {"q": 'What is "it"?', "in": ["a.pdf", "b.pdf"], "k": 5}),
        ({"deep": [{"text": "Q: {question} ({documents})"}]}, {"deep": [{"text": 'Q: What is "it"? (a.pdf, b.pdf)'}]}),
    ],
)
def test_templates_are_filled_in(template: Any, sent: Any) -> None:
    assert json.loads(request_of(External(request=template), ASKED)) == sent


def test_turns_are_the_messages_of_a_chat() -> None:
    turn = AskedQuestion("Since when?", turns=(Exchange("Who owns it?", "The club."),))
    said = [("user", "Who owns it?"), ("assistant", "The club."), ("user", "Since when?")]
    messages = [{"role": role, "content": words} for role, words in said]
    settings = External(request={"messages": "{messages}", "stream": False})
    assert json.loads(request_of(settings, turn)) == {"messages": messages, "stream": False}
    assert json.loads(request_of(settings, AskedQuestion("Since when?")))["messages"] == messages[-1:]
    assert json.loads(request_of(External(request=""), turn)) == {"question": "Since when?"}


@pytest.mark.parametrize(
    "reply",
    [
        {"answer": "42", "passages": [{"text": "so", "file": "a.pdf", "page": 2}]},
        {"result": "42", "source_documents": [{"page_content": "so", "metadata": META}]},
        {"response": "42", "source_nodes": [{"score": 1, "node": {"text_resource": {"text": "so"}, "metadata": META}}]},
        {"llm": {"replies": ["42"]}, "retriever": {"documents": [{"content": "so", "meta": HAYSTACK}]}},
    ],
    ids=["plain", "langchain", "llamaindex", "haystack"],
)  # fmt: skip
def test_common_systems_need_no_expressions(reply: Any) -> None:
    found = read_reply(External(), json.dumps(reply))
    assert (found.text, found.passages) == ("42", (OutsidePassage("so", "a.pdf", 2),))


@pytest.mark.parametrize(
    "reply",
    [
        {"actual_output": "42", "retrieval_context": ["so"], "context": ["gold"]},
        {"actualOutput": "42", "retrievalContext": ["so"], "context": ["gold"]},
    ],
)
def test_predictions_of_deepeval_are_read_in_either_spelling(reply: Any) -> None:
    found = read_reply(External(), json.dumps(reply))
    assert (found.text, found.passages) == ("42", (OutsidePassage("so"),))


def test_expressions_find_what_is_elsewhere() -> None:
    settings = External(
        answer="out.said",
        passages="ctx[].d",
        citations="refs",
        text="t",
        page="p",
        pages_from_zero=True,
        status="out.kind",
    )
    reply = {"out": {"said": ["a", "b"], "kind": "refused"}, "ctx": [{"d": {"t": "so", "p": 0}}], "refs": ["so"]}
    found = read_reply(settings, json.dumps(reply))
    assert (found.text, found.items, found.status) == ("* a\n* b", ("a", "b"), "refused")
    assert (found.passages, found.cited) == ((OutsidePassage("so", "", 1),), (OutsidePassage("so"),))


@pytest.mark.parametrize(("said", "text"), [(True, "yes"), (7.5, "7.5"), ("a", "a")])
def test_answers_of_any_type(said: Any, text: str) -> None:
    assert read_reply(External(), json.dumps({"answer": said})).text == text
    for whole in (External(), External(answer="@")):
        assert read_reply(whole, json.dumps(said)).text == text
    with pytest.raises(InvalidReply, match="finds no answer"):
        read_reply(External(answer="out.said"), json.dumps(said))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"text": "a", "score": 1}, "a"),
        ({"message": 1, "output": {"result": 7.5}}, "7.5"),
        ([{"type": "text", "text": "a "}, {"type": "output_text", "text": "b"}], "a b"),
        ([{"text": "a"}, None, "b"], "* a\n* \n* b"),
    ],
)
def test_an_answer_inside_an_object_is_found_there(said: Any, text: str) -> None:
    for settings in (External(), External(answer="output")):
        assert read_reply(settings, json.dumps({"output": said})).text == text


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ({"answer": None, "refusal": "I won't."}, ""),
        ({"choices": [{"message": {"content": None, "refusal": "I won't."}}]}, "choices[0].message.content"),
        ({"choices": [{"message": {"content": "", "refusal": "I won't."}}]}, "choices[0].message.content"),
        ({"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "I won't."}]}]}, ""),
    ],
    ids=["plain", "chat", "chat, empty", "responses"],
)
def test_a_refusal_in_a_field_of_its_own_is_an_outcome_in_its_words(reply: Any, answer: str) -> None:
    found = read_reply(External(answer=answer), json.dumps(reply))
    assert (found.text, found.items, found.status) == ("I won't.", (), "refused")


def test_an_answer_beside_a_field_for_refusals_is_the_answer() -> None:
    found = read_reply(External(), json.dumps({"answer": "42", "refusal": "none"}))
    assert (found.text, found.status) == ("42", "")


def test_something_empty_counts_where_nothing_else_has_more() -> None:
    reply = {"passages": [], "source_documents": [{"text": "", "page_content": "so", "file": "", "source": "a.pdf"}]}
    assert read_reply(External(), json.dumps({"answer": "a", **reply})).passages == (OutsidePassage("so", "a.pdf"),)


@pytest.mark.parametrize(
    ("file", "page", "number"),
    [
        ("https://host/in/a%20b.pdf#page=3", None, 3),
        ("a.pdf#zoom=9&page=3", None, 3),
        ("a.pdf#page=3", 5, 5),
        ("C# notes.pdf#page=3&zoom=9", "", 3),
        ("page=3", None, None),
        ("a.pdf#page=3x", None, None),
    ],
)
def test_a_page_in_an_address_is_read(file: str, page: Any, number: int | None) -> None:
    reply = json.dumps({"answer": "a", "passages": [{"file": file, "page": page}]})
    assert read_reply(External(pages_from_zero=True), reply).passages == (
        OutsidePassage("", file, number and number + (page == 5)),
    )


@pytest.mark.parametrize("said", ["NaN", "nan ", "<NA>"])
def test_what_pandas_writes_for_a_missing_answer_is_none(said: str) -> None:
    with pytest.raises(InvalidReply, match="stands for a missing one"):
        read_reply(External(), json.dumps({"answer": said}))


def test_long_answers_and_names_are_bounded() -> None:
    with pytest.raises(InvalidReply, match="has 60000 characters; at most 50000 are read"):
        read_reply(External(), json.dumps({"answer": ["a" * 30_000] * 2}))
    given = {"text": "so", "file": "a/" * 10_000, "page": " " * 100_000}
    (passage,) = read_reply(External(), json.dumps({"answer": "a", "passages": [given]})).passages or ()
    assert (len(passage.file), passage.page) == (4096, None)


@pytest.mark.parametrize(
    ("page", "number"),
    [
        (5, 5), (5.0, 5), ("5", 5), (" p. 5", 5), ("Page 5 of 9", 5), ("S. 5", 5), ("5–6", 5), ("5/9", 5),
        ("iv", None), ("A-5", None), ("", None), (True, None), (float("1e300"), None),
        ([5], 5), (["p. 5", 6], 5), ([[5]], None), ([], None), ([None, 5.0], 5),
    ],
)  # fmt: skip
def test_a_page_is_written_in_many_ways(page: Any, number: int | None) -> None:
    reply = json.dumps({"answer": "a", "passages": [{"text": "so", "page": page}]})
    assert read_reply(External(), reply).passages == (OutsidePassage("so", "", number),)


@pytest.mark.parametrize(
    "said",
    [
        {"pages": [3, 4]}, {"page": ["3", 4.0]}, {"page_numbers": [3, 3, 4]}, {"metadata": {"pages": [3, 4]}},
        {"metadata": {"dl_meta": {"doc_items": [{"prov": [{"page_no": 3}]}, {"prov": [{"page_no": 4}]}]}}},
    ],
)  # fmt: skip
def test_a_passage_without_a_text_stands_for_each_page_that_it_names(said: Any) -> None:
    found = read_reply(External(), json.dumps({"answer": "a", "passages": [{"file": "a.pdf", **said}]}))
    assert found.passages == (OutsidePassage("", "a.pdf", 3), OutsidePassage("", "a.pdf", 4))
    with_text = read_reply(
        External(), json.dumps({"answer": "a", "passages": [{"file": "a.pdf", "text": "so", **said}]})
    )
    assert with_text.passages == (OutsidePassage("so", "a.pdf", 3),)


HERE, THERE = (
    {"id": "p1", "text": "so", "file": "a.pdf", "page": 1},
    {"id": 7, "text": "no", "file": "b.pdf", "page": 2},
)
LONG = "The storage fee is paid in advance."


@pytest.mark.parametrize(
    ("citations", "cited"),
    [
        ([{"file": "b.pdf", "page": 9}], [OutsidePassage("", "b.pdf", 9)]),
        ([{"file": "b.pdf", "pages": [8, 9]}], [OutsidePassage("", "b.pdf", 8), OutsidePassage("", "b.pdf", 9)]),
        ([{"quote": LONG, "document_title": "b.pdf"}], [OutsidePassage(LONG, "b.pdf")]),
        ([LONG], [OutsidePassage(LONG)]),
        ([7], [OutsidePassage("no", "b.pdf", 2)]),
        (["p1"], [OutsidePassage("so", "a.pdf", 1)]),
        ([{"chunk_id": "p1", "text": "a phrase of the answer, not of a document"}], [OutsidePassage("so", "a.pdf", 1)]),
        ([{"start": 0, "end": 4, "document_ids": ["7", "p1"]}], [
            OutsidePassage("so", "a.pdf", 1), OutsidePassage("no", "b.pdf", 2),
        ]),
        ([{"filename": "b.pdf"}], [OutsidePassage("no", "b.pdf", 2)]),
        (["b.pdf"], [OutsidePassage("no", "b.pdf", 2)]),
    ],
)  # fmt: skip
def test_citations_beside_passages_are_read(citations: Any, cited: list[OutsidePassage]) -> None:
    for name in ("citations", "references"):
        reply = {"answer": "a", "passages": [HERE, THERE], name: citations}
        found = read_reply(External(), json.dumps(reply))
        assert (found.cited, found.unread) == (tuple(cited), 0)


@pytest.mark.parametrize("citations", [["[1]"], [3], [{"url": "https://host"}], {"1": "p1"}, "see above", [None, True]])
def test_citations_that_name_nothing_are_counted(citations: Any) -> None:
    found = read_reply(External(), json.dumps({"answer": "a", "passages": [HERE], "citations": citations}))
    assert found.cited is None
    assert found.unread == (2 if citations == [None, True] else 1)


def test_of_citations_those_that_name_something_count_and_the_others_are_counted() -> None:
    found = read_reply(External(), json.dumps({"answer": "a", "passages": [HERE, THERE], "citations": ["p1", "[1]"]}))
    assert (found.cited, found.unread) == ((OutsidePassage("so", "a.pdf", 1),), 1)


@pytest.mark.parametrize("reply", [{"passages": [HERE], "citations": []}, {"citations": [LONG]}, {"passages": [HERE]}])
def test_without_citations_or_passages_nothing_is_said_to_be_cited(reply: Any) -> None:
    found = read_reply(External(), json.dumps({"answer": "a", **reply}))
    assert (found.cited, found.unread) == (None, 0)


def test_a_text_is_passages_with_blank_lines_between_them() -> None:
    found = read_reply(External(), json.dumps({"answer": "a", "context": "one\nof two lines\n \n\ntwo\n"})).passages
    assert [passage.text for passage in found or ()] == ["one\nof two lines", "\ntwo\n"]


def test_no_passages_and_passages_not_told_are_two_things() -> None:
    assert read_reply(External(), '{"answer": "a", "sources": []}').passages == ()
    assert read_reply(External(), '{"answer": "a"}').passages is None


@pytest.mark.parametrize(
    ("settings", "reply", "words"),
    [
        (External(), {"text_": "x"}, "architecture.external.answer finds no answer in the reply, which has: text_"),
        (External(), {"answer": None}, r"finds no answer in the reply, which has: answer \(null\)"),
        (External(status="s"), {"answer": "a", "s": "done"}, "status finds none of answered"),
        (
            External(),
            {"answer": "a", "sources": {"hits": []}},
            "must find a list .* an object, .* hits;",
        ),
        (External(), {"answer": {"sum": 1}}, "answer finds an object, which has: sum; set it to"),
        (External(answer="length(a)"), {"a": 1}, r"architecture.external.answer \(length\(a\)\)"),
    ],
)
def test_a_reply_of_another_form_is_named(settings: External, reply: Any, words: str) -> None:
    with pytest.raises(InvalidReply, match=words):
        read_reply(settings, json.dumps(reply))


@pytest.mark.parametrize("said", ["", " \n", [], ["", " "]])
def test_an_empty_answer_is_none(said: Any) -> None:
    for reply in ({"answer": said}, {"answer": said, "s": "answered"}):
        with pytest.raises(InvalidReply, match="the answer in the reply is empty"):
            read_reply(External(status="s"), json.dumps(reply))
        assert not readable(External(status="s"), json.dumps(reply))
    assert read_reply(External(status="s"), json.dumps({"answer": said, "s": "refused"})).status == "refused"


def test_half_of_a_character_is_no_answer() -> None:
    with pytest.raises(InvalidReply, match="half of a surrogate pair"):
        read_reply(External(), json.dumps({"answer": "75 \ud83d"}))
    assert read_reply(External(), json.dumps({"answer": "75 \U0001f600"})).text == "75 \U0001f600"


def test_a_wrong_expression_is_a_fault_of_the_settings() -> None:
    (problem,) = External(answer="a[").problems("architecture.external")
    assert problem.startswith("architecture.external.answer (a[) must be a JMESPath expression")
    assert not External().problems("")
