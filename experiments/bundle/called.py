"""Refuses replies in a bundle that nothing of the imported run asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ragatta.conf.schema import Config
from ragatta.experiments.bundle.archive import Bundle
from ragatta.experiments.on_record.journal import Entry
from ragatta.pipeline.plugins.identity import short
from ragatta.pipeline.tasks.annotations import Annotate
from ragatta.pipeline.tasks.chunks import SituateChunk
from ragatta.pipeline.tasks.documents import Summarize

SHOWN = 3  # replies that the message names


def calls_of(entries: Iterable[Entry]) -> set[str]:
    """The keys of the model calls behind the answers; "" for a call that was not recorded."""
    stages = [stage for entry in entries for stage in entry.timing["stages"]]
    return {call["key"] for stage in stages for call in stage["calls"]}


def check_called(bundle: Bundle, config: Config, entries: Sequence[Entry]) -> None:
    """Raises ValueError for a reply that no answer's calls name and that the run's preparation does not ask for, and
    for a judgement that no answer's timing names; LookupError, TypeError or AttributeError for damaged timings."""
    called, prepared = calls_of(entries), set(_prepared(config))
    judging = [row.get("judge", {"calls": ()}) for row in bundle.lines("timings.jsonl")]
    judged = {call["key"] for row in judging for call in row["calls"]}
    found = [
        f"{line['entry']['task']}, key {short(line['key'])}"
        for name, known in (("replies", called), ("judgements", judged))
        for line in bundle.lines(f"{name}.jsonl")
        if line["key"] not in known and not (name == "replies" and line["entry"]["task"] in prepared)
    ]
    if found:
        more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        raise ValueError(f"no answer in it called the reply to {'; '.join(found[:SHOWN])}{more}")


def _prepared(config: Config) -> Iterator[str]:
    """The tasks whose calls are made before the questions, for all of them."""
    settings = config.pipeline()
    if settings.reads_summaries():
        yield Summarize.name
    if settings.reads_annotations():
        yield Annotate.name
    if settings.notes_chunks():
        yield SituateChunk.name
