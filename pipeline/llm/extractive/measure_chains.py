"""Calculations that name their measures and join them freely: "base rate x zone factor = ?", "if only the fare and the
season factor are applied", "(day rate and travel factor only)".

A chain is a run of measures with nothing between them but what joins them: signs, words for an operation, commas. What
joins two of them decides; else what is said before or behind the chain; else what the measures are: a factor
multiplies, fees add up. All that is said outside the chain is of the case. General English, no domain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.llm.extractive.named_measures import HEAD, Measure, named_measures

_ALSO = r"(?:,? ?(?:and )?(?:then |also |finally |again )?)"
_IS = r"(?:,? ?(?:which )?(?:is |are |be |being |gets? )?(?:then )?)"
_JOINTS = (
    ("*", rf"{_ALSO}(?:[x×*·]|times|{_IS}multipl(?:y|ied|ying) (?:it |that |this |them )?(?:by|with)|by)"),
    ("/", rf"{_ALSO}(?:÷|/|{_IS}divided? (?:it |that |this )?by)"),
    ("+", rf"{_ALSO}(?:\+|plus|(?:{_IS}added|add(?:ing)?|on top of|in addition to)(?: to)?)"),
    ("-", rf"{_ALSO}(?:[-–−]|minus|less)"),
    ("to", r"(?:,? (?:are|is|both|being|were|have been|has been) )?(?:both )?(?:applied )?(?:to|on)"),
    ("from", r"(?:(?:is |are )?subtracted )?from"),
    ("than", r"than"),
    ("with", r"with"),
    (",", r",|,? ?(?:and|as well as|together with|along with)(?: then| also| by| with)?|,? ?then(?: by)?"),
)
_JOINT = tuple((sign, re.compile(rf" ?(?:{words}) ?", re.IGNORECASE)) for sign, words in _JOINTS)
_INFIX = ("*", "/", "+", "-")
_BEFORE = (
    ("*", re.compile(r"\b(?:multipl\w+|product of|factors?:?)(?: together)?[ (:]*$", re.IGNORECASE)),
    ("+", re.compile(r"\b(?:add(?:ing)?(?: up)?|sum of|total(?:ling)?(?: of)?|plus)[ (:]*$", re.IGNORECASE)),
)
_ADDED = re.compile(r"^[^.?!;]{0,40}\b(?:added|summed|add|sum|totall?ed|total)\b", re.IGNORECASE)
_MULTIPLIED = re.compile(r"^[^.?!;]{0,40}\bmultipl\w+", re.IGNORECASE)
_APPLIED = re.compile(
    r"^\)?,? (?:(?:are|is|were|being|get|gets|have been)\b (?:\w+ )?)?"
    r"(?:applied|used|counted|considered|taken|charged|due|added|multiplied|combined)\b",
    re.IGNORECASE,
)
_APPLYING = re.compile(
    r"\b(?:appl(?:y|ying)|tak(?:e|ing)|us(?:e|ing)|count(?:ing)?)(?: (?:only|just|in))?[ (:]*$", re.IGNORECASE
)
_INTRODUCES = re.compile(
    r"(?:\b(?:if|and|when|once|after|with|from|by|using|use|please|take|taking|apply|applying|multiply(?:ing)?|up|the"
    r"|add(?:ing)?|based on|(?:product|sum|total) of|subtract(?:ing)?|divid(?:e|ing)|i|we|you|only|just|nothing but"
    r"|considering|counting|given)[ (]+)*\(?$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"(?: ?,? ?(?:(?:is|are|were|being|get|gets|only|alone|then|both|all|applied|used|considered|counted|multiplied"
    r"|added|combined|together|into account|and nothing else|nothing else)\b ?)+)?\)?",
    re.IGNORECASE,
)
# What stands before the measure that is asked for, and not before one that is told.
_ASKS_FOR = re.compile(
    r"(?:^|[.:;,?!] |\b(?:what|what['’]s|is|are|be|get|find|give|me|compute|calculate|determine|out|tell) )$",
    re.IGNORECASE,
)
_ONLY_BEFORE = re.compile(
    r"\b(?:only|just|merely|solely|simply|exactly|nothing but|no more than|alone)\b", re.IGNORECASE
)
_ONLY_BEHIND = re.compile(r"^ ?,? ?(?:only|alone|and nothing else|nothing else|exclusively)\b|^\)", re.IGNORECASE)
_WANTS = re.compile(
    r"\b(?:what|how much|comput\w+|calculat\w+|determine|work out|figure out|find|give|tell|comes? to)\b|\?\s*$",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\s*(?:so |and |but )?(?:(?:is|are|was|were|do|does|did|can|may|must|will|should|has|have|when|why|who|where|which"
    r"|list|name|describe|explain)\b(?! you\b)|how\b(?! much\b| many\b))",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:average|mean|median|difference|ratio|share|percent(?:age)?)(?: of| between)?(?: the)? ?$", re.IGNORECASE
)
_SENTENCE = re.compile(r"[.?!](?= [A-Z(]|$)")


@dataclass(frozen=True)
class Chain:
    """`expression` is over {0}, {1}, ... for the operands in their order; `span` is where the chain stands with what
    introduces it, and `result` what the question calls the outcome ("" where it does not)."""

    operands: tuple[str, ...]
    expression: str
    span: tuple[int, int]
    result: str


def read_chain(question: str) -> Chain | None:
    """The calculation of two measures or more that the question names; None where it asks for none."""
    for run, signs in _runs(question):
        run, signs = _cut(run, signs)
        span = run[0].span[0], run[-1].span[1]
        before, behind = question[: span[0]], question[span[1] :]
        if len(run) < 2 or tells(question, span) or _OTHER.search(before) or not _asked(question, run, signs):
            continue
        if expression := _expression(run, signs, before, behind):
            operands = tuple(one.name for one in run)
            return Chain(operands, expression, _said(question, span), _result(question, span))
    return None


def _said(question: str, span: tuple[int, int]) -> tuple[int, int]:
    """Where the chain stands with the words that introduce and end it, which say nothing of the case."""
    before, behind = _INTRODUCES.search(question[: span[0]]), _ENDS.match(question[span[1] :])
    return before.start() if before else span[0], span[1] + (behind.end() if behind else 0)


def _result(question: str, span: tuple[int, int]) -> str:
    outside = (one for one in named_measures(question) if one.span[1] <= span[0] or one.span[0] >= span[1])
    return next((one.name for one in outside if _ASKS_FOR.search(question[: one.span[0]])), "")


def _runs(question: str) -> Iterator[tuple[list[Measure], list[str]]]:
    """The longest runs of joined measures, with what joins them."""
    run: list[Measure] = []
    signs: list[str] = []
    for one in named_measures(question):
        sign = _joint(question[run[-1].span[1] : one.span[0]]) if run else ""
        if run and not sign:
            yield run, signs
            run, signs = [], []
        signs += [sign] if run else []
        run.append(one)
    if run:
        yield run, signs


def _joint(between: str) -> str:
    return next((sign for sign, words in _JOINT if between.strip(" ") and words.fullmatch(between)), "")


def _cut(run: list[Measure], signs: list[str]) -> tuple[list[Measure], list[str]]:
    """Without what a comma parts from a written calculation: "For the premium, fare x factor" multiplies two."""
    written = [at for at, sign in enumerate(signs) if sign in _INFIX]
    first = written[0] if written else 0
    return run[first:], signs[first:]


def tells(question: str, span: tuple[int, int]) -> bool:
    """Whether the sentence in which the span begins asks for something else than a result."""
    starts = [0, *(end.end() for end in _SENTENCE.finditer(question, 0, span[0]))]
    return bool(_TELLS.match(question, starts[-1]))


def _asked(question: str, run: Sequence[Measure], signs: Sequence[str]) -> bool:
    """Whether a result is asked for: an operation is said, or the measures are all that a result is to be made from."""
    span = run[0].span[0], run[-1].span[1]
    before, behind = question[: span[0]], question[span[1] :]
    outside = f"{before} ; {behind}"
    if any(sign in (*_INFIX, "to", "from", "than") for sign in signs):
        return bool(_WANTS.search(outside)) or any(sign in _INFIX for sign in signs)
    if not _WANTS.search(outside):
        return False
    if _APPLIED.search(behind) or any(words.search(before) for _, words in _BEFORE) or _APPLYING.search(before):
        return True
    chosen = _ONLY_BEFORE.search(question[max(0, span[0] - 25) : run[0].span[1]]) or _ONLY_BEHIND.search(behind)
    return bool(chosen) and _result_named(outside)


def _result_named(outside: str) -> bool:
    return bool(
        re.search(
            rf"\b{HEAD}\b|\b(?:bill|amount|total|tuition|result|pay|owe|come|cost|much)\b", outside, re.IGNORECASE
        )
    )


def _expression(run: Sequence[Measure], signs: Sequence[str], before: str, behind: str) -> str:
    names = [f"{{{at}}}" for at in range(len(run))]
    if "from" in signs:
        return " - ".join(names[::-1]) if len(run) == 2 else ""
    if "than" in signs:
        return " - ".join(names) if len(run) == 2 else ""
    default = _default(run, signs, before, behind)
    if not default:
        return ""
    joined = names[0]
    for name, sign in zip(names[1:], signs, strict=True):
        joined += f" {sign if sign in _INFIX else default} {name}"
    return joined


def _default(run: Sequence[Measure], signs: Sequence[str], before: str, behind: str) -> str:
    """What joins measures that are merely listed; "" for what stands "to" another and multiplies nothing: "the fees to
    the premium" are not added up."""
    said = next((sign for sign in signs if sign in _INFIX), "")
    said = said or next((sign for sign, words in _BEFORE if words.search(before)), "")
    if said:
        return said
    if _MULTIPLIED.search(behind) or any(one.multiplies for one in run):
        return "*"
    return "" if "to" in signs else "+"
