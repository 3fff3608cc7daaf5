"""The words by which a text of a document turns to a reader that answers questions, as patterns over plain text.

A document also orders people about: forms say how they are filled in, notices set aside earlier ones. Only what is said
to a model, or to one who answers, is an order to the reader of these pages.
"""

from __future__ import annotations

import re

from pipeline.injection.disguises import ENDS, GAP, STARTS, compiled, either
from pipeline.injection.patterns import FEW

_READER = either(
    """ai|llm|llms|language model|language models|chatbot|chatbots|ai assistant|ai assistants|ai model|ai models
    |ai system|ai systems|ai agent|ai agents|automated assistant|automated assistants|automated reader
    |automated readers|automated system|automated systems|assistant|assistants|the model"""
)
# Readers that are machines by their very name.
_AI = either(
    """ai|llm|llms|language model|language models|chatbot|chatbots|ai assistant|ai assistants|ai model|ai models
    |ai system|ai systems|ai agent|ai agents|chatgpt|gpt|automated assistant|automated assistants|automated reader
    |automated readers"""
)
_YOURS = either("your|each|every|each of your|every one of your|all your|all of your")
_ANSWER = either("answer|answers|reply|replies|response|responses|output")
_REPLY = either("answer|say|reply|respond|state|report|output|print|tell|claim")
# What forms ask of those who fill them in: "answer yes or no to all questions", "your answer must be complete".
_ON_FORMS = (
    r"(?:\W*(?:yes|no|in|by|within|under|on|at|an?|fully|full|ink|black|blue|care|questions?|all|every|each|any)"
    r"|\W*(?:or|and)|\w+ly)"
)
_OF_ANSWERS = (
    r"(?:\w+(?:ed|en|ly|ful|ible|able|ate|ete|ent|ant|al|ous|ive|ic|rrect|est)|in|on|at|by|within|to|for|with|from|based"
    r"|a|an|the|no|not|true|clear|full|brief|short|given|made|sent|one|two|exact|as|of|less|more|either|yes|precise)"
)
TO_READER = compiled(
    rf"{either('note|message|attention|notice|instruction|instructions|important|order')}{GAP}"
    rf"(?:{either('to|for')}{GAP}{FEW}{_READER}|{FEW}{_AI})"
    rf"|{either('to')}{GAP}{FEW}{_AI}"
    rf"(?:{GAP}{either('reading|processing|summarizing|answering|that reads|who reads')}|\s*:)"
    rf"|{_AI}\s*[:,]\s*(?:{either('please|you must|always|just|now')}{GAP}){{0,2}}{_REPLY}"
    rf"|{either('you are')}{GAP}(?:{either('a|an|the|now')}{GAP}){{0,2}}"
    rf"(?:{_AI}|{either('claude|gemini|copilot|llama|mistral')})"
    rf"|{either('regardless of|no matter|whatever')}{GAP}(?:{either('the|what|which|any|is|was')}{GAP}){{0,3}}"
    rf"{either('question|questions|query|asked|prompt')}[^.!?\n]{{0,60}},{GAP}"
    rf"(?:{either('always|you must|only')}{GAP}){{0,2}}{_REPLY}"
    rf"|{either('begin|start|end|close|finish|preface|open')}{GAP}{_YOURS}{GAP}{_ANSWER}{GAP}{either('with|by saying')}"
    rf"|{either('include|insert|use|add|put|mention|append|write')}{GAP}{either('the|this')}{GAP}"
    rf"{either('phrase|word|words|sentence|string|token|exact')}"
    rf"[^.!?\n]{{0,80}}{STARTS}{either('in|to|into|at the end of|within')}{GAP}{_YOURS}{GAP}{_ANSWER}"
    rf"|{_REPLY}{GAP}(?!{_ON_FORMS}{ENDS})[^.!?\n]{{1,60}}?{STARTS}{either('to')}{GAP}"
    rf"{either('every|all|any|each')}{GAP}{FEW}{either('question|questions|query|queries')}"
    rf"|{either('your')}{GAP}{either('answer|reply|response')}{GAP}{either('must|should|shall|has to')}{GAP}"
    rf"(?:{either('always|only')}{GAP})?{either('be|say|read')}\W+(?!{_OF_ANSWERS}{ENDS})\w[\w-]*(?:[ ]\w[\w-]*){{0,3}}"
    rf"(?=\W*(?:$|[.!\n]))"
    rf"|{either('dear|hello|hi|hey')}{GAP}{_READER}(?=[,:!])"
    rf"|{either('if|when|as')}{GAP}(?:{either('you are|you re')}{GAP})?{either('a|an|the')}{GAP}{_READER}"
    rf"|{_READER}{GAP}{either('reading|processing|summarizing|answering|that read|who read')}"
    rf"|{either('when|if|whenever')}{GAP}(?:{either('you are|anyone')}{GAP})?{either('asked|asks|questioned')}"
    rf"[^.!?\n]{{0,100}},{GAP}(?:{either('always|you must|only')}{GAP}){{0,2}}{_REPLY}"
    rf"|{_REPLY}{GAP}(?:{either('to')}{GAP})?{either('every|all|any|each')}{GAP}{FEW}"
    rf"{either('question|questions|query|queries')}{GAP}"
    rf"{either('with|by saying|by answering')}{GAP}(?!{_ON_FORMS}{ENDS})"
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
# In a document an order counts where it is for one who answers questions; this is said near it.
AIMED = re.compile(
    rf"{STARTS}(?:(?:{either('answer|say|reply|respond|output')}(?!{GAP}{either('all|every|each|the questions|by|in')})"
    rf"|{either('answers|replies|response|responses|asked')}|{_READER}){ENDS})"
)
# What binds an order to some matter: "the previous instructions for the boiler".
OF_A_MATTER = re.compile(
    r"\W{0,2}(?:for|of|on|in|at|from|to|dated|regarding|concerning|about|issued|by|if|unless|when|where|until|which)\b"
    r"(?! (?:this|the|your) (?:page|document|text|file|prompt|context|conversation|system|developer|user)\b)"
)
COMMANDS = compiled(
    either("you|your|reply|respond|answer|say|print|output|repeat|confirm|write|reveal|obey|comply|from now on")
)
