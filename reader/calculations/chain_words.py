"""The words by which measures are joined to a calculation, and by which one is asked for: general English."""

from __future__ import annotations

import re

_ALSO = r"(?:,? ?(?:and )?(?:then |also |finally |again )?)"
_IS = r"(?:,? ?(?:which )?(?:is |are |be |being |gets? )?(?:then )?)"
DASH = "–"  # between two names it parts a title, or is a minus where something is to be computed
_JOINTS = (
    ("*", rf"{_ALSO}(?:[x×*·]|times|{_IS}multipl(?:y|ied|ying) (?:it |that |this |them )?(?:by|with)|by)"),
    ("/", rf"{_ALSO}(?:÷|/|{_IS}divided? (?:it |that |this )?by)"),
    ("+", rf"{_ALSO}(?:\+|plus|(?:{_IS}added|add(?:ing)?|on top of|in addition to)(?: to)?)"),
    ("-", rf"{_ALSO}(?:−|minus|less)"),
    (DASH, r" ?[-–]"),
    ("to", r"(?:,? (?:are|is|both|being|were|have been|has been) )?(?:both )?(?:applied )?(?:to|on)"),
    ("from", r"(?:(?:is |are )?subtracted )?from"),
    ("than", r"than"),
    ("with", r"with"),
    (",", r",|,? ?(?:and|as well as|together with|along with)(?: then| also| by| with)?|,? ?then(?: by)?"),
)
JOINT = tuple((sign, re.compile(rf" ?(?:{words}) ?", re.IGNORECASE)) for sign, words in _JOINTS)
CASE = re.compile(
    r" (?:for|of|in|at|on|with) [^,.;:?!()]{1,60}?(?= (?:[x×*·+÷]|times|plus|minus|less|multiplied by|divided by) )",
    re.IGNORECASE,
)
RATE = re.compile(r"rates?", re.IGNORECASE)  # what is multiplied, though it may multiply
COMPUTES = re.compile(r"=|\b(?:calculat\w+|comput\w+|subtract\w*|work out|figure out|differ\w*)\b", re.IGNORECASE)
INFIX = ("*", "/", "+", "-")
BEFORE = (
    ("*", re.compile(r"\b(?:multipl\w+|product of|factors?:?)(?: together)?[ (:]*$", re.IGNORECASE)),
    ("+", re.compile(r"\b(?:add(?:ing)?(?: up)?|sum of|total(?:ling)?(?: of)?|plus)[ (:]*$", re.IGNORECASE)),
)
_ADDED = re.compile(r"^[^.?!;]{0,40}\b(?:added|summed|add|sum|totall?ed|total)\b", re.IGNORECASE)
MULTIPLIED = re.compile(r"^[^.?!;]{0,40}\bmultipl\w+", re.IGNORECASE)
APPLIED = re.compile(
    r"^\)?,? (?:(?:are|is|were|being|get|gets|have been)\b (?:\w+ )?)?"
    r"(?:applied|used|counted|considered|taken|charged|due|added|multiplied|combined)\b",
    re.IGNORECASE,
)
APPLYING = re.compile(
    r"\b(?:appl(?:y|ying)|tak(?:e|ing)|us(?:e|ing)|count(?:ing)?)(?: (?:only|just|in))?[ (:]*$", re.IGNORECASE
)
INTRODUCES = re.compile(
    r"(?:\b(?:if|and|when|once|after|with|from|by|using|use|please|take|taking|apply|applying|multiply(?:ing)?|up|the"
    r"|add(?:ing)?|based on|(?:product|sum|total) of|subtract(?:ing)?|divid(?:e|ing)|i|we|you|only|just|nothing but"
    r"|considering|counting|given)[ (]+)*\(?$",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"(?: ?,? ?(?:(?:is|are|were|being|get|gets|only|alone|then|both|all|applied|used|considered|counted|multiplied"
    r"|added|combined|together|into account|and nothing else|nothing else)\b ?)+)?\)?",
    re.IGNORECASE,
)
# What stands before the measure that is asked for, and not before one that is told.
ASKS_FOR = re.compile(
    r"(?:^|[.:;?!] |\b(?:what|what['’]s|is|are|be|get|find|give|me|would|will|compute|calculate|determine|out|tell) )$",
    re.IGNORECASE,
)
ONLY_BEFORE = re.compile(
    r"\b(?:only|just|merely|solely|simply|exactly|nothing but|no more than|alone)\b", re.IGNORECASE
)
ONLY_BEHIND = re.compile(r"^ ?,? ?(?:only|alone|and nothing else|nothing else|exclusively)\b|^\)", re.IGNORECASE)
WANTS = re.compile(
    r"\b(?:what|how much|comput\w+|calculat\w+|determine|work out|figure out|find|give|tell|comes? to)\b|\?\s*$",
    re.IGNORECASE,
)
TELLS = re.compile(
    r"\s*(?:so |and |but )?(?:(?:is|are|was|were|do|does|did|can|may|must|will|should|has|have|when|why|who|where|which"
    r"|list|name|describe|explain)\b(?! you\b)|how\b(?! much\b| many\b))",
    re.IGNORECASE,
)
OTHER = re.compile(
    r"\b(?:average|mean|median|difference|ratio|share|percent(?:age)?)(?: of| between)?(?: the)? ?$", re.IGNORECASE
)
SENTENCE = re.compile(r"[.?!](?= [A-Z(]|$)")
