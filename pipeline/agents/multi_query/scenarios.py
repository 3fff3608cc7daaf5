"""The instructions to the answering agent for each case: several sub-questions, several documents, one of each."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.tasks.answers import Passage

MULTI_QUERY = """The question asks for several things, numbered below. Answer each under its own number, completely and
so that it can be read alone; mix no two of them. A context block says for which of them it was found, and may serve
the others too."""

MULTI_DOCUMENT = """The information comes from several documents. Join what they say where more than one of them speaks
of the same thing; where one alone holds the answer, answer from that one, and do not bring in the others."""

SINGLE = "Answer directly and exactly, from the information as it stands."


def instructions(passages: Sequence[Passage], sub_questions: int = 1) -> str:
    """The instructions for so many sub-questions and so many documents shown."""
    across = MULTI_DOCUMENT if len({passage.source_file for passage in passages}) > 1 else ""
    if sub_questions > 1:
        return "\n".join(filter(None, (MULTI_QUERY, across)))
    return across or SINGLE
