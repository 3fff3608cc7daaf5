"""Decompose: what several parts are cut into, and that a plain question is never cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.extractive.rules.decompose import decompose, sub_questions
from ragatta.pipeline.tasks.sub_questions import Decompose

PARTS = {
    "What is the capital of France and what is the GDP of Germany?": [
        "What is the capital of France?",
        "What is the GDP of Germany?",
    ],
    "(1) When does the lease L-7 end? (2) How many rooms does flat 12 have?": [
        "When does the lease L-7 end?",
        "How many rooms does flat 12 have?",
    ],
    "For lease L-7, what is the rent and who is the tenant?": [
        "For lease L-7, what is the rent?",
        "For lease L-7, who is the tenant?",
    ],
    "What are the rent and the deposit of flat 12?": [
        "What is the rent of flat 12?",
        "What is the deposit of flat 12?",
    ],
    "Give me the rent of flat 12 as well as the deposit of flat 14.": [
        "What is the rent of flat 12?",
        "What is the deposit of flat 14?",
    ],
    "Compare the rent of flat 12 with that of flat 14.": [
        "What is the rent of flat 12?",
        "What is the rent of flat 14?",
    ],
    "How does the deposit in the old lease differ from that in the new lease?": [
        "What is the deposit in the old lease?",
        "What is the deposit in the new lease?",
    ],
    "What is the difference in rent between flat 12 and flat 14?": [
        "What is the rent of flat 12?",
        "What is the rent of flat 14?",
    ],
    "What is the rent, who signed the lease, and how many rooms are there?": [
        "What is the rent?",
        "Who signed the lease?",
        "How many rooms are there?",
    ],
}
PLAIN = """
What are the Terms and Conditions of the lease?
List all rights and duties of the tenant
List the rents of flats 12 and 14
Name all owners and tenants of the house
Using the rent and the deposit, calculate what is due for flat 12.
Multiply the rent of flat 12 by the number of months.
Is the rent higher or lower than the deposit?
Are pets and plants allowed?
May a tenant keep a dog or a cat, and if so, where?
When was the house built, and to what end?
Which costs are shared, and how?
Under which conditions may rent be raised and lowered?
What is the ratio of the rent and the income?
What is the total rent of flats 12 and 14?
What is the distance between the station and the house?
What is the rent of a flat with two rooms and a balcony?
Give the deposit of flat 12 at a rent of $900 and a term of 2 years.
What is the rent for a flat in Ashford, with heating, on the ground floor?
What was the ratio of Other Acq. Expense to premium in 2021?
What does the lease say about when the term begins and when it ends?
How did the change from gas to oil and electricity come about?
What is the name of the owner and the house?
What are the numbers of the leases signed in May, whose tenant is called Brown?
What is the rent of the flat, which was let in May?
What is the procedure when a claim is denied and the insured appeals, or when it is settled?
What is the warranty period; who is the supplier; where is it delivered?
What is the fee and what are they based on?
What is the holding of Brown versus Smith?
What was the outcome of the case of Alpha Ltd vs. Beta Ltd?
Which is better, the Falcon pump or the Eagle pump?
Which is the longer of the two leases named in May?
When the alarm rings and the door is open, how is the pump stopped?
For lease 7: what is the rent and the deposit together?
Explain how the alarm is tested and reset.
How the alarm is tested when the pump is off
What is paid when the house is sold, and when it is let?
Who signs for Smith and Sons?
What did the letter of Mr. Brown say?
Between which years was the house owned by Black and White?
Where did the sentence stand before it was added to the rule?
How was it shown that no tenant pays more than before?
Which of the tenants and owners are named first?
In which year did rents and wages rise together?
Which difference is there between renting and leasing?
What is a lease called that ends with the year?
Tell me about the house and the garden.
Please describe how rent is paid and when.
""".strip().splitlines()


@pytest.mark.parametrize(("question", "parts"), PARTS.items(), ids=lambda value: str(value)[:50])
def test_a_question_of_several_parts_is_taken_apart(question: str, parts: list[str]) -> None:
    assert sub_questions(question) == parts
    reply = decompose(Decompose(question, 5))
    assert reply.needs_decomposition
    assert [(one.id, one.question) for one in reply.sub_questions] == list(enumerate(parts))


@pytest.mark.parametrize("question", PLAIN)
def test_a_plain_question_stays_whole(question: str) -> None:
    assert len(sub_questions(question)) == 1
    assert decompose(Decompose(question, 5)).model_dump() == {"needs_decomposition": False, "sub_questions": []}


@given(st.lists(st.sampled_from(" ".join([*PARTS, *PLAIN]).split()), max_size=30).map(" ".join))
def test_whatever_it_is_asked_it_gives_questions(text: str) -> None:
    reply = decompose(Decompose(text, 5))
    assert len(reply.sub_questions) != 1
    assert all(one.question.strip() for one in reply.sub_questions)
    assert reply == decompose(Decompose(text, 5))


@pytest.mark.parametrize(
    ("question", "confidence"),
    [
        ("What is the capital of France and what is the GDP of Germany?", "high"),
        ("Compare the rent of flat 12 and flat 14.", "medium"),
        ("What are the rent and the deposit of flat 12?", "low"),
        ("Who is the tenant?", "high"),
    ],
)
def test_it_says_how_certain_the_parts_are_where_that_is_asked(question: str, confidence: str) -> None:
    rated = decompose(Decompose(question, 5, rated=True))
    assert rated.model_dump() == {**decompose(Decompose(question, 5)).model_dump(), "confidence": confidence}
