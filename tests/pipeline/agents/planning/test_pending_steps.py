"""What a step that needs another value waits for."""

from __future__ import annotations

from ragatta.pipeline.agents.calculating.interpolation import WAYS
from ragatta.pipeline.agents.planning.pending_steps import PendingStep, after
from ragatta.pipeline.tasks.binding import BoundValue
from ragatta.pipeline.types import RetrievalStep

WAITING = PendingStep(RetrievalStep(1, "Find the factor", (), "storm factor", "the factor", "factor"))
LIMITS = ["$100,000", "$250,000", "$500,000"]


def test_a_value_that_is_needed_is_found_first_and_then_named_in_the_query() -> None:
    rule, again = after(WAITING, BoundValue(needs="Boat Class", choices=["K3", "K5"]), "the factor of a yawl")
    assert (rule.step.query, rule.step.binds) == ("Boat Class: the factor of a yawl", "boat_class")
    assert (rule.prose, rule.choices, rule.near) == (True, ("K3", "K5"), None)
    assert again.step.query == "storm factor; Boat Class: {boat_class}"


def test_a_key_between_two_rows_waits_for_the_rule_of_what_lies_between() -> None:
    rule, again = after(WAITING, BoundValue(needs="Cover Limit", choices=LIMITS), "a cover limit of $300,000")
    assert rule.step.description == "Find the rule for a Cover Limit between those shown"
    assert (rule.prose, rule.choices) == (True, WAYS)
    assert again.step == WAITING.step
    assert again.near
    key, near = again.near
    assert (key, near.below, near.above) == ("Cover Limit", "$250,000", "$500,000")
