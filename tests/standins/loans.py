"""The bucket of a library's loans as agents are told of it, with the values that a question names."""

from __future__ import annotations

from ragatta.pipeline.tasks.agentic import BucketNote, FieldNote, Mention

BRANCHES = ("Castle Road", "Riverside")
MEMBERS = ("Ida Holm", "Ida Brandt", "Otto Lund")


def loans(question: str = "") -> BucketNote:
    """Of two members called Ida the first name alone is a part of a value; a surname is never said alone."""
    members = [Mention(name, name) for name in MEMBERS if name in question]
    if "Ida" in question and not members:
        members = [Mention("Ida", "Ida", whole=False)]
    branches = tuple(Mention(name, name) for name in BRANCHES if name in question)
    return BucketNote(
        "loans",
        "what members borrowed",
        "loan_number",
        (
            FieldNote("loan_number", "TEXT", "", ("Loan Number",)),
            FieldNote("member", "TEXT", "who borrowed", ("Member",), mentions=tuple(members)),
            FieldNote("branch", "TEXT", "", ("Branch",), BRANCHES, branches),
            FieldNote("due_date", "DATE", "", ("Due Date",)),
            FieldNote("volumes", "INTEGER", "", ("Volumes",)),
            FieldNote("fine", "REAL", "", ("Fine Owed",)),
        ),
    )
