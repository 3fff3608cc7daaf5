"""A decomposed question: what is wanted, and from which documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ragatta.extensions.agentic.agents.bucket_notes import note
from ragatta.extensions.agentic.agents.bucket_router import BucketRouter
from ragatta.extensions.agentic.agents.clarification import Replies, asks_for_a_file, relax, take_up
from ragatta.extensions.agentic.agents.controller import Situation
from ragatta.extensions.agentic.agents.relaxation import Relaxation, relaxations
from ragatta.extensions.agentic.agents.schema_planner import SchemaPlanner
from ragatta.extensions.agentic.agents.selection import DocumentSelection, select_documents
from ragatta.pipeline.agents.context.sources import quoted
from ragatta.pipeline.agents.routing.scope import in_scope
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.annotations.schema import Bucket
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import Constraint, PartPlan, QueryDecomposition, QuestionPart
from ragatta.pipeline.types import AskedQuestion


@dataclass(frozen=True)
class Inquiry:
    """The `question` with the user's additions, its `plan`, the `selection` of documents that meet the constraints, and
    the `scope` that may be searched. `relaxed` says what the user dropped. `parts` are sub-questions with documents of
    their own."""

    question: str
    plan: PartPlan
    selection: DocumentSelection
    scope: tuple[str, ...]
    replies: Replies
    relaxed: tuple[str, ...] = ()
    parts: tuple[Inquiry, ...] = ()

    @property
    def reads_text(self) -> bool:
        """Whether text has to be read: the plan says so, or no bucket has fields that could answer."""
        return self.plan.reads_text or not self.selection.buckets

    @property
    def searched(self) -> tuple[str, ...]:
        """The documents that a search may read: those that meet the constraints, whatever a call names."""
        return self.selection.documents if self.selection.constraints else self.scope

    @property
    def unclear(self) -> str:
        """Which fields the question may mean if that is unclear; "": it does not."""
        names = [name.replace("_", " ") for name in self.plan.unclear]
        return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else ""

    def situation(self, overload: int, adrift: str = "") -> Situation:
        """The controller's facts. `adrift` says why no summary is near the topic."""
        if self.parts:
            return self._of_parts(overload)
        counted = bool(self.selection.constraints) or not self.reads_text
        computes = self.plan.intent == "compute" and self.plan.computation is not None
        return Situation(
            len(self.selection.documents) if counted and self.scope else None,
            self.reads_text,
            not self.reads_text and not computes and not self.replies.export,
            overload,
            adrift,
            self.unclear,
        )

    def _of_parts(self, overload: int) -> Situation:
        """The length of the longest list that a part asks for; without a list, nothing has to be listed."""
        listing = [own for part in self.parts if (own := part.situation(overload)).lists]
        longest = max((own.matching or 0 for own in listing), default=0)
        return Situation(longest or None, self.reads_text, longest >= overload, overload)

    def buckets(self, known: Annotations) -> list[Bucket]:
        """The buckets of the selected documents."""
        return [known.bucket(name) for name in self.selection.buckets]

    def relaxations(self, known: Annotations) -> tuple[Relaxation, ...]:
        """What the search would find with each relaxation of the constraints."""
        return relaxations(self.selection.buckets, self.selection.constraints, self.scope, known)


def inquire(
    asked: AskedQuestion, bucket_router: BucketRouter, schema_planner: SchemaPlanner, tools: Toolbox
) -> Inquiry:
    """Runs both phases of the decomposition, each as a stage, with the user's replies. If no document is in scope, no
    model is called. Raises ModelError."""
    replies, known = take_up(asked.replies), tools.annotations
    question = " ".join((asked.question, *replies.added))
    with tools.stage("router") as router:
        scope = in_scope(asked, tools, router)
        notes = [note(bucket, question, known) for bucket in _in_scope(known, scope)] if scope else []
        if not scope:
            router.details["documents"] = []
            router.note("no documents to search")
            return Inquiry(
                question, QueryDecomposition(intent="qa", primary_buckets=[]), DocumentSelection((), ()), (), replies
            )
        chosen = bucket_router.choose(tools.sought(question), notes, tools, router)
    with tools.stage("schema_planner") as stage:
        within = [own for name in chosen.buckets for own in notes if own.name == name]
        plan = schema_planner.decompose(question, chosen.intent, within, tools, stage)
        constraints, relaxed = _relaxed(plan, replies, scope, known)
        selection = select_documents(plan.primary_buckets, constraints, scope, known)
        if plan.not_considered:
            left_out = f"not considered: {', '.join(map(quoted, plan.not_considered))}"
            selection = replace(selection, refused=(*selection.refused, left_out))
        for why in selection.refused:
            stage.note(f"condition not usable: {why}")
        if relaxed:
            stage.details["relaxed"] = list(relaxed)
        # What the router let through is known only now: its buckets' documents that meet the conditions.
        router.details["documents"] = list(selection.documents)
    if plan.intent == "list" and not plan.reads_text and asks_for_a_file(asked.question):
        replies = replace(replies, export=True)
    dropped = [one for one in plan.constraints if one not in constraints]
    parts = tuple(_part(own, scope, replies, known) for own in plan.parts)
    return Inquiry(_without(question, dropped), plan, selection, scope, replies, relaxed, parts)


def _part(plan: QuestionPart, scope: tuple[str, ...], replies: Replies, known: Annotations) -> Inquiry:
    selection = select_documents(plan.primary_buckets, plan.constraints, scope, known)
    return Inquiry(plan.question, plan, selection, scope, replies)


def _in_scope(known: Annotations, scope: Sequence[str]) -> list[Bucket]:
    within = set(scope)
    return [bucket for bucket in known.buckets if within.intersection(known.documents(bucket.name))]


def _replaced(constraints: Sequence[Constraint], replies: Replies) -> tuple[Constraint, ...]:
    """The constraints without the bounds that a reply replaces: bounds of the same field in the same direction, or
    bounds that no value could meet together with the new one."""
    last_reply = {id(one): _last_reply_with(one, replies) for one in constraints}
    return tuple(
        one
        for one in constraints
        if not any(
            other.field == one.field and last_reply[id(other)] > last_reply[id(one)] and _excludes(other, one)
            for other in constraints
        )
    )


def _last_reply_with(constraint: Constraint, replies: Replies) -> int:
    """The number of the last reply that states the constraint, from 1; 0 if the question states it."""
    mentions = [at for at, reply in enumerate(replies.added, 1) if constraint.raw_text and constraint.raw_text in reply]
    return max(mentions, default=0)


def _excludes(later: Constraint, earlier: Constraint) -> bool:
    """Whether the later bound replaces the earlier one."""
    if "!=" in (later.operator, earlier.operator):
        return False
    if later.operator[:1] == earlier.operator[:1] or "=" in (later.operator, earlier.operator):
        return True
    if type(later.value) is not type(earlier.value) or isinstance(earlier.value, list):
        return False
    low, high = (later, earlier) if later.operator[:1] == ">" else (earlier, later)
    return low.operator[:1] == ">" and high.operator[:1] == "<" and low.value > high.value  # type: ignore[operator]


def _without(question: str, dropped: Sequence[Constraint]) -> str:
    """The question without the words of dropped conditions, which must not be searched for."""
    for one in dropped:
        question = question.replace(one.raw_text, " ") if one.raw_text else question
    return " ".join(question.split())


def _relaxed(
    plan: QueryDecomposition, replies: Replies, scope: Sequence[str], known: Annotations
) -> tuple[tuple[Constraint, ...], tuple[str, ...]]:
    """The constraints after the user's replies, and a description of what was relaxed."""
    bucket = known.bucket(plan.primary_buckets[0]) if plan.primary_buckets else None
    left = relax(_replaced(plan.constraints, replies), replies, bucket)
    offers = [
        f"without {one.field.replace('_', ' ')} {one.raw_text}".strip() for one in plan.constraints if one not in left
    ]
    if replies.agreed and left and not select_documents(plan.primary_buckets, left, scope, known).documents:
        offered = [one for one in relaxations(plan.primary_buckets, left, scope, known) if one.documents]
        if offered:
            left = offered[0].constraints
            offers.append(offered[0].words)
    return left, tuple(dict.fromkeys(offers))
