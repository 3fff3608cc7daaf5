"""Whether the claims of an answer are supported by its context, and whether they answer the question.

`faithfulness` is the share of the claims that the passages support (Es et al. 2023, "Ragas", arXiv:2309.15217).
`answer_relevancy` is the share that helps to answer the question; Ragas estimates it from questions that a model makes
up for the answer, here the judge decides on each claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, Field

from ragatta.extensions.judges.judged.asking import SYSTEM
from ragatta.pipeline.llm.as_data import Ask, Form
from ragatta.pipeline.tasks.base import Reply, Task

USER = """Check the answer in this line of JSON against the passages:
{data}

List every claim that the answer makes, each as one sentence that can be understood alone. Add nothing.
supported: the passages state it or it follows from them. What you know from elsewhere does not count.
relevant: it helps to answer the question.
An answer that claims nothing has no claims."""


class Claim(BaseModel):
    claim: str
    supported: bool
    relevant: bool


class Claims(Reply):
    claims: list[Claim] = Field(description="every claim of the answer")


@dataclass(frozen=True)
class CheckClaims(Task):
    name: ClassVar[str] = "check_claims"
    question: str
    answer: str
    passages: tuple[str, ...]


FORM = Form(SYSTEM, USER, Claims)


def shares(task: CheckClaims, ask: Ask, max_tokens: int) -> tuple[float | None, float]:
    """The shares of the claims that are supported and that are relevant; None and 0 for an answer without claims.
    Raises as Form.ask does."""
    claims = FORM.ask(task, ask, max_tokens).claims
    if not claims:
        return None, 0.0
    return sum(one.supported for one in claims) / len(claims), sum(one.relevant for one in claims) / len(claims)
