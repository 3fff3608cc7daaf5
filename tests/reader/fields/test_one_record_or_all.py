"""A record by its identifier and a part of a field's name; a rank beside the records' noun in the singular."""

from __future__ import annotations

import pytest
from standins.loans import loans

from pipeline.tasks.agentic import BucketNote, DecomposeQuery, FieldNote, Mention, QueryDecomposition
from reader.decompositions import decompose_query
from reader.question.intents import intent_of

SLIPS = BucketNote(
    "slips",
    "",
    "slip_number",
    (
        FieldNote("slip_number", "TEXT", "", ("Slip Number",), mentions=(Mention("S-7", "S-7"),)),
        FieldNote("loading_date", "DATE", "", ("Loading Date",)),
        FieldNote("freight", "REAL", "", ("Freight",)),
        FieldNote("damage", "REAL", "", ("Damage",)),
    ),
)


def plan(question: str, bucket: BucketNote | None = None) -> QueryDecomposition:
    return decompose_query(DecomposeQuery(question, intent_of(question), (bucket or loans(question),)))


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("When is loan L-7 due?", ["due_date"]),
        ("How much is loan L-7?", ["fine"]),
        ("How much is owed for loan L-7?", ["fine"]),
    ],
)
def test_a_part_of_a_fields_name_is_enough_for_one_record(question: str, fields: list[str]) -> None:
    found = plan(question)
    assert (found.output_preferences.fields, found.reads_text) == (fields, False)


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("What are the loading date, freight and damage of slip S-7?", ["loading_date", "freight", "damage"]),
        ("What are the date, freight, and damage of slip S-7?", ["loading_date", "freight", "damage"]),
        ("Show me a table of all slips with their freight and date", ["loading_date", "freight"]),
        ("What is the freight of slip S-7 by its date?", ["freight"]),
    ],
)
def test_a_part_of_a_name_is_enough_beside_other_fields(question: str, fields: list[str]) -> None:
    assert sorted(plan(question, SLIPS).output_preferences.fields) == sorted(fields)


def test_a_stem_of_the_name_is_enough() -> None:
    found = plan("When was slip S-7 loaded?", SLIPS)
    assert (found.output_preferences.fields, found.reads_text) == (["loading_date"], False)


@pytest.mark.parametrize(
    "question",
    [
        "Who is loan L-7 due to?",  # a day is nobody
        "When was the cover of loan L-7 torn and due for repair?",
    ],
)
def test_what_the_field_cannot_tell_is_searched(question: str) -> None:
    assert plan(question).reads_text


@pytest.mark.parametrize("question", ["How much is slip S-7?"])
def test_of_several_amounts_none_is_taken(question: str) -> None:
    assert plan(question, SLIPS).reads_text


@pytest.mark.parametrize(
    ("question", "function", "field"),
    [
        ("What is the latest loan?", "maximum", "due_date"),
        ("What is the highest fine owed at Riverside?", "maximum", "fine"),
        ("smallest fine owed in 2023", "minimum", "fine"),
        ("average loan at Riverside", "average", "fine"),
    ],
)
def test_a_rank_compares_all_records(question: str, function: str, field: str) -> None:
    found = plan(question)
    assert found.computation is not None
    assert (found.computation.function, found.computation.field, found.reads_text) == (function, field, False)


def test_of_several_amounts_none_is_guessed() -> None:
    found = plan("What is the largest slip?", SLIPS)
    assert (found.computation, found.reads_text, found.unclear) == (None, False, ["freight", "damage"])


def test_a_rank_in_a_rule_is_no_rank_of_records() -> None:
    assert plan("What is the highest fine?").reads_text
    assert plan("What is the longest loan that a reader may take home?").reads_text


@pytest.mark.parametrize(
    ("question", "field", "operator", "value"),
    [
        ("Is the fine owed of loan L-7 higher than 10?", "fine", ">", 10.0),
        ("Does loan L-7 have a fine owed of 5?", "fine", "=", 5.0),
        ("Is loan L-7 from Riverside?", "branch", "=", "Riverside"),
    ],
)
def test_whether_a_record_meets_something_is_no_filter(question: str, field: str, operator: str, value: object) -> None:
    found = plan(question)
    assert [(one.field, one.operator, one.value) for one in found.asked_whether] == [(field, operator, value)]
    assert ([one.field for one in found.constraints], found.reads_text) == (["loan_number"], False)


def test_a_list_as_a_file_is_a_list() -> None:
    for question in ("Export all loans as CSV", "Give me a CSV of all loans"):
        assert (plan(question).intent, plan(question).reads_text) == ("list", False)
