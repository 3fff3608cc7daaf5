"""The words of orders to a model, as patterns over plain text (disguises.py). Which of their matches is an order, and
not a question about one, tells detection.py.

Source: seed 002, planner, "Safety Patterns Detected", in general form.
"""

from __future__ import annotations

import re

from pipeline.injection.disguises import ENDS, GAP, STARTS, compiled, either, spelled

_FILLING = either(
    """all|any|every|each|of|the|these|those|this|that|your|my|our|its|previous|previously|prior|earlier|preceding|above
    |foregoing|former|past|last|original|initial|existing|current|other|given|system|safety|security|hidden|developer
    |internal|default|old|such|entire|whole|and|or|secret|standing"""
)
_FILL = rf"(?:{_FILLING}{GAP}){{0,8}}"
_FEW = rf"(?:{_FILLING}{GAP}){{0,3}}"
_BEFORE = either(
    "previous|prior|earlier|preceding|above|foregoing|former|past|existing|original|initial|your|these|those|safety"
)
_RULES = either(
    "rules|guidelines|directions|orders|commands|constraints|restrictions|limitations|safeguards|filters|protocols"
)
_SAID = either("policies|context|messages|conversation|text|content|input")
_VERB = either(
    """ignore|disregard|forget|forget about|override|overrule|overwrite|bypass|discard|neglect|disobey|abandon
    |circumvent|pay no attention to|do not follow|dont follow|don t follow|do not obey|never follow|stop following
    |stop obeying|ignoring|disregarding"""
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
    rf"|{_FILL}{either('above|foregoing')}"
    rf"|{either('all|any|every')}{GAP}{_FILL}{_RULES}(?=\s*(?:$|[.!?;,:\n]|{either('and|then|you|given|set')}))"
)
OVERRIDE = compiled(rf"{_VERB}{GAP}(?:(?P<strong>{_STRONG}){ENDS}|(?P<weak>{_WEAK}))")
FORGET = compiled(rf"{either('forget|forget about')}{GAP}{either('all|everything|your rules')}")
VOID = compiled(
    rf"{either('instructions|prompts|directives')}{GAP}"
    rf"(?:{either('are|were|have been|should be|must be|no longer|now|hereby')}{GAP}){{1,3}}"
    rf"{either('void|cancelled|canceled|ignored|disregarded|forgotten|overridden|obsolete|suspended|revoked|lifted')}"
)
NEW = re.compile(
    rf"{STARTS}(?:{either('new|updated|revised|real')}{GAP}{_FEW}"
    rf"{either('instruction|instructions|prompt|directive|directives|orders|task')}\s*(?::|[-–—]{{1,2}}\s)"
    rf"|{either('your')}{GAP}{either('new|real')}{GAP}{either('instructions|orders|task|role')}{GAP}"
    rf"{either('are|is')}{ENDS})"
)
ROLE = re.compile(
    rf"{STARTS}{either('system|developer|assistant')}{GAP}"
    rf"(?:{either('prompt|message|note|notice|override|instruction|instructions|command')}\W{{0,3}})?:"
)
_SHOW = either(
    """reveal|print|show|repeat|output|display|tell me|give me|expose|leak|dump|write|write out|disclose|share|recite
    |copy|return|what is|what are|what was|what were|show me|send me|list"""
)
LEAK = compiled(
    rf"{either('reveal|print|show|show me|repeat|output|expose|leak|disclose|dump')}{GAP}{_FEW}{either('prompt')}"
    rf"(?=\W*(?:$|[.!?,;:\n]|you\b|that\b|and\b|word\b))|{_SHOW}{GAP}(?:{_FEW}{either('system|hidden|secret|developer')}{GAP}{either('prompt|prompts')}"
    rf"|{_FEW}{either('your|your own')}{GAP}{_FILL}"
    rf"{either('prompt|prompts|instructions|guidelines|directives|programming')})"
)
_MACHINE = either(
    """ai|llm|language model|chatbot|bot|ai assistant|ai model|assistant|unrestricted|unfiltered|dan|jailbroken|hacker
    |without rules"""
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
    r"|\[\s*/?\s*inst\s*\]|<</?\s*sys\s*>>|<(?:start|end)_of_turn>|#{2,}\W*(?:system|instruction|assistant)s?\W*:"
    r"|(?:^|[\W_])user\s*:[^\n]{0,200}(?:^|[\W_])assistant\s*:"
)
SCRIPT = re.compile(
    rf"<\W{{0,3}}(?:{'|'.join(map(spelled, ('script', 'iframe', 'object', 'embed')))}){ENDS}"
    r"|\bon(?:error|load|click|focus|mouseover)\s*="
)
URI = re.compile(
    rf"{STARTS}(?:{spelled('javascript')}|{spelled('vbscript')})\s*:(?:\S|\s*\w+\s*\()"
    rf"|{STARTS}{spelled('data')}\s*:\s*(?:{either('text|image|application|audio|video|font')}\s*/|[;,])"
)
_READER = either(
    """ai|llm|llms|language model|language models|chatbot|chatbots|ai assistant|ai assistants|ai model|ai models
    |ai system|ai systems|ai agent|ai agents|automated assistant|automated assistants|automated reader
    |automated readers|automated system|automated systems|assistant|assistants|the model"""
)
_REPLY = either("answer|say|reply|respond|state|report|output|print|tell|claim")
TO_READER = compiled(
    rf"{either('note|message|attention|notice|instruction|instructions|important|order')}{GAP}{either('to|for')}?{GAP}"
    rf"{_FEW}{_READER}"
    rf"|{either('dear|hello|hi|hey')}{GAP}{_READER}(?=[,:!])"
    rf"|{either('if|when|as')}{GAP}(?:{either('you are|you re')}{GAP})?{either('a|an|the')}{GAP}{_READER}"
    rf"|{_READER}{GAP}{either('reading|processing|summarizing|answering|that read|who read')}"
    rf"|{either('when|if|whenever')}{GAP}(?:{either('you are|anyone')}{GAP})?{either('asked|asks|questioned')}"
    rf"[^.!?\n]{{0,100}},{GAP}(?:{either('always|you must|only')}{GAP}){{0,2}}{_REPLY}"
    rf"|{_REPLY}{GAP}(?:{either('to')}{GAP})?{either('every|all|any|each')}{GAP}{_FEW}"
    rf"{either('question|questions|query|queries')}{GAP}{either('with|by')}"
    rf"|{either('answer|reply|respond')}{ENDS}[^.!?\n]{{0,60}}{STARTS}{either('only with|exactly with|just with')}"
    rf"|{either('answer|reply|respond')}{ENDS}[^.!?\n]{{0,60}}{STARTS}{either('with')}{GAP}"
    rf"{either('only|nothing but|the word|the words|the single word|the phrase|the text')}"
    rf"|{either('tell|inform')}{GAP}{either('the user|the reader|the asker|every user|whoever asks|anyone who asks')}"
)
# Of every statement "on this page" or "in this document", in the middle of a clause.
TO_BE_REPORTED = compiled(
    rf"{either('this')}{GAP}{either('page|document|file|text|paper')}{GAP}{either('is|are')}{GAP}{either('to be')}{GAP}"
    rf"{either('reported|stated|answered|quoted|given')}{GAP}{either('as')}"
)
# What a label "System:" is not followed by, and an order is.
COMMANDS = compiled(
    either("you|your|reply|respond|answer|say|print|output|repeat|confirm|write|reveal|obey|comply|from now on")
)
# A text without any of these holds no pattern of words: one quick look spares all the others.
TELLING = re.compile(
    STARTS
    + either(
        """ignor|disregard|forget|overrid|overrul|overwrit|bypass|discard|neglect|disobey|abandon|circumvent|pay no at
        |do not follow|don t follow|dont follow|do not obey|never follow|stop following|stop obeying|instruction|prompt
        |directive|new|updat|revis|real|guidelines|programming|you are n|pretend|act as|behave as|developer|dan m
        |jailbreak|god m|admin m|debug m|unrestricted|do anything|system|assistant|llm|language model|chatbot|automated
        |the model|asked|asks|questioned|question|quer|answer|reply|respond|tell|inform|to be reported|to be stated
        |to be answered|to be quoted|to be given"""
    )
    + rf"|{STARTS}{either('ai')}{ENDS}"
)

LEADING = re.compile(
    r"[\W_]*(?:"
    + either(
        """please|kindly|now|then|and|so|but|also|just|first|next|ok|okay|simply|instead|immediately|hereby|always
        |completely|totally|again|hey|hi|hello|dear|assistant|ai|chatbot|bot|system|important|attention|urgent|lets|must
        |you must|you should|you shall|you will|you have to|you need to|you are to|you must now|i want you to
        |i need you to|i order you to|i command you to|i ask you to|i would like you to|i instruct you to|id like you to
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
