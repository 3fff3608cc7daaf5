"""Conversations of three to five turns over the same documents: what is asked again says only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle
from random import Random
from typing import Any

from filings.documents.library import Library
from filings.facts import Facts
from filings.questions.multi import nested
from filings.questions.topics import Point, Topic, topics
from filings.rules import wording
from generating.gold import Gold

CONVERSATIONS = 40
TRIES = 50  # points that are drawn for a look-up; a topic has far more
PERIOD, SUBJECT = "year", "subject"
KINDS = ("next", "compare", "absent")  # of turns that have forms of their own by topic
Form = tuple[str, str, str, Sequence[Any]]  # axis, dependence, wording, and what only some kinds of turns have


def conversations(facts: Facts, library: Library) -> list[Gold]:
    """All turns, a conversation after another. No two have the same wording that stands alone, since answers to points
    that were asked are not asked for again, nor the records of earlier conversations: what shares a document is one
    cluster of the statistics."""
    rng, words = Random(f"{facts.seed}:conversations"), wording("conversations")
    known = {topic.name: topic for topic in topics(facts, library)}
    deck = [name for name in known for _ in range(words["often"].get(name, 1))]
    turns, golds, order = Wordings(words), list[Gold](), list[str]()
    for number in range(CONVERSATIONS):
        order = order or rng.sample(deck, len(deck))
        talk = Talk(known, deck, library, rng, turns, known[order.pop()])
        for kind in words["courses"][number % len(words["courses"])]:
            gold = getattr(talk, kind)()
            turns.asked.add(gold.standalone or gold.question)
            talk.turns.append(gold)
            talk.records |= {str(place["file"]) for place in gold.evidence if talk.topic.of_records}
        turns.taken |= talk.records
        golds += numbered(f"conversation_{number + 1:02d}", talk.turns)
    return golds


def numbered(name: str, turns: Sequence[Gold]) -> Iterator[Gold]:
    for number, gold in enumerate(turns, 1):
        after = f"{name}_{number - 1}" if number > 1 else ""
        yield replace(gold, id=f"{name}_{number}", after=after, opening=turns[0].question)


class Wordings:
    """The forms of wording/conversations.yaml, each in its turn, and what was asked with them."""

    def __init__(self, words: Mapping[str, Any]) -> None:
        self.asks = {name: topic["asks"] for name, topic in words["topics"].items()}
        self.leads = cycle(words[SUBJECT])
        self.count = {(name, kind): len(topic[kind]) for name, topic in words["topics"].items() for kind in KINDS}
        self.forms = {key: cycle(words["topics"][key[0]][key[1]]) for key in self.count}
        self.asked = set[str]()  # every wording that stands alone
        self.taken = set[str]()  # the records of earlier conversations

    def of(self, topic: str, kind: str) -> Iterator[Form]:
        """Each form once, from the one that follows the last that was taken."""
        for _ in range(self.count[topic, kind]):
            axis, dependence, said, *rest = next(self.forms[topic, kind])
            yield axis, dependence, said, rest


@dataclass
class Talk:
    """A conversation as far as it has come: its turns, and the point of a topic that it is at."""

    known: Mapping[str, Topic]
    deck: Sequence[str]  # their names, each as often as it is to come
    library: Library
    rng: Random
    wordings: Wordings
    topic: Topic
    at: Point = field(default_factory=dict)
    turns: list[Gold] = field(default_factory=list)
    records: set[str] = field(default_factory=set)

    def asked(self, at: Point) -> str:
        return str(self.wordings.asks[self.topic.name].format(**at))

    def gold(self, at: Point) -> Gold | None:
        """That of a point, unless it has none or was asked, its record was, or its answer lies in one of the
        conversation, or that in it."""
        found = self.topic.gold(at, asked) if (asked := self.asked(at)) not in self.wordings.asked else None
        if found is None or file_of(found) in self.wordings.taken:
            return None
        given = [text for turn in self.turns for text in items(turn.expected)]
        return None if any(nested(str(found.expected), text) for text in given) else found

    def beside(self, axis: str) -> Iterator[tuple[Point, Gold]]:
        """Points with another value on that axis, the next one first, and those before it last."""
        values = self.topic.axes[axis]
        here = values.index(self.at[axis])
        for value in (*values[here + 1 :], *reversed(values[:here])):
            if gold := self.gold(at := {**self.at, axis: value}):
                yield at, gold

    def lookup(self) -> Gold:
        for _ in range(TRIES):
            at = {axis: self.rng.choice(values) for axis, values in self.topic.axes.items()}
            if (gold := self.gold(at)) and file_of(gold) not in self.records:
                self.at = at
                return tagged(gold, "lookup")
        raise self.stuck("no point has an answer of its own")

    def subject(self) -> Gold:
        """A look-up of another record, which needs nothing that was said."""
        self.topic = self.known[self.rng.choice([name for name in self.deck if self.known[name].of_records])]
        gold = self.lookup()
        said = next(self.wordings.leads).format(gold.question)
        return tagged(replace(gold, question=said, standalone=gold.question, dependence=SUBJECT), "change_of_subject")

    def next(self) -> Gold:
        for axis, dependence, said, _ in self.wordings.of(self.topic.name, "next"):
            for at, gold in self.beside(axis):
                self.at = at
                gold = replace(gold, question=said.format(**at), standalone=gold.question, dependence=dependence)
                return tagged(gold, "other_period" if axis == PERIOD else "other_row")
        raise self.stuck("nothing else can be asked")

    def compare(self) -> Gold:
        """The point beside another; both answers are expected."""
        asked = self.asked(self.at)
        here = self.topic.gold(self.at, asked)
        for axis, dependence, said, (that,) in self.wordings.of(self.topic.name, "compare"):
            for at, there in self.beside(axis):
                assert here is not None  # the point that the conversation is at
                return tagged(
                    replace(
                        there,
                        question=said.format(**at),
                        standalone=f"{asked.rstrip('?')}, compared with {that.format(**at)}?",
                        dependence=dependence,
                        kind="compare",
                        expected=(*items(here.expected), *items(there.expected)),
                        evidence=(*here.evidence, *there.evidence),
                        sub_questions=(asked, there.question),
                    ),
                    "comparison",
                )
        raise self.stuck("nothing can be compared")

    def unanswerable(self) -> Gold:
        """A value that is printed nowhere."""
        for axis, dependence, said, (names, candidates) in self.wordings.of(self.topic.name, "absent"):
            for value in self.rng.sample(candidates, len(candidates)):
                at = {**self.at, axis: value}
                entity, asked = names.format(**at), self.asked(at)
                if not self.library.holds(entity) and asked not in self.wordings.asked:
                    gold = Gold(said.format(**at), "unanswerable", entity=entity)
                    return tagged(replace(gold, standalone=asked, dependence=dependence), "unanswerable")
        raise self.stuck("every absent value is printed somewhere")

    def stuck(self, why: str) -> ValueError:
        return ValueError(f"wording/conversations.yaml: {self.topic.name}, {self.at}: {why}; add a form or a candidate")


def file_of(gold: Gold) -> str:
    return str(gold.evidence[0]["file"])


def tagged(gold: Gold, kind: str) -> Gold:
    return replace(gold, tags=(*gold.tags, kind))


def items(expected: tuple[str, ...] | str) -> tuple[str, ...]:
    return expected if isinstance(expected, tuple) else (expected,) if expected else ()
