"""All that one rule of the manual says, asked for by its number or by its name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.rules import BULLET, Rule, wording
from generating.gold import Gold

LEAST = 2  # sentences of its own
WITH_TABLE = "limits"  # the rule whose page has a table under its sentences
BY_NUMBER = (
    "What does Rule {} of the rules manual provide?",
    "List the provisions of Rule {} in the rules manual",
    "Go through Rule {} of the rules manual: what does it lay down?",
)
BY_NAME = (
    'What does the rule "{}" of the rules manual provide?',
    "List the provisions of the rule on {} in the rules manual",
)


def whole_rule_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    """Of rules with several sentences of their own; the number is asked for twice as often as the name."""
    rng = Random(f"{facts.seed}:whole rules")
    usual = {sentence.format(state=facts.names.state) for sentence in wording("boilerplate")}
    own = {rule.label: own_sentences(rule, usual) for rule in facts.rules if rule.id != WITH_TABLE}
    rules = [rule for rule in facts.rules if len(own.get(rule.label, ())) >= LEAST]
    for number, rule in enumerate(rng.sample(rules, len(rules))):
        forms, name = (BY_NAME, rule.name) if number % 3 == 2 else (BY_NUMBER, rule.label)
        places = tuple(library.evidence("manual", f"{rule.label}/{index}") for index in own[rule.label])
        items = tuple(sentence.removeprefix(BULLET) for sentence in own[rule.label].values())
        yield Gold(forms[number // 3 % len(forms)].format(name), "list", items, places, ("manual", "whole rule"))


def own_sentences(rule: Rule, usual: Collection[str]) -> dict[int, str]:
    """The rule's sentences by their number, without the `usual` ones, which stand under many rules."""
    return {number: sentence for number, sentence in enumerate(rule.spoken()) if sentence not in usual}
