"""The turns before a question, as a gold file writes them once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.gold.conversations import again, as_written, continued, exchange_of, linked, said_up_to, threaded
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.pipeline.types import Exchange, Question

FEES = """
- {id: fee_1, question: What is the storage fee per season?, kind: text, expected: $25}
- id: fee_2
  after: fee_1
  question: And in 2022?
  standalone: What was the storage fee per season in 2022?
  dependence: ellipsis
  kind: text
  expected: $22
- {id: fee_3, after: fee_2, question: Which boats pay it?, kind: list, expected: [canoes, rowing boats]}
- {id: fee_4, after: fee_3, question: Who sets it?, kind: unanswerable}
- {id: fee_5, after: fee_4, question: And who collects it?, kind: text, expected: the warden}
"""
SAID = """
- id: said_1
  turns:
  - {user: Who owns the shed?, assistant: The boat club.}
  question: Since when?
  kind: text
  expected: '1954'
- id: said_2
  after: said_1
  turns: [{user: Thanks., assistant: You are welcome.}]
  question: And the pier?
  kind: text
  expected: '1961'
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "questions.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def faults(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(GoldError) as found:
        load_questions(written(tmp_path, text))
    return [fault.removeprefix(f"{tmp_path}/") for fault in found.value.faults]


def test_a_later_turn_has_the_earlier_ones_with_their_gold_answers(tmp_path: Path) -> None:
    turns = {one.id: one.turns for one in load_questions(written(tmp_path, FEES))}
    assert turns["fee_1"] == ()
    assert turns["fee_5"] == (
        Exchange("What is the storage fee per season?", "$25"),
        Exchange("And in 2022?", "$22"),
        Exchange("Which boats pay it?", "canoes, rowing boats"),
        Exchange("Who sets it?", "The documents do not say."),
    )
    assert turns["fee_2"] == turns["fee_5"][:1], "a turn does not hold those after it"


def test_what_a_turn_says_of_itself(tmp_path: Path) -> None:
    second = load_questions(written(tmp_path, FEES))[1]
    assert (second.after, second.dependence) == ("fee_1", "ellipsis")
    assert second.standalone == "What was the storage fee per season in 2022?"
    assert second.asked().turns == second.turns


def test_turns_that_are_not_scored_stand_after_the_scored_ones(tmp_path: Path) -> None:
    first, second = load_questions(written(tmp_path, SAID))
    assert first.turns == (Exchange("Who owns the shed?", "The boat club."),)
    assert second.turns == (*first.turns, Exchange("Since when?", "1954"), Exchange("Thanks.", "You are welcome."))


def test_the_order_of_the_file_does_not_matter(tmp_path: Path) -> None:
    lines = "\n".join(f"- {one}" for one in reversed(FEES.strip().removeprefix("- ").split("\n- ")))
    found = {one.id: one for one in load_questions(written(tmp_path, lines))}
    assert found == {one.id: one for one in load_questions(written(tmp_path, FEES))}


def test_a_turn_may_stand_in_the_file_of_added_questions(tmp_path: Path) -> None:
    added = tmp_path / "added.yaml"
    added.write_text("- {id: more, after: fee_1, question: And a week?, kind: text, expected: $2}")
    found = load_questions(written(tmp_path, FEES), added=added)
    assert found[-1].turns == (Exchange("What is the storage fee per season?", "$25"),)


def test_faults_name_the_turn_and_the_fix(tmp_path: Path) -> None:
    one = "- {id: fee_1, question: What is the fee?, kind: text, expected: $25, after: %s}\n"
    two = "- {id: fee_2, question: And in 2022?, kind: text, expected: $22, after: fee_1}\n"
    at = "questions.yaml, line"
    assert faults(tmp_path, one % "fee_2x" + two) == [
        f"{at} 1, fee_1, after: no question 'fee_2x'; did you mean fee_2?"
    ]
    assert faults(tmp_path, one % "fee_1") == [f"{at} 1, fee_1, after: comes after itself; name an earlier turn"]
    assert faults(tmp_path, one % "fee_2" + two) == [
        f"{at} 1, fee_1, after: comes after itself, by fee_2; name an earlier turn",
        f"{at} 2, fee_2, after: comes after itself, by fee_1; name an earlier turn",
    ]
    said = "{turns: [{user: Who owns it?}, {said: Hm}], after: [x]}"
    half = f"- {{id: a, question: 'Since when?', kind: text, expected: '1954', {said[1:]}"
    assert faults(tmp_path, half) == [
        f"{at} 1, a, turns[1].assistant: missing; write what was said, as one text",
        f"{at} 1, a, turns[2].said: unknown field; known: user, assistant",
        f"{at} 1, a, turns[2].user: missing; write what was said, as one text",
        f"{at} 1, a, turns[2].assistant: missing; write what was said, as one text",
        f"{at} 1, a, after: must be one text",
    ]


def test_a_turn_after_an_unreadable_question_has_no_fault_of_its_own(tmp_path: Path) -> None:
    text = "- {id: a, question: Who?, kind: text}\n- {id: b, after: a, question: Since when?, kind: unanswerable}"
    assert len(faults(tmp_path, text)) == 1


def test_turns_with_speakers_are_a_chat_log_and_no_gold(tmp_path: Path) -> None:
    (file := tmp_path / "chat.jsonl").write_text(
        '{"id": "a", "question": "Who?", "expected": "Ann", "turns": [{"role": "user", "content": "Hi"}]}'
    )
    assert load_questions(file)[0].turns == (), "of other tools that is read which gold questions have in common"
    file.write_text(
        '{"id": "a", "question": "Who?", "expected": "Ann", "turns": [{"user": "Hi", "assistant": "Yes?"}]}'
    )
    assert load_questions(file)[0].turns == (Exchange("Hi", "Yes?"),)


def test_what_is_read_can_be_written_again_with_or_without_the_earlier_turns(tmp_path: Path) -> None:
    first, second = load_questions(written(tmp_path, SAID))
    assert as_written(second, {"said_1": first}).turns == (Exchange("Thanks.", "You are welcome."),)
    alone = as_written(second, {})
    assert (alone.turns, alone.after) == (second.turns, ""), "all turns are its own"


def test_a_new_question_comes_after_the_one_whose_turn_it_has() -> None:
    first = Question("A", "How long?", "number", "45 minutes")
    thanks, there = Exchange("Thanks.", "You are welcome."), {said_up_to(first): "A"}
    turns = (exchange_of(first), thanks)
    assert linked(Question("B", "And peas?", "number", "30", turns=turns), there).after == "A"
    assert linked(Question("B", "And peas?", "number", "30", turns=(thanks, *turns)), there).after == ""
    assert linked(Question("B", "And peas?", "number", "30"), there).after == ""
    assert linked(Question("B", "And peas?", "number", "30", turns=turns, after="C"), there).after == "C"


def test_what_was_said_to_a_turn_without_an_answer_is_what_the_gold_says() -> None:
    first = Question("A", "And in 2050?", "unanswerable")
    turns = (Exchange("And in 2050?", "I do not have that information."), Exchange("And peas?", "30"))
    second = Question("B", "And peas?", "number", "30", turns=turns[:1])
    third = Question("C", "Why?", "text", "so", turns=turns)
    found = threaded([third, second, first])
    assert [found[name].after for name in "ABC"] == ["", "A", "B"]
    assert found["C"].turns == (exchange_of(first), exchange_of(second))


def test_turns_that_are_written_out_come_after_the_scored_ones_among_them(tmp_path: Path) -> None:
    rows = [
        {"Context": [], "Question": "Who owns it?", "Rewrite": "Who owns the shed?", "Answer": "the club"},
        {"Context": ["Who owns it?", "the club"], "Question": "Since when?", "Rewrite": "Why?", "Answer": "1954"},
    ]
    numbered = [{**row, "Conversation_no": 1, "Turn_no": number} for number, row in enumerate(rows, 1)]
    (file := tmp_path / "qrecc.json").write_text(json.dumps(numbered))
    first, second = load_questions(file)
    assert (second.after, second.turns) == (first.id, said_up_to(first))
    numbered[1]["Context"] += ["Who built it?", ""]
    file.write_text(json.dumps(numbered))
    with pytest.raises(GoldError, match="within a conversation of which answers are missing"):
        load_questions(file)


def test_what_is_changed_is_changed_in_later_turns() -> None:
    first = Question("A", "How long?", "number", "45")
    second = continued(Question("B", "And peas?", "number", "30", after="A"), {"A": first})
    third = continued(Question("C", "Why?", "text", "so", after="B"), {"A": first, "B": second})
    other = replace(second, question="And beans?", expected="60")
    found = again([first, second, third], "B", other)
    assert found[:2] == [first, other]
    assert found[2].turns == (Exchange("How long?", "45"), Exchange("And beans?", "60"))
