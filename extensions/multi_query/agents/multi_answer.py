"""Answers several sub-questions in one call, each under its own number. Each block of the context names the
sub-questions that found it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from ragatta.extensions.multi_query.agents.diversity import Selection, select
from ragatta.extensions.multi_query.agents.need import Allotment
from ragatta.pipeline.agents.agent import Agent
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.answering.orchestrator import (
    INSUFFICIENT,
    NO_REPLY,
    SYSTEM,
    as_answer,
    nothing_shown,
    tell,
)
from ragatta.pipeline.agents.context.context import Context, context_of, fitting
from ragatta.pipeline.agents.context.sources import block
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.llm.templates import Template
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer
from ragatta.pipeline.tasks.sub_questions import WriteAnswers, WrittenAnswers
from ragatta.pipeline.text.enumeration import is_enumeration
from ragatta.pipeline.types import Answer, Citation, ExecutionResult, Hit

USER = Template(
    "multi_answer.user",
    """{instructions}

QUESTION: {question}

Its sub-questions:
{numbered}

{blocks}

Answer each of the sub-questions of "{question}" now, from the context blocks and from nothing else: one entry in
answers for each, with its number. Put [Source N] behind what context block N supports. If a sub-question asks for a
list, give every item in items; if its answer is one number, name, date, short phrase, or yes or no, give that alone in
value. If the blocks do not answer it, say so in its status and name what is missing. Where the question compares
documents or things, close with how the answers compare, in comparison; else leave that empty. Say in limitations what
the whole answer lacks.""",
)

NO_REPLIES = WrittenAnswers.model_construct(answers=[], limitations=NO_REPLY.missing)
_COMPARES = re.compile(
    r"\bcompar\w+|\bdiffer\w*|\bversus\b|\bvs\b|\b(?:high|low|larg|small|great|long|short|old|new|earli|lat|cheap)er\b"
    r"|\b(?:more|less|fewer)\b.*\bthan\b|\bin contrast\b",
    re.IGNORECASE,
)
Found = Mapping[int, tuple[int, ...]]  # source number → the sub-questions, from 0, whose searches found it

MULTI_QUERY = """The question asks for several things, numbered below. Answer each under its own number, completely and
so that it can be read alone; mix no two of them. A context block says for which of them it was found, and may serve
the others too."""

MULTI_DOCUMENT = """The information comes from several documents. Join what they say where more than one of them speaks
of the same thing; where one alone holds the answer, answer from that one, and do not bring in the others."""

SINGLE = "Answer directly and exactly, from the information as it stands."


@dataclass(frozen=True)
class _Shown:
    context: Context
    selection: Selection
    found_for: Found


def answer_each(
    retrieved: ExecutionResult, settings: Agent, allotment: Allotment, tools: Toolbox, stage: Stage
) -> Answer:
    """One answer with a numbered part, and an entry of `sub_answers`, for each step of the plan: `answered` if any part
    is, `no_information` if none is, `failed` if the model gave no usable reply. Raises ModelError."""

    def attempt(budget: int) -> tuple[_Shown, WrittenAnswers | None]:
        shown = _show(retrieved, budget, allotment, tools)
        return shown, tools.ask(_prompt(retrieved, shown, settings)) if shown.context.passages else None

    (shown, reply), budget = fitting(tools.context_tokens, attempt)
    tell(shown.context, budget, stage)
    if reply is None:
        return nothing_shown(shown.context)
    if reply is NO_REPLIES:
        return Answer("failed", "", limitations=reply.limitations, context=shown.context.chunks)
    parts = _parts(reply, retrieved, shown, tools.confidence, stage)
    return _joined(parts, reply, shown, retrieved.plan.strategy)


def _show(retrieved: ExecutionResult, budget: int, allotment: Allotment, tools: Toolbox) -> _Shown:
    """The context's order: the selection, then other hits that fit, then neighbours of the selection, alternating
    between sub-questions."""
    ranked = [[hit for hit in result.hits if hit.found_by != "window"] for result in retrieved.step_results]
    of_each = allotment.shares([step.query for step in retrieved.plan.steps])
    selection = select(ranked, budget, tools.count_tokens, of_each)
    found_for = {id_: set(numbers) for id_, numbers in selection.found_for.items()}
    turns: list[list[Hit]] = []
    for number, result in enumerate(retrieved.step_results):
        hits = [hit for hit in selection.hits if number in selection.found_for[hit.chunk.id]]
        neighbours = [hit for hit in tools.expand(hits, result.step.query) if hit.found_by == "window"]
        for hit in neighbours:
            found_for.setdefault(hit.chunk.id, set()).add(number)
        turns.append(sorted(neighbours, key=lambda hit: -hit.score))
    in_turn = [hit for turn in zip_longest(*turns) for hit in turn if hit is not None]
    distinct = {hit.chunk.id: hit for hit in reversed([*selection.hits, *selection.left_out, *in_turn])}
    context = context_of(list(reversed(distinct.values())), budget, tools.count_tokens)
    by_source = {
        source: tuple(sorted(set[int]().union(*(found_for[id_] for id_ in members))))
        for source, members in context.members.items()
    }
    return _Shown(context, selection, by_source)


def _prompt(retrieved: ExecutionResult, shown: _Shown, settings: Agent) -> Prompt[WrittenAnswers]:
    question = retrieved.plan.question
    asked = [step.query for step in retrieved.plan.steps]
    passages = shown.context.passages
    blocks = [
        block(
            passage, shown.context.members[passage.source], [(n + 1, asked[n]) for n in shown.found_for[passage.source]]
        )
        for passage in passages
    ]
    return Prompt(
        task=WriteAnswers(question, _tasks(asked, passages, shown.found_for), bool(_COMPARES.search(question))),
        system=SYSTEM,
        user=USER.format(
            instructions=instructions(passages, len(asked)),
            question=question,
            numbered="\n".join(f"{number}. {one}" for number, one in enumerate(asked, 1)),
            blocks="\n".join(blocks),
        ),
        reply=WrittenAnswers,
        fallback=lambda: NO_REPLIES,
        options=settings.options,
    )


def _tasks(asked: Sequence[str], passages: Sequence[Passage], found_for: Found) -> tuple[WriteAnswer, ...]:
    return tuple(
        WriteAnswer(one, tuple(p for p in passages if number in found_for[p.source]), is_enumeration(one))
        for number, one in enumerate(asked)
    )


def _parts(
    reply: WrittenAnswers, retrieved: ExecutionResult, shown: _Shown, confidence: Thresholds, stage: Stage
) -> list[Answer]:
    """The answers in the order of the sub-questions; no_information for those that the reply leaves out."""
    asked = [step.query for step in retrieved.plan.steps]
    by_number = {one.number: one for one in reversed(reply.answers)}
    if strange := sorted(by_number.keys() - set(range(1, len(asked) + 1))):
        stage.note(f"the reply answers sub-questions that were not asked: {strange}")
    parts = []
    for number, one in enumerate(asked, 1):
        if number in by_number:
            part = as_answer(by_number[number], shown.context, one, confidence, stage)
        else:
            stage.note(f"sub-question {number} was not answered")
            part = Answer("no_information", INSUFFICIENT, limitations="it was not answered", reasoning=one)
        if number - 1 in shown.selection.unrepresented:
            part = replace(
                part, limitations="; ".join(filter(None, (_unrepresented(number, retrieved), part.limitations)))
            )
            stage.note(f"sub-question {number}: {_unrepresented(number, retrieved)}")
        parts.append(replace(part, context=()))  # it is that of the whole answer
    return parts


def _unrepresented(number: int, retrieved: ExecutionResult) -> str:
    hits = retrieved.step_results[number - 1].hits
    return "nothing of what was found for it fits the context" if hits else "nothing was retrieved for it"


def _joined(parts: Sequence[Answer], reply: WrittenAnswers, shown: _Shown, strategy: str) -> Answer:
    answered = [part for part in parts if part.status == "answered"]
    lacking = [f"{number}. {part.limitations}" for number, part in enumerate(parts, 1) if part.limitations]
    numbered = "\n".join(f"{number}. {part.text}" for number, part in enumerate(parts, 1))
    closing = f"Comparison: {reply.comparison}" if reply.comparison and len(answered) > 1 else ""
    citations: dict[Citation, None] = dict.fromkeys(cited for part in parts for cited in part.citations)
    levels = ("low", "medium", "high")
    return Answer(
        status="answered" if answered else "no_information",
        text="\n\n".join(filter(None, (numbered, closing))),
        citations=tuple(citations),
        evidence=tuple(dict.fromkeys(quoted for part in parts for quoted in part.evidence)),
        limitations="; ".join(filter(None, (*lacking, reply.limitations))),
        reasoning=strategy,
        confidence=min((part.confidence for part in parts), key=levels.index),  # as sure as its weakest part
        safety_flags=tuple(dict.fromkeys(flag for part in parts for flag in part.safety_flags)),
        context=shown.context.chunks,
        sub_answers=tuple(parts),
    )


def instructions(passages: Sequence[Passage], sub_questions: int = 1) -> str:
    """The instructions for so many sub-questions and so many documents shown."""
    across = MULTI_DOCUMENT if len({passage.source_file for passage in passages}) > 1 else ""
    if sub_questions > 1:
        return "\n".join(filter(None, (MULTI_QUERY, across)))
    return across or SINGLE
