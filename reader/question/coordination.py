"""Questions for several things at once: "What are the A and the B of C?", "the A of C and the B of D", "of C and D"."""

from __future__ import annotations

import re

from reader.question.clauses import unasked

_COPULA = re.compile(
    r"^(?P<intro>\w+ [^?]*?, )?(?P<wh>what|who|when|where|how much) (?P<be>is|are|was|were) (?:both )?"
    r"(?P<rest>the .+?)\??$",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    r"^(?P<wh>which|what|whose) (?P<first>[^,?]+?) and (?:which|what|whose) (?P<second>[^,?]+?)"
    r" (?P<rest>(?:is|are|was|were|do|does|did|has|have|applies|apply|belongs?|stands?)\b.*)$",
    re.IGNORECASE,
)
_STRONG = r"as well as|together with|along with|plus|and also"
_BORDER = re.compile(rf",? (?:{_STRONG}|and) (?=the\b)|, (?=the\b)", re.IGNORECASE)
_ADDED = re.compile(rf",? (?:{_STRONG}) the\b", re.IGNORECASE)
_PLACE = re.compile(
    r" (?:of|for|in|on|under|at|from|to|with|by|between|against|among|per|where|that|which|who|when)\b", re.IGNORECASE
)
_JOINED = re.compile(
    r"\b(?:total|sum|average|mean|combined|together|product|ratio|difference|number|change)\b", re.IGNORECASE
)
_BETWEEN = re.compile(r"\b(?:between|among|versus|against|ratio|product|sum|difference|combination)\b", re.IGNORECASE)
# A condition goes on behind "and the": "when a claim is denied and the insured appeals".
_CONDITION = re.compile(r"\b(?:when|whenever|if|unless|once|while|because|where|before|after) (?!\d)", re.IGNORECASE)
_CODE = r"(?:[\w#$-]*\d[\w./%-]*|[A-Z])"
_MORE_ITEMS = rf"(?:of |for |in )?(?:[A-Za-z]+ )?{_CODE}"
_ITEMS = re.compile(
    r"^(?P<head>the .+?) (?P<place>of|for|in|on|under|at|from) (?P<each>each of |both )?"
    rf"(?P<noun>(?:the )?(?:[A-Za-z]+ ){{0,2}}?)(?P<items>{_CODE}(?:, (?:and )?{_MORE_ITEMS})*,? and {_MORE_ITEMS})"
    r"(?P<end>, respectively)?$"
)
_NEXT = re.compile(r",? and |, ")


def coordinated(question: str) -> list[str]:
    """A question for each thing asked for; none where the question asks for one, or nothing tells."""
    whose = _WHOSE.match(question)
    if whose:
        return [f"{whose['wh']} {whose[part]} {whose['rest']}" for part in ("first", "second")]
    body = unasked(question)
    asked = body if body == question else f"What is {body.rstrip('.? ')}?"
    found = _COPULA.match(asked)
    if found is None:
        return []
    named = _phrases(found["rest"]) or _each_item(found["rest"], found["be"].lower())
    return [_question(found, phrase) for phrase in named]


def singular(noun: str) -> str:
    """The singular of a regular plural."""
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


def _phrases(rest: str) -> list[str]:
    """The phrases of "the A and the B of C", the shared tail given to each. "the A of C and the B" does not say whether
    the B is a second condition, and stays one; "as well as the B" does."""
    phrases = _BORDER.split(rest)
    if len(phrases) < 2 or _BETWEEN.search(rest) or any(map(_CONDITION.search, phrases[:-1])):
        return []
    *first, last = (bool(_PLACE.search(phrase)) for phrase in phrases)
    if any(first) and not (all(first) and last) and not _ADDED.search(rest):
        return []
    if not any(first) and last:
        tail = phrases[-1][_PLACE.search(phrases[-1]).start() :]  # type: ignore[union-attr]
        return [*(phrase + tail for phrase in phrases[:-1]), phrases[-1]]
    return phrases


def _each_item(rest: str, be: str) -> list[str]:
    """ "the A of policies 1 and 2" as one phrase each, where a plural says that each is meant."""
    found = _ITEMS.match(rest)
    if found is None:
        return []
    head, noun = found["head"], found["noun"].strip()
    items = [re.sub(r"^(?:of|for|in) ", "", item) for item in _NEXT.split(found["items"])]
    plural = be in ("are", "were") or (noun and singular(noun) != noun)
    if not (plural or found["each"] or found["end"] or " " in items[-1]) or (_JOINED.search(head) and be == "is"):
        return []
    kind = " ".join([*noun.split()[:-1], singular(noun.split()[-1])]) if noun else ""
    return [f"{_one(head)} {found['place']} {item if ' ' in item else f'{kind} {item}'.strip()}" for item in items]


def _one(head: str) -> str:
    """ "the prices" as "the price"."""
    *words, last = head.split()
    return " ".join([*words, singular(last)])


def _question(found: re.Match[str], phrase: str) -> str:
    head = _PLACE.split(phrase, maxsplit=1)[0]
    plural = singular(head.split()[-1]) != head.split()[-1]
    be = found["be"].lower()
    be = be if plural else {"are": "is", "were": "was"}.get(be, be)
    return f"{found['intro'] or ''}{found['wh']} {be} {phrase}?"
