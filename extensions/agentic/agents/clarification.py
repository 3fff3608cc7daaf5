"""Asks the user back if filters leave no document or too many, or if the field is unclear, and reads the user's
replies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.extensions.agentic.agents.relaxation import Relaxation, condition_words, grouped
from ragatta.pipeline.annotations.schema import Bucket
from ragatta.pipeline.tasks.agentic import Constraint
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Answer

_AS_FILE = re.compile(
    r"^\W*(?:please\s+)?export\b|\b(?:as|in|into|to) (?:an? )?csv\b|\bcsv(?: file)? (?:of|with|for)\b", re.IGNORECASE
)
_EXPORT = re.compile(r"\b(?:csv|export|spreadsheet|download|as a file)\b", re.IGNORECASE)
_YES = re.compile(r"\W*(?:yes|yeah|yep|sure|ok(?:ay)?|please do|go ahead|fine)\b[\s,.;:!–—-]*", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|nope|nah|never ?mind|cancel|stop)(?:,? (?:thanks|thank you))?[\s.!]*", re.IGNORECASE)
_NO_BUT = re.compile(r"\W*(?:no|nope|nah)\s*(?:[,.;:!–—-]\s*|(?=but\b))(?=\w)", re.IGNORECASE)
_POLITE = re.compile(r"(?:(?:please|thanks|thank you|but|and|then|do|do so|do that)\b[\s,.!]*)+", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;.!]\s+(?!\d)|\s+(?:but|and(?= only\b))\s+", re.IGNORECASE)
_DROP = re.compile(
    r"\b(?:without|drop|ignore|forget|leave out|remove|skip|regardless|no matter|whatever)\b", re.IGNORECASE
)
_ALL = re.compile(r"\b(?:any|all|every|each|everything)\b(?: of (?:them|these|those|it)\b)?", re.IGNORECASE)
# What a condition is said with: a comparison, a relation, a figure, a name.
_CONDITION = re.compile(
    r"(?i:\b(?:only|from|of|in|by|above|over|below|under|before|after|since|until|between|with|at|for|on|to|than|least|most"
    r"|whose|where|that|which|named|called)\b)|\d|(?<=\s)[A-Z]"
)
_UNNAMED = frozenset(terms("_ condition restriction filter please result"))  # of a condition, without saying which
_DATES = frozenset(terms("date year month time day period when"))
_AMOUNTS = frozenset(terms("amount price sum value limit number figure"))


@dataclass(frozen=True)
class Replies:
    """What the user's replies say: words `added` to the question, constraints to drop (`relaxed`, in the user's words),
    whether the offer was `agreed` to or `declined`, and whether all rows are to be exported."""

    added: tuple[str, ...] = ()
    relaxed: tuple[str, ...] = ()
    agreed: bool = False
    export: bool = False
    declined: bool = False


def asks_for_a_file(question: str) -> bool:
    """Whether a question asks for its list as a file ("export all orders", "as CSV", "a CSV of all orders")."""
    return bool(_AS_FILE.search(question))


def take_up(replies: Sequence[str]) -> Replies:
    """The user's replies to clarifications, in order. Words that do not agree, relax or export are added to the
    question as a further condition, also after a "yes"."""
    added: list[str] = []
    relaxed: list[str] = []
    agreed = export = False
    for reply in replies:
        if _EXPORT.search(reply):
            export = True
            continue
        yes = _YES.match(reply)
        rest = _without_greeting(reply[yes.end() :] if yes else _NO_BUT.sub("", reply, count=1))
        clauses = [
            clause for part in _CLAUSE.split(rest) if (clause := _without_greeting(part)) and not _NO.fullmatch(clause)
        ]
        dropping = [clause for clause in clauses if _relaxes(clause)]
        relaxed += dropping
        agreed = agreed or (bool(yes) and not dropping)
        if len(clauses) > len(dropping):
            # A reply that is one condition stays as it was written.
            added += [clause for clause in clauses if clause not in dropping] if dropping else [rest]
    return Replies(tuple(added), tuple(relaxed), agreed, export, bool(replies) and bool(_NO.fullmatch(replies[-1])))


def declined(question: str) -> Answer:
    """Nothing was found, and the user wants nothing else."""
    return Answer("no_information", "Nothing else was searched for.", limitations="declined", reasoning=question)


def _without_greeting(text: str) -> str:
    polite = _POLITE.match(text.strip())
    return text.strip()[polite.end() if polite else 0 :].strip()


def _relaxes(clause: str) -> bool:
    """Whether the reply drops conditions and sets none."""
    return bool(_DROP.search(clause)) or (bool(_ALL.search(clause)) and not _CONDITION.search(_ALL.sub("", clause)))


def relax(constraints: Sequence[Constraint], replies: Replies, bucket: Bucket | None) -> tuple[Constraint, ...]:
    """The constraints without those that the replies drop: those that they name by field, by words or by kind ("all
    years", "any amount"). A reply that names none drops the constraint if there is only one."""
    left = list(constraints)
    for reply in replies.relaxed:
        words = frozenset(terms("_ " + reply))
        meant = [own for own in grouped(left) if words & _ways_to_say(own, bucket)]
        groups = grouped(left)
        if not meant and len(groups) == 1 and not _names_another(reply):
            meant = groups
        left = [one for one in left if all(one not in own for own in meant)]
    return tuple(left)


def _names_another(reply: str) -> bool:
    """Whether the reply names the condition that it is about."""
    words = _DROP.sub("", _ALL.sub("", reply))
    return bool(frozenset(terms("_ " + words)) - _UNNAMED)


def no_results(question: str, constraints: Sequence[Constraint], tried: Sequence[Relaxation]) -> Answer:
    """The message if nothing meets the constraints: the constraints, what each relaxation would find, and possible
    replies."""
    wanted = "; ".join(condition_words(own) for own in grouped(constraints))
    text = f"No document meets these conditions: {wanted}."
    attempts = [f"{one.words}: {_documents(one.documents)}" for one in tried]
    helpful = [one for one in tried if one.documents]
    offer = (
        f'Say "yes" to go on {helpful[0].words}, name the condition to leave out, or give another one.'
        if helpful
        else "No single change finds any. Please check the names and figures, or leave out several conditions."
    )
    return Answer(
        "clarify",
        text,
        clarification=" ".join(filter(None, (f"Tried: {'; '.join(attempts)}." if attempts else "", offer))),
        reasoning=question,
        limitations="Relaxations tried: " + "; ".join(attempts) if attempts else "",
    )


def ambiguous(question: str, unclear: str) -> Answer:
    """The message if a rank or a computation may be of several fields: `unclear` names them."""
    return Answer(
        "clarify",
        f"The question leaves open what is compared: {unclear}.",
        clarification=f"Which is meant: {unclear}?",
        reasoning=question,
    )


def nothing_found(question: str, missing: str = "") -> Answer:
    """The message if a search without conditions found nothing; `missing` says in the controller's words what is
    missing."""
    ask = "Please say it in other words, or name the document."
    return Answer("clarify", "The search found nothing.", clarification=f"{missing} {ask}".strip(), reasoning=question)


def adrift(question: str, why: str, tried: Sequence[str]) -> Answer:
    """The message if no summary is near the topic, or too many are: what was tried and how to narrow the search."""
    attempts = f"Tried: {'; '.join(tried)}. " if tried else ""
    return Answer(
        "clarify",
        f"{why[:1].upper()}{why[1:]}.",
        clarification=f"{attempts}Please name the type of document, the section or the time it is about.",
        reasoning=question,
        limitations="Relaxations tried: " + "; ".join(tried) if tried else "",
    )


def overload(question: str, documents: int, buckets: Sequence[Bucket]) -> Answer:
    """The message if there are too many documents to list: how many, what to narrow by, and the offer of a file."""
    by = [field for bucket in buckets for field in bucket.fields if field.type in ("DATE", "REAL", "INTEGER")]
    narrowed = ", ".join(dict.fromkeys(field.printed()[0] for field in by)) or "a name, a date or an amount"
    return Answer(
        "clarify",
        f"{_documents(documents)} meet this, too many for a list to be of use.",
        clarification=f'Please narrow it down, for example by {narrowed}; or say "CSV" for all of them as a file.',
        reasoning=question,
    )


def _ways_to_say(constraints: Sequence[Constraint], bucket: Bucket | None) -> frozenset[str]:
    first = constraints[0]
    field = bucket.field(first.field) if bucket else None
    labels = " ".join(field.printed()) if field else ""
    kinds: frozenset[str] = frozenset()
    if field and field.type == "DATE":
        kinds = _DATES
    elif field and field.type in ("REAL", "INTEGER"):
        kinds = _AMOUNTS
    return kinds | frozenset(terms("_ " + " ".join((first.field.replace("_", " "), labels, first.raw_text))))


def _documents(count: int) -> str:
    return "1 document" if count == 1 else f"{count} documents"
