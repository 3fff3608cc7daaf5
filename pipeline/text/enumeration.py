"""Decides whether a question asks for a whole list. Planner and retriever share this detector.

It looks for whole words: "installation" holds no "all". It knows phrasings of several languages, but no subjects.
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
_ELSEWHERE = (  # in German, French, Spanish, Italian, Portuguese and Dutch
    r"(?:nennen?|listen?|zählen?|führen?|geben?|gib)(?: sie)?(?: mir| uns| bitte)* (?:alle|sämtliche)",
    r"listen?(?: sie)? die",
    r"welche (?:\w+ ){1,3}?(?:gibt es|gehören|stehen|sind)",
    r"(?:énumér|list|cit|donn|nomm|indiqu)e[rz]?(?:[ -]moi)? (?:tou(?:s|tes) les|les)",
    r"quel(?:le)?s sont (?:tou(?:s|tes) )?les",
    r"(?:enumer|list|nombr|mencion|indic)[ae]n? (?:tod[oa]s l[oa]s|l[oa]s)",
    r"(?:cuáles|qué) son (?:tod[oa]s )?l[oa]s",
    r"(?:elenc|nomin|indic)(?:a|are|hi) (?:tutt[ie] )?(?:i|gli|le)",
    r"quali sono (?:tutt[ie] )?(?:i|gli|le)",
    r"(?:list|enumer|cit|indiqu)e tod[oa]s [oa]s",
    r"quais são (?:tod[oa]s )?[oa]s",
    r"(?:noem|geef|vermeld)(?: mij)? alle",
    r"(?:wat|welke) zijn (?:alle|de)",
)
# In Japanese and Chinese, which have no spaces.
_UNSPACED = re.compile(
    r"(?:すべて|全て)の?[^。？?]{0,20}(?:挙げ|列挙|教え|示し)|列挙し|一覧|何がありますか|列出|列举|有哪些|是哪些"
)
# "How many rules does section B have": they are counted where they are listed.
_COUNTED = re.compile(
    r"\bhow many (?P<what>(?:\w+ ){1,3}?)(?:does|do|has|have|are (?:there |listed )?in|stand in) "
    r"(?P<where>(?:the )?(?:section|part|chapter|article|schedule|appendix|annex) \w+\b[^?]*?)"
    r"(?: have| has| hold| contain| list| include)?\s*\??$",
    re.IGNORECASE,
)
_ENUMERATION = re.compile(r"\b(?:" + "|".join((*_WAYS, *_ELSEWHERE)) + r")\b", re.IGNORECASE)
_IMPERATIVE = re.compile(r"\s*(?:please |(?:can|could|would) you (?:please )?)?list\b(?!\s+price)", re.IGNORECASE)


def is_enumeration(question: str) -> bool:
    """True if the question or query asks for every item of a kind."""
    words = " ".join(question.split())
    return bool(counted(words)) or bool(
        _ENUMERATION.search(words) or _IMPERATIVE.match(words) or _UNSPACED.search(words)
    )


def counted(question: str) -> str:
    """For a question about a number of items, the question for the list of these items: "List all rules in section B";
    "" if it asks for no such number."""
    found = _COUNTED.search(" ".join(question.split()))
    return f"List all {found['what'].strip()} in {found['where']}" if found else ""
