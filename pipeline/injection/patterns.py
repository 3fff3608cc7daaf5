"""The words of orders to a model, as patterns over plain text (disguises.py). Which of their matches is an order, and
not a question about one, tells detection.py.

Source: seed 002, planner, "Safety Patterns Detected", in general form.
"""

from __future__ import annotations

import re

from pipeline.injection.disguises import ENDS, GAP, STARTS, compiled, either, set_apart, spelled

_FILLING = either(
    """all|any|every|each|of|the|these|those|this|that|your|my|our|its|previous|previously|prior|earlier|preceding|above
    |foregoing|former|past|last|original|initial|existing|current|other|given|system|safety|security|hidden|developer
    |internal|default|old|such|entire|whole|and|or|secret|standing"""
)
_FILL = rf"(?:{_FILLING}{GAP}){{0,8}}"
FEW = rf"(?:{_FILLING}{GAP}){{0,3}}"
_BEFORE = either(
    "previous|prior|earlier|preceding|above|foregoing|former|past|existing|original|initial|your|these|those|safety"
)
_RULES = either(
    "rules|guidelines|directions|orders|commands|constraints|restrictions|limitations|safeguards|filters|protocols"
)
_SAID = either("policies|context|messages|conversation|text|content|input")
_VERB = either(
    """ignore|disregard|forget|forget about|override|overrule|overwrite|bypass|discard|neglect|disobey|abandon
    |circumvent|pay no attention to|do not follow|dont follow|don t follow|do not obey|dont obey|don t obey|never follow
    |stop following|stop obeying|ignoring|disregarding"""
)
_INSTRUCTIONS = either(
    "instruction|instructions|prompt|prompts|directive|directives|programming|guardrails|training|system message"
)
_TOLD = either(
    """you were told|you have been told|you were given|you know|you have read|i said|i told you|was said|came before
    |is above|written above|above|before|previously|earlier|so far|until now"""
)
# The model's own instructions, or all that it was told; not "instruction 5" of a form.
_STRONG = (
    rf"{_FILL}{_INSTRUCTIONS}(?!{GAP}\d)"
    rf"|{either('everything|anything|all|what|whatever')}{GAP}(?:{either('that|what')}{GAP})?{_TOLD}"
)
# What a document may well be about.
_WEAK = (
    rf"{_FILL}{_BEFORE}{GAP}{_FILL}(?:{_RULES}|{_SAID})"
    rf"|{_FILL}{either('above|foregoing')}(?!\s*(?:[$€£]\s?\d|\d[\d.,]*\s?%))"  # of figures: "above 10%"
    rf"|{_FILL}{either('text|words|lines|sentences|message|messages|table|conversation')}{GAP}{either('above')}"
    rf"|{_FILL}{_RULES}{GAP}{either('you have been given|you were given|given to you|you were told')}"
    rf"|{either('our|this')}{GAP}{either('conversation')}"
    rf"|{either('all|any|every')}{GAP}{_FILL}{_RULES}(?=\s*(?:$|[.!?;,:\n]|{either('and|then|you|given|set')}))"
)
# Verbs of daily work, which need instructions that went before.
_LEAVE = either("skip|cancel|drop|delete|set aside|leave behind|never mind|erase|remove|clear")
_EARLIER = either("previous|prior|earlier|preceding|above|foregoing|former|past|original|initial|your|system")
OVERRIDE = compiled(
    rf"{_VERB}{GAP}(?:(?P<strong>{_STRONG}){ENDS}|(?P<weak>{_WEAK}))"
    rf"|{_LEAVE}{GAP}(?P<left>{_FILL}{_EARLIER}{GAP}{_FILL}{_INSTRUCTIONS}(?!{GAP}\d)){ENDS}"
)
FORGET = compiled(rf"{either('forget|forget about')}{GAP}{either('all|everything|it all|your rules')}")
IGNORE_ALL = compiled(
    rf"{either('ignore|disregard|override|bypass')}{GAP}"
    rf"{either('all|everything|it all|all of it|all of that|all of this')}"
    r"(?=\s*(?:$|[.!?;,:\n]))"
)
VOID = compiled(
    rf"{either('instructions|prompts|directives')}{GAP}{either('no longer|do not|dont|don t')}{GAP}"
    rf"{either('apply|count|hold|matter')}|{either('instructions|prompts|directives')}{GAP}"
    rf"(?:{either('are|were|have been|should be|must be|no longer|now|hereby')}{GAP}){{1,3}}"
    rf"{either('void|cancelled|canceled|ignored|disregarded|forgotten|overridden|obsolete|suspended|revoked|lifted')}"
)
NEW = re.compile(
    rf"{STARTS}(?:{either('new|updated|revised|real')}{GAP}{FEW}"
    rf"{either('instruction|instructions|prompt|directive|directives|orders|task')}[\s\W_]{{0,3}}?(?::|[-–—]{{1,2}}\s)"
    rf"|{either('your')}{GAP}{either('new|real')}{GAP}{either('instructions|orders|task|role')}{GAP}"
    rf"{either('are|is')}{ENDS})"
)
ROLE = re.compile(
    rf"{STARTS}{either('system|developer|assistant')}{GAP}"
    rf"(?:{either('prompt|message|note|notice|override|instruction|instructions|command')}\W{{0,3}})?:"
)
# Other names before a colon, and roles in brackets, are orders where one follows at once.
_COMMAND = either(
    """you are|you must|you will|you have to|from now on|say|print|output|reply|respond|answer|repeat|reveal|obey|ignore
    |forget|disregard|override"""
)
SPEAKER = re.compile(
    rf"{STARTS}(?:{either('admin|administrator|root|human|user|ai|chatgpt|gpt|llm|chatbot|language model')}{GAP}:"
    rf"|(?<!\w)\[\s*{either('system|developer|admin|assistant|ai')}\s*\]\W{{0,3}}?)"
    rf"\s*(?:{either('please|now|always|just')}{GAP})?{_COMMAND}{ENDS}"
)
_SHOW = either(
    """reveal|print|show|repeat|output|display|tell me|give me|expose|leak|dump|write|write out|disclose|share|recite
    |copy|return|what is|what are|what was|what were|show me|send me|list"""
)
_RETELL = either("translate|summarize|summarise|paraphrase|rephrase|encode|spell|spell out|quote|describe|read out")
LEAK = compiled(
    rf"{either('reveal|print|show|show me|repeat|output|expose|leak|disclose|dump')}{GAP}{FEW}{either('prompt')}"
    rf"(?=\W*(?:$|[.!?,;:\n]|you\b|that\b|and\b|word\b))|{_SHOW}{GAP}(?:{FEW}{either('system|hidden|secret|developer')}{GAP}{either('prompt|prompts')}"
    rf"|{FEW}{either('your|your own')}{GAP}{_FILL}"
    rf"{either('prompt|prompts|instructions|guidelines|directives|programming')})"
    rf"|{_RETELL}{GAP}{either('your|your own')}{GAP}{_FILL}{either('prompt|prompts|system message|instructions')}"
    rf"|{either('what does|what do|what did|what s in|what is in|what stands in')}{GAP}{either('your')}{GAP}{_FILL}"
    rf"(?:{either('prompt|prompts|system message')}"
    rf"|{either('system|hidden|initial|original')}{GAP}{either('instructions')})"
    rf"|(?:{_SHOW}|{_RETELL}){GAP}{FEW}{either('instructions')}{GAP}"
    rf"{either('you were given|you have been given|you got')}"
    rf"(?!{GAP}{either('by|for|about')})"
    rf"|{either('output|repeat|print|show|show me|copy|recite|return|display|write out|give me')}{GAP}"
    rf"(?:{FEW}{either('everything|all|text|words|lines')}{GAP}{either('above|before')}"
    rf"|{either('what is above|what stands above')})"
    rf"(?=\W*$|[.!?;,]|{GAP}"
    rf"(?:{either('this|that')}{GAP}{either('line|message|point|sentence|text|prompt|conversation')}"
    rf"|{either('starting|beginning|verbatim|word for word|in a code block|and|exactly')}))"
)
# Whoever says it in a question gives a part to play; a document may say it to whoever it is written to.
FROM_NOW = compiled(
    rf"{either('from now on|from here on|from this point on')}{GAP}"
    rf"{either('you are|you re|you will be|you act as|you will act as|you play|your name is')}{GAP}"
    rf"(?:{either('a|an|my|the|called|named|free|not|no longer|evil')}|\w+\W*$)"
)
_MACHINE = either(
    """ai|llm|language model|chatbot|bot|ai assistant|ai model|assistant|unrestricted|unfiltered|dan|jailbroken|hacker
    |without rules|without restrictions|without any restrictions|without any filter|without filters|no restrictions
    |no rules|no filter|no filters|no limits|no limitations|no guidelines"""
)
_MODE = rf"{either('developer|dan|jailbreak|god|admin|debug|unrestricted')}{GAP}{either('mode')}"
PERSONA = compiled(
    rf"{either('you are now|you are no longer|pretend to be|pretend you are|act as|behave as')}"
    rf".{{0,40}}?{STARTS}(?:{_MACHINE}|{_MODE}|{either('bound|restricted|free')})"
    rf"|{either('enable|enter|activate|switch to|turn on')}{GAP}{_FILL}{_MODE}|{_MODE}{ENDS}(?=\s*:)"
    rf"|{either('do anything now')}"
)
CHAT = re.compile(
    r"<\|?\s*/?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|end_header_id|eot_id)\s*\|?>"
    r"|\[\s*/?\s*inst\s*\]|<</?\s*sys\s*>>|<(?:start|end)_of_turn>|(?<!#)##\W{0,40}(?:system|instruction|assistant)s?\W*:"
    r"|\brole\W{1,5}(?:system|developer|assistant)\W{1,8}content\b"
    r"|(?:^|[\W_])user\s*:[^\n]{0,200}(?:^|[\W_])assistant\s*:"
)
SCRIPT = re.compile(
    rf"<[\W_]{{0,3}}(?:{'|'.join(map(spelled, ('script', 'iframe', 'object', 'embed')))}){ENDS}"
    r"|\bon(?:error|load|click|focus|mouseover)\s*="
)
# An ordinary question names a tag: "the <script> tag in appendix B". It opens nothing.
TAG_BEFORE = re.compile(r"\b(?:the|an?|each|every|any|which|no|this|that|first|second|last)\s+[\"'`]?$")
TAG_AFTER = re.compile(
    r"<\s*\w+\s*>[\"'`]?\s*(?:tags?|elements?|blocks?|fields?|columns?|sections?|keyword)\b(?!\s*[:(=])"
)
URI = re.compile(
    rf"{STARTS}(?:{set_apart('javascript')}|{set_apart('vbscript')})[\W_]{{0,8}}?:"
    rf"|{STARTS}(?:{spelled('javascript')}|{spelled('vbscript')})\s*:(?:\S|\s*\w+\s*\()"
    rf"|{STARTS}{spelled('data')}\s*:\s*(?:{either('text|image|application|audio|video|font')}\s*/|[;,])"
)
# A text without any of these holds no pattern of words: one quick look spares all the others.
TELLING = re.compile(
    STARTS
    + either(
        """ignor|disregard|forget|overrid|overrul|overwrit|bypass|discard|neglect|disobey|abandon|circumvent|pay no at
        |don t obey|dont obey|from now on|from here on|from this point|words above|text above|everything above
        |lines above|all above|is above|stands above|before this|regardless|no matter|chatgpt|respon|finish
        |include the|insert the|do not follow|don t follow|dont follow|do not obey|never follow|stop following
        |stop obeying|instruction|prompt|directive|new|updat|revis|real|guidelines|programming|you are n|pretend
        |act as|behave as|developer|dan m
        |jailbreak|god m|admin m|debug m|unrestricted|do anything|system|assistant|llm|language model|chatbot|automated
        |the model|asked|asks|questioned|question|quer|answer|reply|respond|tell|inform|to be reported|to be stated
        |to be answered|to be quoted|to be given"""
    )
    + rf"|{STARTS}{either('ai')}{ENDS}"
)

LEADING = re.compile(
    r"[\W_]*(?:"
    + either(
        """please|kindly|now|then|and|so|but|also|just|first|next|ok|okay|simply|instead|actually|immediately|hereby
        |always|completely|totally|again|hey|hi|hello|dear|assistant|ai|chatbot|bot|system|important|attention|urgent
        |lets
        |must|you must|you should|you shall|you will|you have to|you need to|you are to|you are required to
        |you are instructed to|you are ordered to|you are asked to|it is important that you|it is essential that you
        |it is necessary that you|it is vital that you|it is important to|i require you to|i demand that you
        |i insist that you|you must now
        |i want you to|i need you to|i order you to|i command you to|i ask you to|i would like you to
        |i instruct you to|id like you to
        |your task is to|your job is to|your new task is to|let us|try to|be sure to|make sure to|make sure you
        |remember to|go ahead and|from now on|from here on|from this line on
        |from this point on|can you|could you|would you|will you|feel free to
        |it is time to|begin by|start by|here are|these are|follow|obey|read|with|your|my|the|these|all|any|previous
        |prior|earlier|above|other|original|existing|note|you have|there are|i have"""
    )
    + f"{GAP})*"
)
ORDERED = re.compile(
    STARTS
    + either(
        """and|then|but|also|plus|please|you must|you should|you have to|you are to|order you to|want you to
        |command you to|need you to|instruct you to"""
    )
    + r"[\W_]*$"
)
REQUEST = re.compile(r"\W*(?:tell|say|give|write|answer|show|print|help|explain|what (?:is|are|was)|who (?:is|was))\b")
# Words that give the verb behind them a subject, make it an infinitive or a mere supposition.
SPEAKS_OF = re.compile(
    r"\b(?:may|must|can|could|should|shall|will|would|might|do|does|did|to|who|that|which|whether|if|when|where|how"
    r"|why)\b|\bwhat (?!is\b|are\b|was\b)"
)
CLAUSE = re.compile(r"[.!?;:\n,…—–()\[\]{}<>|*#/]|\s-+\s")
SENTENCE = re.compile(r"[.!?;:\n…]")
