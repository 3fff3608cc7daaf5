"""Questions that compare: "How does the A of C differ from that of D?" asks for the A of C and for the A of D."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reader.question.coordination import singular

_MORE = r"(?:(?:high|low|larg|small|great|long|short|old|new|earli|lat|cheap|bigg)er|more|less|fewer)"
_HAS = r"(?:has|had|carries|shows|pays)"
_BY = r"(?:by|in|as to|in terms of|with respect to|with regard to|regarding|on)(?: their| the)? (?P<what>.+?)"
_SIDES, _END = r"(?P<sides>.+?)", r"[.?]*$"
_COMPARE = r"^(?:.*?, )?(?:please )?(?:compare|contrast)"
# Sides that say what is compared themselves: "the price of A and that of B".
_OWN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_COMPARE} {_SIDES}{_END}",
        rf"^(?:please )?(?:set|put|hold|weigh|place) (?P<sides>.+? (?:against|beside|next to) .+?){_END}",
        rf"^(?:.*?, )?how (?:do|does|did) (?P<sides>.+? (?:differ from|compare (?:to|with|against)) .+?){_END}",
        rf"^(?:.*?, )?how (?:do|does|did) {_SIDES} (?:differ|compare){_END}",
        rf"^(?:.*?, )?(?:what|how (?:large|great|big)) is the difference between {_SIDES}{_END}",
        rf"^(?:.*?, )?what (?:is|are|was|were) (?P<sides>.+?,? (?:as )?(?:compared|opposed) (?:with|to) .+?){_END}",
        rf"^(?:by )?how much {_MORE} (?:is|are|was|were) {_SIDES}{_END}",
        rf"^(?:by )?how much (?:do|does|did) (?P<sides>.+? (?:exceed|differ from) .+?){_END}",
        rf"^(?:which|what) (?:\w+ )?(?:is|was) (?:the )?{_MORE}[,:] {_SIDES}{_END}",
        r"^(?P<sides>the .+? (?:versus|vs\.?) .+?)(?:[:,] (?:what|which|how)\b.*|[.?]*)$",
    )
)
# Sides that are only things; what they are compared by stands apart.
_BY_WHAT = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_COMPARE} {_SIDES} {_BY}{_END}",
        rf"^how (?:do|does|did) {_SIDES} (?:compare|differ) {_BY}{_END}",
        rf"^(?:what|how large) is the difference in (?:the )?(?P<what>.+?) between {_SIDES}{_END}",
        rf"^(?:which|who) of {_SIDES} {_HAS} (?:the )?{_MORE} (?P<what>.+?){_END}",
        rf"^(?:of|between) {_SIDES}, (?:which|who) {_HAS} (?:the )?{_MORE} (?P<what>.+?){_END}",
        rf"^(?:which|what|who)(?: \w+)? {_HAS} (?:the )?{_MORE} (?P<what>[^,:]+)[,:] {_SIDES}{_END}",
        rf"^(?:please )?(?:(?:put|set|place|lay) )?{_SIDES} side by side[:,]"
        rf" what (?:is|are) (?:the )?(?P<what>.+?) of (?:each|both){_END}",
    )
)
_VERSUS = re.compile(
    rf"^(?:.*?, )?what (?:is|are|was|were) (?P<left>the .+?) (?:versus|vs\.?) (?P<right>.+?){_END}", re.I
)
# What a comparison of two things asks of each; "higher" or "better" does not say.
_MEASURES = {
    measure: re.compile(rf"^(?:which|what|who)(?: \w+)? (?:is|was) (?:the )?(?:{more})[,:] {_SIDES}{_END}", re.I)
    for measure, more in {
        "weight": "heavier|lighter", "length": "longer|shorter", "height": "taller", "price": "cheaper|dearer",
        "speed": "faster|slower", "width": "wider|narrower", "depth": "deeper|shallower",
        "thickness": "thicker|thinner", "temperature": "hotter|warmer|colder|cooler", "strength": "stronger|weaker",
    }.items()
}  # fmt: skip
_STRONG = r"with|to|against|from|than|versus|vs\.?|beside|next to|exceed|opposed to"
_JOINTS = (
    re.compile(rf",? (?:differ from|(?:as )?compared? (?:with|to|against)|{_STRONG}) ", re.IGNORECASE),
    re.compile(r",? (?:and|or) ", re.IGNORECASE),
)
_PLACE = re.compile(r" (of|for|in|on|under|at|from) ", re.IGNORECASE)
_THAT = re.compile(r"^(?:that|those|the one|the ones) (?P<place>of|for|in|on|under|at|from) ", re.IGNORECASE)


def contrasted(question: str) -> list[str]:
    """The question for each of the two sides; none where it compares nothing, or the sides cannot be told."""
    for pattern in _BY_WHAT:
        found = pattern.match(question)
        if found and not (_PLACE.search(found["sides"]) and found["sides"].lower().startswith("the ")):
            for left, right in _splits(found["sides"]):
                return [_what(f"{found['what']} of {side}") for side in _both(left, right)]
    for pattern in _OWN:
        if found := pattern.match(question):
            for left, right in _splits(found["sides"]):
                if sides := _sides(left, right):
                    return [_what(side) for side in sides]
    return _against(question) or _measured(question)


def _against(question: str) -> list[str]:
    """ "the rate in territory 3 versus territory 5", where both sides are of one kind: a case has a name like that."""
    found = _VERSUS.match(question)
    sides = _sides(found["left"], found["right"]) if found else None
    if found is None or sides is None:
        return []
    kind = singular(found["right"].lower().removeprefix("the ").split()[0])
    alike = re.search(rf"\b{re.escape(kind)}", found["left"])
    return [_what(side) for side in sides] if alike else []


def _measured(question: str) -> list[str]:
    """ "Which is heavier, A or B?" asks for the weight of each."""
    for measure, pattern in _MEASURES.items():
        if found := pattern.match(question):
            for cut in _JOINTS[1].finditer(found["sides"]):
                sides = _both(found["sides"][: cut.start()], found["sides"][cut.end() :])
                return [_what(f"{measure} of {side}") for side in sides]
    return []


def _splits(sides: str) -> Iterator[tuple[str, str]]:
    """Every way to cut the sides apart, at the words that compare before those that only join."""
    for joint in _JOINTS:
        for cut in joint.finditer(sides):
            yield sides[: cut.start()], re.sub(r"^both ", "", sides[cut.end() :])


def _sides(left: str, right: str) -> tuple[str, str] | None:
    """Both sides with what is compared; None where the left one does not say what."""
    places = list(_PLACE.finditer(left))
    if not places:
        return None
    if that := _THAT.match(right):
        same = [place for place in places if place[1].lower() == that["place"].lower()] or places
        return left, f"{left[: same[-1].start()]} {right[that.start('place') :]}"
    if right.lower().startswith(("the ", "its ")) and _PLACE.search(right):
        return left, right
    place = max(places, key=lambda found: (_alike(left[found.end() :], right), found.start()))
    head = left[: place.end()]
    one, other = _both(left[place.end() :], right)
    return head + one, head + other


def _alike(one: str, other: str) -> tuple[bool, bool]:
    """How much two things look like one kind: the same first word, as many words of the same look."""
    first, second = one.split(), other.split()
    look = [(word[0].isupper(), any(letter.isdigit() for letter in word)) for word in (first[-1], second[-1])]
    return first[0].lower() == second[0].lower(), len(first) == len(second) and look[0] == look[1]


def _both(left: str, right: str) -> tuple[str, str]:
    """Two things of which one may lean on the other: "policies A" and "B", "the old" and "the new manual"."""
    first, last = left.removeprefix("both ").split(), right.split()
    if len(first) > 1 and singular(first[-2]) != first[-2] and len(last) == 1:
        noun = singular(first[-2])
        return " ".join([*first[:-2], noun, first[-1]]), f"{noun} {right}"
    bare = [word for word in first if word.lower() != "the"]
    if len(bare) == 1 and bare[0].islower() and len([word for word in last if word.lower() != "the"]) > 1:
        return " ".join([*first, last[-1]]), right
    return " ".join(first), right


def _what(asked: str) -> str:
    known = re.match(r"(?:the|its|their|an?|my|our|your) ", asked, re.IGNORECASE)
    return f"What is {'' if known else 'the '}{asked[:1].lower() + asked[1:] if known else asked}?"
