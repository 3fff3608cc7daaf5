"""A sentence for each system outside: how many of its passages were aligned to the pages, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Any

from ragatta.experiments.counting import counted
from ragatta.experiments.results.reading import RunResult, SweepResult
from ragatta.pipeline.agents.trace import ALIGNMENT
from ragatta.pipeline.architecture import is_black_box

KEY = "architecture.external"
LONGEST = 400  # characters of a reason
PARTLY = 0.9  # of a passage's letters in a place: below, it is aligned in part


def notes(sweep: SweepResult) -> Iterator[str]:
    """Of each variation."""
    for run in sweep.runs:
        yield from alignment(run)


def alignment(run: RunResult) -> Iterator[str]:
    """None for an architecture that searches by itself."""
    is_outside = is_black_box(run.config["architecture"]["name"]) and run.rows
    if is_outside and all(row.answer["status"] == "failed" for row in run.rows):
        yield f"{run.label}: every answer failed; the first: {shorten(run.rows[0].answer['limitations'], LONGEST)}"
    recorded = [
        step["details"]["passages"]
        for row in run.rows
        for step in row.answer["steps"]
        if step["name"] == ALIGNMENT and "passages" in step["details"]
    ]
    passages = [one for each in recorded for one in each or ()]
    yield from _citations(run)
    if recorded and not passages:
        yield f"{run.label}: no passages returned, so only its answers are scored ({KEY}.passages)."
    elif recorded:
        silent = sum(not each for each in recorded)
        parts = [
            _aligned(run.label, passages), *_lost(passages), *_elsewhere(passages), *_from_zero(passages),
            *_silent(silent),
        ]  # fmt: skip
        yield f"{'; '.join(parts)}."


def _citations(run: RunResult) -> Iterator[str]:
    """Citations that do not count: of an answer of which none is read all passages count as cited."""
    found = [
        step["details"]["citations"]
        for row in run.rows
        for step in row.answer["steps"]
        if step["name"] == ALIGNMENT and "citations" in step["details"]
    ]
    if unread := sum(each["unread"] for each in found):
        none = sum(not each["read"] for each in found)
        so = f", so all passages of {counted(none, 'answer')} count as cited" if none else ""
        yield (
            f"{run.label}: {counted(unread, 'citation')} not read: by text, page, file or id they name no passage{so} "
            f"({KEY}.citations)."
        )
    if lost := sum(each["lost"] for each in found):
        yield f"{run.label}: citations that the documents do not have are left out: {lost}."


def _aligned(label: str, passages: Sequence[Mapping[str, Any]]) -> str:
    aligned = [one for one in passages if one["stands_on"]]
    partly = sum(one["share"] < PARTLY for one in aligned)
    several = sum(one["places"] > 1 for one in aligned)
    parts = [f"{partly} only in part"] * bool(partly) + [f"{several} to several places alike"] * bool(several)
    of_these = f" ({', '.join(parts)})" if parts else ""
    return f"{label}: {len(aligned)} of {counted(len(passages), 'passage')} aligned to pages{of_these}"


def _lost(passages: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    lost = [one for one in passages if not one["stands_on"]]
    bare = sum(not one["characters"] for one in lost)
    many = sum(one["places"] > 1 for one in lost)
    long = sum(one.get("given_up", False) for one in lost)
    if long:
        yield f"{long} not aligned, as comparing them would take too long: return shorter or fewer passages"
    if unknown := len(lost) - bare - many - long:
        yield f"{unknown} not found in the documents"
    if many:
        yield f"{many} in too many places to say which"
    if bare:
        yield f"{bare} without a text or a page of a document ({KEY}.text, file, page)"


def _elsewhere(passages: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The text decides, but who names pages wrongly wants to know it."""
    named = [one for one in passages if one["stands_on"] and one["page"] is not None]
    if wrong := sum(all(one["page"] not in pages for pages in one["stands_on"].values()) for one in named):
        yield f"{wrong} on another page than named ({KEY}.page, pages_from_zero)"


def _from_zero(passages: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Without the setting a page 0 is none, and a passage without a text stands for the page before its own."""
    if zeros := sum(one["page"] == 0 for one in passages):
        yield f"{zeros} on a page 0: its pages count from 0, and are read as from 1; set {KEY}.pages_from_zero=true"


def _silent(answers: int) -> Iterator[str]:
    if answers:
        yield f"{counted(answers, 'answer')} without passages"
