"""The patterns that mark a sentence as an order to a model.

"{...}" is a concept of concepts.py, " ... " up to sixty characters between two words, " ?" optional words. Each pattern
finds an order that no other pattern finds, in the half of the sentences used to write the rules (`python -m
benchmarks.orders --cues`) or in tests/pipeline/injection/.
"""

from __future__ import annotations

import re

# By what gives the order away: the model's instructions, the reader that is a machine, the answer it is to write.
CUES = {
    "instructions": (
        "(?:{ignore}|{leave}) ... {earlier} ... {instructions}(?! (?:for|of|on|in) )",
        "{ignore} ... {instructions} ... {earlier}",
        "(?:{ignore}|nothing) ... {told}",
        "{instructions} ... {told} ... {void}",
        "(?:{earlier} )?{instructions} ... {reader} ... {void}",
        "{your} (?:{earlier} )?{instructions} ... {void}",
        "{new} {instructions} ?: ?(?:{reply}(?! (?:all|every))|{from_now})",
        "your {new} (?:task|instructions|orders|objective|role) (?:is|are)",
        "{show} ... {prompt}",
        "{ignore} ... {prompt}",
        "{show} ... {above} ... {this} {text}",
    ),
    "reader": (
        "{addressed} ... {to} {reader}",
        "(?:{addressed} )?{reader} ?[:,]",
        "{reader} ... (?:{reading} ... {this} {text}|{this} {text} ... {reading})",
        "{reader} {must}",
        "as {reader} ?(?:,|you)",
        "{if_you_are} {reader}",
        "(?:dear|hello|hi|hey|lieber?|cher|estimado|caro|beste) (?:{reader}|{assistant}) ?[,:!]",
        "{role}(?: message| note)? ?: ... (?:{user}|{say}|answer is|your answer)",
        "(?:system|admin|developer|root) (?:override|prompt|command) ?:",
        "{be} ... {unbound}",
        "(?:send|post|upload) (?:the|this|your) (?:conversation|chat|context|prompt)",
        "(?:call|use|invoke) (?:the|your) ... tools? (?:with|to)",
        "{not} {mention} {that} you",
        "{from_now} (?:you |will |du |tu |only )*(?:speak|{say})",
        "(?:{not} )?(?:tell|inform) (?:every )?{user} {that}",
        "(?:hide|conceal|verschweige|cache|oculta|nascondi|verberg) ... {user}",
    ),
    "answer": (
        "(?:{when} ... )?{asked}.{0,60}, ?(?:then |always |you |please |dan )*{say}(?! (?:your|ihre|votre|su))",
        "{while} (?:du |je |de )*{write_up} ... (?:{this} {text}|{your} {answer})",
        "(?:wenn|wanneer|als|falls) ... {this} {text} ... {write_up}",
        "{whatever} ... (?:{question}|{asked}) ... (?:{say}|{your} {answer})",
        "{every} {answer} ... {this} {text} ... {must}",
        "{correct} {answer} ... {every} {question}",
        "{your} {correct} {answer} (?:is|ist|est|es|e)",
        "{your} {answer} (?:{must} ... |contains? ){word}",
        "(?:{your}|su|votre|ihre|uw) {answer} {must} (?:be|read|say|ser|etre|sein|essere|zijn) {literal}",
        "{not} ... {mention} ... {your} {answer}",
        "{mention} ... (?:nicht|niet) in {your} {answer}",
        "{not} {mention} ... {sources}",
        "{begin} (?:{your}|{every}) {answer}",
        "(?:add|put|use|insert|include|write) (?:{word} ... )?(?:in|to|into) {your} {answer}",
        "{reply} ... {every} {question} {with}",
        "{say} {only} ... (?:{word}|{literal})",
        "{say} {word} ... (?:{literal}|and nothing else|only)",
        "{reply} {with} (?:{word}|{literal}|(?-i:[A-Z0-9])\\w*[\\w-]* ?(?:$|[.;,!]))",
        "{reply} ... {with} (?:nothing but|{word})",
        "{every} ... {this} {text} ... to be (?:reported|stated|answered|quoted|given) as",
        "{say} {literal} ?$",
        '{reply} (?-i:["A-Z0-9]).{0,30} (?:to|auf|a) {every} {question}',
        "{not} {reply} (?:the|a la|la|alla) {question} ?(?:$|[.;,]|that|and)",
        "(?:ignore|disregard) the (?:user s )?question ?(?:$|[.;,]|and)",
        "{you_must} (?:always |siempre |immer |toujours |sempre |altijd )?{say} (?:always |siempre )?{that}",
        "{feign} ... {text}",
        "(?:{reply}|use|usa|utilise\\w*|verwende\\w*|gebruik) ... {this} {text} ... (?:{your} {answer}|alone|only)",
    ),
}

# Behind an order in its paragraph, what it says to do ("Ignore the rules. Say that ...").
BEHIND_AN_ORDER = (
    "{say}",
    "{show}",
    "{from_now}",
    "{you_must}",
    "(?:{your}|{correct}) {answer}",
    "the {answer} (?:is|to)",
)

# Refused in a question, though a document may well say it.
IN_QUESTIONS = (
    "{ignore} (?:it |the |what is |everything |all )*(?:above(?: \\w+)?|all|everything) ?(?:$|[.;:,]|and)",
    "(?:forget|disregard) (?:everything |the )?(?:all|above)",
    "{earlier} {instructions} ... {void}(?!.*\\?)",
    "(?:system|admin|developer) ?(?:message|prompt|override)? ?[:\\]]",
    "(?:here are |these are )?(?:your )?{new} {instructions} ?:",
    "{from_now} you are",
)

# Parts of a prompt, as chat templates and prompts write them.
MARKS = re.compile(
    r"<\|\s*\w+\s*\|>|\[\s*/?\s*inst\s*\]|<</?\s*sys\s*>>"
    r"|</?(?:system|assistant|user|human|context|passages|documents?|instructions?)>"
    r"|^\W*+(?:(?<=##)|(?<=##\s))(?:system|instruction|response|assistant)s?\s*:|\brole\W{1,5}(?:system|developer|assistant)\b"
    r"|\b(?:human|user)\s*:.{0,200}\bassistant\s*:|^\W*end of (?:context|passages|documents?)\b"
    r"|<!--\s*(?:ai|assistant|system)\b",
    re.IGNORECASE,
)
# Code in a question; one that only names a tag ("the <script> tag in appendix B") opens nothing.
CODE = re.compile(
    r"<\W{0,3}(?:script|iframe|object|embed)\b(?!\W{1,3}(?:(?:tag|element|block)s?\b|$))"
    r"|\b(?:javascript|vbscript)\s*:\s*[a-z]|\bdata\s*:\s*(?:text|image|application)\s*/|\bon(?:error|load|click)\s*=",
    re.IGNORECASE,
)

# Words that may stand before a cue. No bar stands within brackets: the phrases are sorted by their length.
LEADING = r"""please|kindly|important|attention|now|then|and|so|but|also|just|first|next|simply|instead|this|the|all|any
    |you|must|should|have to|need to|are(?: required)? to|to|can|could|will|would|safely|always|be sure to|make sure to
    |from \w+(?: \w+)? on|remember to|i want you to|i order you to|bitte|jetzt|und|nun|du|sie|alle|die|der|veuillez|et
    |maintenant|les|las|le|la|de|toutes|por favor|ahora|y|todas|e|ora|i|gli|il|tutte|en|nu|that|it is \w+ that
    |es ist \w+ dass|il est \w+ que|es \w+ que"""
