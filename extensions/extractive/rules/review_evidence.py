"""ReviewEvidence: one planned call after the other."""

from __future__ import annotations

from ragatta.pipeline.tasks.agentic import ClarificationDetails, Review, ReviewEvidence


def review_evidence(task: ReviewEvidence) -> Review:
    """Metadata first, then text: asks back if no document is left, if the field is unclear, if too many documents would
    be listed or if no summary fits; stops if fields suffice; else follows the plan."""
    if task.matching == 0:
        return _clarify(ClarificationDetails(type="no_results", missing_info="no document meets the filters"))
    if task.unclear:
        return _clarify(ClarificationDetails(type="ambiguous", missing_info=task.unclear))
    if task.lists and task.matching is not None and task.matching >= task.overload:
        return _clarify(ClarificationDetails(type="overload", missing_info=f"{task.matching} documents"))
    if task.adrift:
        return _clarify(ClarificationDetails(type="no_results", missing_info=task.adrift))
    if not task.reads_text:
        return Review(status="enough", reason="the fields of the documents give the answer")
    if task.proposed:
        return Review(status="more", reason="the plan goes on", next_tool_call=task.proposed)
    return Review(status="enough", reason="the plan is carried out")


def _clarify(details: ClarificationDetails) -> Review:
    return Review(status="clarify", reason=details.missing_info, clarification_details=details)
