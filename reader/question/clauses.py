"""Cuts a question at the borders of the full questions it is joined from; a half one ("and where?") is no question."""

from __future__ import annotations

import re

_AUX = r"(?:is|are|was|were|do|does|did|can|could|may|might|must|has|have|had|will|would|shall|should)"
_PREPOSITION = r"(?:(?:up )?to|in|on|at|by|for|from|under|after|within|of|with|over|since|before|through|during|beyond)"
_WH = r"(?:what|which|who|whom|whose|when|where|why|how)"
_NO_SUBJECT = r"(?!(?:it|they|he|she|we|you|this|these|that|those|its|their|the|an?)\b)"
_PHRASE = rf"(?:(?:(?:of|from|under|for|on|in|at|to|by|with) (?:the |an? )?)?(?!{_WH}\b|it\b|they\b|the\b)[^\s,;?]+ )"
# "when does it end", "to what limit may it be raised", "how many rooms of the house are let"; but no "when it ends"
_INVERTED = rf"(?:{_PREPOSITION} )?(?:{_WH} {_AUX}\b|(?:what|which|whose|how) {_NO_SUBJECT}{_PHRASE}{{1,12}}?{_AUX}\b)"
_VERB_FORM = r"(?!is\b|was\b|has\b|does\b)\w+(?:s|ed) \S"
_SUBJECT = rf"(?:who {_NO_SUBJECT}\w+ \S|(?:what|which) {_NO_SUBJECT}(?:\w+ ){{0,4}}?{_VERB_FORM})"
_DIRECT = re.compile(rf"(?:{_INVERTED}|{_SUBJECT})", re.IGNORECASE)
_EMBEDDED = re.compile(rf"(?:{_PREPOSITION} )?{_WH} \S+ \S+", re.IGNORECASE)  # "what the price of it is"
_VERB = "tell|give|show|find|state|say|explain|describe|name|list|provide|report|quote|look up|compare|let"
# Behind ", and" a question of yes or no is one of its own: "and does it have a pool?".
_YES_NO = re.compile(
    r"(?:does|do|did|is|are|was|were|has|have|can|could|will|would) (?:it|they|the [\w-]+) ", re.IGNORECASE
)
INTRO = re.compile(
    r"^(?P<intro>(?:for|in|under|on|at|within|per|regarding|concerning|about|of|from|according to|as of|with) [^?]*?)"
    r"(?P<end>[,:]) "
    rf"(?=(?:{_WH}|to|up|by)\b)",
    re.IGNORECASE,
)
_OF_A_NOUN = re.compile(r"(?:of |in )?whose\b", re.IGNORECASE)
_COMMAND = re.compile(rf"(?:please |then |kindly )*(?:{_VERB})\b", re.IGNORECASE)
_POLITE = (
    rf"(?:(?:please|kindly),? )*(?:(?:can|could|would|will) you (?:please )?)?(?:(?:{_VERB})(?: me| us)?(?: know| out)?"
    r"|i (?:need|want|would like|wish)(?: to (?:know|see|learn|have))?|i['’]d like(?: to know)?|what i need is)[ :]+"
    r"(?:(?:two|three|several|some|a few|the following)(?: (?:things|questions|facts|points))?[:,] )?"
)
_REQUEST = re.compile(_POLITE, re.IGNORECASE)
_OPENER = re.compile(
    rf"(?:(?:(?:and|also) [a-z’' ]{{1,40}}(?=, (?:{_PREPOSITION} )?{_WH}\b)"
    r"|and|also|then|plus|finally|lastly|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|besides|moreover|furthermore"
    r"|additionally|in addition|as well|likewise|further|another question|one more thing|two questions|three questions)"
    r"(?:[,:]| -)? )+",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"(?:[,;] ?(?:and |plus |as well as |but )?(?:also |then |finally )?| (?:and|plus|as well as) (?:also |then )?)"
)
_MARK = re.compile(r"(?:(?<=[\s:;,.?])|^)\(?(?P<label>[1-9]|[a-e]|i{1,3})[.)] (?=\S)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[?;]) (?=\S)|(?<=[.;]) (?=[A-Z])")
_LABELS = ("123456789", "abcde", ("i", "ii", "iii"))


def opened(text: str) -> str:
    """The text without what only ties it to the one before: "Also, ..."."""
    return _OPENER.sub("", text, count=1) if _OPENER.match(text) else text


def unasked(text: str) -> str:
    """What a polite request is for: "Could you tell me the price of it" is for "the price of it"."""
    return _REQUEST.sub("", text, count=1) if _REQUEST.match(text) else text


def numbered(text: str) -> tuple[str, list[str]]:
    """What stands before "(1) ... (2) ...", and the points; none where the marks do not count up from the first."""
    marks = list(_MARK.finditer(text))
    labels = [mark["label"].lower() for mark in marks]
    if len(marks) < 2 or not any(labels == list(series[: len(labels)]) for series in _LABELS):
        return text, []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    points = [text[mark.end() : end] for mark, end in zip(marks, ends, strict=True)]
    return text[: marks[0].start()].strip(), [re.sub(r"[\s,;]*(?:\band)?[\s,;]*$", "", point) for point in points]


def pieces(text: str) -> list[str]:
    """The sentences of a question, and what its semicolons part. A full stop ends one only where a request follows:
    it may stand for the rest of a word."""
    found: list[str] = []
    for piece in _SENTENCE.split(text):
        if found and found[-1].endswith(".") and not _asks(opened(piece)):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return [piece.strip(" ;") for piece in found if piece.strip(" ;")]


def is_request(text: str) -> bool:
    """Whether a sentence asks for something, rather than telling what the question is about."""
    return text.endswith("?") or _asks(opened(text))


def _asks(text: str) -> bool:
    text = INTRO.sub("", text)
    return bool(_DIRECT.match(text) or _COMMAND.match(text) or _REQUEST.match(text))


def clauses(text: str) -> list[str]:
    """The full questions of one sentence, in their order: cut at "and what ...", if whole questions stand on both
    sides. After "tell me" they may be embedded ones. Behind a bare comma stands a question only if "and" adds a last
    one, else what it says is of the noun before: "the letter, which was written in May"."""
    body = unasked(text)
    asks = _EMBEDDED if body != text and _EMBEDDED.match(body) else _DIRECT
    cuts: list[re.Match[str]] = []
    for joint in _JOINT.finditer(body):
        before = body[cuts[-1].end() if cuts else 0 : joint.start()]
        after = opened(body[joint.end() :])
        asked = asks.match(after) or (joint[0].startswith(", and") and text.endswith("?") and _YES_NO.match(after))
        if asks.match(INTRO.sub("", opened(before))) and asked and not _OF_A_NOUN.match(after):
            cuts.append(joint)
    if not cuts or cuts[-1][0].strip() == ",":
        return [text]
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(body)]
    return [opened(body[start:end]) for start, end in zip(starts, ends, strict=True)]
