"""Decides whether a question asks for a whole list. Planner and retriever share this detector (seed 001, decision 11).

It looks for whole words: "installation" holds no "all". It knows phrasings, but no subjects.
"""

from __future__ import annotations

import re

_WAYS = (
    r"(?:list|name|show|give|tell|identify|provide|state|find|get)(?: out| me| us)*(?: all| every| each)",
    r"(?:list|name)(?: out| me| us)* the",
    r"(?:what|which|who) are (?:all|the)",
    r"what all",
    # "Which rules stand under", "what forms are there", "which fees are listed in"
    r"(?:which|what) (?!is|are|was|were)(?:\w+ ){0,2}\w+s"
    r" (?:stand|belong|fall|come|are (?:listed|named|described|shown)) (?:in|under|within|to|on)",
    r"(?:which|what) (?!is|are|was|were)(?:\w+ ){0,2}\w+s are there",
    r"enumerate|itemi[sz]e",
    r"(?:complete|full|entire|whole|exhaustive|comprehensive) (?:\w+ )?(?:list|listing|enumeration|set)",
    r"(?:a|the) list of",
    r"list of all",
    r"tables? of contents",
)
# "How many rules does section B have": they are counted where they are listed.
_COUNTED = re.compile(
    r"\bhow many (?P<what>(?:\w+ ){1,3}?)(?:does|do|has|have|are (?:there |listed )?in|stand in) "
    r"(?P<where>(?:the )?(?:section|part|chapter|article|schedule|appendix|annex) \w+\b[^?]*?)"
    r"(?: have| has| hold| contain| list| include)?\s*\??$",
    re.IGNORECASE,
)
_ENUMERATION = re.compile(r"\b(?:" + "|".join(_WAYS) + r")\b", re.IGNORECASE)
_IMPERATIVE = re.compile(r"\s*(?:please |(?:can|could|would) you (?:please )?)?list\b(?!\s+price)", re.IGNORECASE)


def is_enumeration(question: str) -> bool:
    """True if the question or query asks for every item of a kind."""
    words = " ".join(question.split())
    return bool(counted(words)) or bool(_ENUMERATION.search(words) or _IMPERATIVE.match(words))


def counted(question: str) -> str:
    """For a question about a number of items, the question for the list of these items: "List all rules in section B";
    "" if it asks for no such number."""
    found = _COUNTED.search(" ".join(question.split()))
    return f"List all {found['what'].strip()} in {found['where']}" if found else ""
