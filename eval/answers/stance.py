"""Classifies sentences: states the answer, concludes, explains, declines to answer, or retracts.

Each class is a list of phrases (regular expressions), matched as whole words in any case.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ragatta.pipeline.text.sentences import marked_parts
from ragatta.pipeline.text.words import terms


def any_of(*phrases: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """A pattern for any of the phrases (regular expressions), as whole words in any case, after `before` and followed
    by `after`."""
    return re.compile(rf"{before}(?<!\w)(?:{'|'.join(phrases)})(?!\w){after}", re.IGNORECASE)


# Verbs of answering, by their beginnings.
_TELL = (
    r"(?:say|said|tell|told|stat|mention|specif|provid|giv|list|indicat|disclos|contain|includ|address|offer|determin"
    r"|answer|find|found|calculat|comput|identif|confirm|locat|access|respond|show|report|appear)\w*"
)
_TOLD = (
    r"(?:provided|specified|mentioned|stated|listed|given|indicated|disclosed|addressed|available|found|reported|shown"
    r"|present|named|identified|defined|known)"
)
_LY = r"(?:\w+ly )?"

NEGATION = re.compile(r"\b(?:not|never|no|none|neither|nor|cannot|without|nothing)\b|n['’]t\b", re.IGNORECASE)
OPENS_CONCLUSION = any_of(
    r"therefore", r"thus", r"hence", r"so", r"consequently", r"in (?:conclusion|summary|short|total)",
    r"(?:and )?finally", r"altogether", r"as a result", before=r"^\W*"
)  # fmt: skip
ANSWERS = re.compile(
    r"\b(?:answer|result|conclusion|verdict)\b[^.:=\n]{0,40}?(?:\bis\b|\bwas\b|\bwould be\b|[:=])"
    r"|^\s*(?:final )?(?:answer|result|solution|conclusion|tl;?dr|a)\s*[:=–-]",
    re.IGNORECASE,
)
ANSWER_HEADING = re.compile(
    r"^\W*(?:the )?(?:final |short |direct )?(?:answer|result|solution|conclusion)\W*$", re.IGNORECASE
)
_SOURCE = (
    r"(?:(?:docu\w*|text|context|passage|source|page|excerpt|section|table|report|filing|statement|file|record|result"
    r"|information|data|material|content|question|snippet|chunk|manual|corpus)s?)"
)
_NOT = r"(?: ?not|n['’]t)"
# Who declines is the speaker ("I cannot say") or the sources ("the pages do not name it", "is not stated").
DECLINES = any_of(
    rf"(?:i|we) (?:can|could|am|are|was|were|do|did|would|may){_NOT}", r"(?:i|we) (?:am|are) unable",
    r"i['’]m (?:unable|not able|sorry)", r"i apologi[sz]e",
    rf"(?:unable|not able|impossible|not possible) to {_LY}{_TELL}", rf"(?:can|could){_NOT} (?:be )?{_LY}{_TELL}",
    r"would need (?:to (?:know|see|refer|consult|have|access)|access|the|more|additional|specific)",
    r"(?:insufficient|not enough) (?:information|data|context)",
    r"(?:information|data|context)(?: \w+){0,3} (?:is|are|was|were) (?:insufficient|not enough)",
    rf"{_SOURCE}(?: [\w'’-]+){{0,6}} (?:do|does|did){_NOT} {_LY}{_TELL}",
    rf"it (?:do|does|did){_NOT} {_LY}(?:say|state|mention|specify|disclose|provide (?:any|information))",
    rf"(?:is|are|was|were|has|have){_NOT}(?: been)? {_LY}{_TOLD}(?! (?:for|with|to|by|that|as) )",
    r"no (?:(?:explicit|specific|direct|such|relevant|further) )?(?:information|mention|data|details?|indication|answer"
    r"|reference|figure|evidence)",
    rf"not {_LY}(?:{_TOLD}|in the (?:provided|given|document|text|context))",
    r"no (?:[\w-]+ ){1,6}(?:is|are|was|were) (?:given|stated|listed|mentioned|provided|specified|found|available)",
    r"unknown", r"unclear", r"not sure", r"n/a", r"unanswerable", r"please (?:provide|refer|consult|check)",
    r"(?:you|one|i) (?:would|will|should|may) (?:(?:need|have) to (?:find|check)"
    r"|(?:typically |need to |have to )?(?:refer|consult|look at|review|see))",
)  # fmt: skip
_WHICH = r"(?:which|what|whether|who|where|when|how|if you mean)"
_SPECIFY = r"(?:specify|clarify|be more (?:specific|precise)|indicate|tell me|let me know|say|name|confirm|choose)"
# Asks the reader for what is missing, with a question mark or without.
ASKS_BACK = any_of(
    rf"{_SPECIFY} {_WHICH}", r"(?:please|you) (?:please |also )?(?:specify|clarify|be more (?:specific|precise))",
    r"please (?:provide|give|name|choose|select) (?:me )?(?:the|a|one|more|your|an)",
    rf"{_WHICH}(?: [\w-]+){{0,4}} (?:do|did|are) you (?:mean|referring|asking)",
    rf"(?:i|we)(?: would| will|['’]ll|['’]d)? need (?:you )?to (?:know|specify|clarify) {_WHICH}",
)  # fmt: skip
_NO_ANSWER = re.compile(
    r"""\W*(?:(?:null|none|nil|nan|n/a|unanswerable)|"?answer"?\s*:\s*(?:null|""|none)|"\w+"\s*:\s*null)?\W*""",
    re.IGNORECASE,
)
SUPPOSES = re.compile(r"^\W*(?:if|had|were)\b.*\bwould\b", re.IGNORECASE)
TAKES_BACK = any_of(
    r"correction(?=\s*[:,—–-])", r"scratch that", r"my mistake", r"on second thought", r"(?:let me|i must|to) correct",
    r"i (?:made|was) (?:a mistake|an error|wrong|mistaken)", r"i (?:misread|misspoke|miscalculated|stand corrected)",
    r"i apologi[sz]e for", r"that (?:is|was) (?:wrong|incorrect|a mistake|not right)",
    r"should (?:instead )?(?:be|read)", r"wait", r"oops", r"sorry,", r"apologies,", r"edit:", r"actually,",
    r"actually (?:no|that|i|it|the)",
)  # fmt: skip
GUESSES = any_of(
    r"either", r"one of", r"might be", r"may be", r"could be", r"perhaps", r"possibly", r"maybe", r"my guess",
    r"i(?:['’]d| would)? guess", r"probably", r"not (?:certain|sure)", r"hard to say", r"unsure",
    r"(?:not clear|unclear) whether",
)  # fmt: skip


@lru_cache(maxsize=4096)
def declines(text: str, question: str = "") -> bool:
    """Whether most sentences of a text, or the first of up to three, say that there is no answer; or nothing is said. A
    sentence that says so of what the question itself asks is its answer: "What if it cannot be found?"."""
    if _NO_ANSWER.fullmatch(text):
        return True
    all_sentences = marked_parts(text)
    declining = [sentence_declines(sentence, question) for sentence in all_sentences]
    return bool(all_sentences) and (
        sum(declining) * 2 > len(all_sentences) or (len(all_sentences) <= 3 and declining[0])
    )


def asks_back(text: str) -> bool:
    """Whether a text ends in a question, or asks its reader for what is missing."""
    return text.rstrip().endswith("?") or ASKS_BACK.search(text) is not None


def sentence_declines(sentence: str, question: str = "") -> bool:
    """The same of one sentence."""
    asked = set(terms(question))
    return any(not set(terms(cue[0])) & asked for cue in DECLINES.finditer(sentence))
