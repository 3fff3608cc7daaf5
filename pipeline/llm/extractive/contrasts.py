"""Questions that compare: "How does the A of C differ from that of D?" asks for the A of C and for the A of D."""

from __future__ import annotations

import re

from pipeline.llm.extractive.coordination import singular

_MORE = r"(?:(?:high|low|larg|small|great|long|short|old|new|earli|lat|cheap|bigg)er|more|less|fewer)"
_HAS = r"(?:has|had|carries|shows|pays)"
_BY_WHAT = r"(?:by|as to|in terms of|with respect to|with regard to|for|on)(?: their| the)? (?P<what>[\w ]+?)"
_WITH = r"(?:and|with|to|against|from|versus|vs\.?|or|than)"
_SIDES = rf"(?P<left>.+?),? {_WITH} (?P<right>.+?)"
_LEAD = r"(?:.*?, )?"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_LEAD}(?:please )?compare {_SIDES}[.?]?$",
        rf"^{_LEAD}how (?:do|does|did) (?P<left>.+?) (?:differ from|compare (?:to|with|against)) (?P<right>.+?)\?*$",
        rf"^{_LEAD}how (?:do|does|did) {_SIDES} (?:differ|compare)\?*$",
        rf"^{_LEAD}(?:what is|how large is|how great is) the difference between {_SIDES}\?*$",
        rf"^{_LEAD}(?:by )?how much {_MORE} (?:is|are|was|were) {_SIDES}\?*$",
        r"^(?:by )?how much (?:do|does|did) (?P<left>.+?) (?:exceed|differ from) (?P<right>.+?)\?*$",
        rf"^(?:which|what) (?:\w+ )?(?:is|was) (?:the )?{_MORE}[,:] {_SIDES}\?*$",
    )
)
# The thing compared stands apart from what it is compared by.
_BY = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^compare {_SIDES} {_BY_WHAT}[.?]?$",
        rf"^(?:what is|how large is) the difference in (?:the )?(?P<what>.+?) between {_SIDES}\?*$",
        rf"^(?:which|who) of {_SIDES} {_HAS} (?:the )?{_MORE} (?P<what>.+?)\?*$",
        rf"^(?:which|what|who)(?: \w+)? {_HAS} (?:the )?{_MORE} (?P<what>[^,:]+)[,:] {_SIDES}\?*$",
    )
)
_OF = re.compile(r" (of|for|in|on|under|at|from) ", re.IGNORECASE)
_THAT = re.compile(r"^(?:that|those|the one|the ones) (?=of|for|in|on|under|at|from)", re.IGNORECASE)


def contrasted(question: str) -> list[str]:
    """The question for each of the two sides; none where it compares nothing, or the sides cannot be told."""
    for pattern in _BY:
        if found := pattern.match(question):
            left, right = _both(found["left"], found["right"])
            return [f"What is the {found['what']} of {side}?" for side in (left, right)]
    found = next((match for pattern in _PATTERNS if (match := pattern.match(question))), None)
    if found is None:
        return []
    left, right = found["left"], found["right"]
    head, place, of = _parted(left)
    if not place:
        return []
    if _THAT.match(right):
        right = _THAT.sub(f"{head} ", right)
    elif not _parted(right)[1]:
        of, right = _both(of, right)
        left, right = f"{head} {place} {of}", f"{head} {place} {right}"
    return [f"What is {side if _starts_as_known(side) else f'the {side}'}?" for side in (left, right)]


def _parted(side: str) -> tuple[str, str, str]:
    """(what, "of", of which); the last two empty where nothing is said."""
    found = _OF.search(side)
    return (side[: found.start()], found[1], side[found.end() :]) if found else (side, "", "")


def _both(left: str, right: str) -> tuple[str, str]:
    """Two things of which one may lean on the other: "policies A" and "B", "the old" and "the new manual"."""
    first, last = left.split(), right.split()
    if len(first) > 1 and singular(first[-2]) != first[-2] and len(last) == 1:
        noun = singular(first[-2])
        return " ".join([*first[:-2], noun, first[-1]]), f"{noun} {right}"
    bare = [word for word in first if word.lower() != "the"]
    if len(bare) == 1 and bare[0].islower() and len([word for word in last if word.lower() != "the"]) > 1:
        return f"{left} {last[-1]}", right
    return left, right


def _starts_as_known(side: str) -> bool:
    return bool(re.match(r"(?:the|its|their|an?|my|our|your) ", side, re.IGNORECASE))
