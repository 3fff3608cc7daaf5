"""Trace entries and answer flags for agents whose citations are verified."""

from __future__ import annotations

from ragatta.pipeline.agents.citing.citation_check import Checked
from ragatta.pipeline.trace import Stage


def tell_citations(checked: Checked, stage: Stage) -> None:
    """Records in the stage how many citations were verified, and which marks were removed."""
    stage.details.update(citations=len(checked.citations), unknown_marks=list(checked.unknown))
    if checked.unknown:
        stage.note(f"citations of documents that are not in the evidence, removed: {', '.join(checked.unknown)}")


def citation_flags(checked: Checked) -> tuple[str, ...]:
    """unknown_citation if a mark was removed, uncited if no mark is left."""
    return (("unknown_citation",) if checked.unknown else ()) + (() if checked.citations else ("uncited",))
