"""Bounds the number of tokens of a text without the model's tokenizer, which servers do not give out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache

from ragatta.pipeline.llm.seam import Message, Request

# One match a token, cut where byte-pair tokenizers cut: two capitals, four letters of a word, a digit (some take three
# at once), the blank before a digit, two of one sign, a run of blanks, a character beyond ASCII. A run
# of line ends is one too.
_TOKEN = re.compile(
    r"[A-Z]{2}|[A-Za-z][a-z]{0,3}|[0-9]|[ \t](?=[0-9])|([!-/:-@\[-`{-~])\1?|[ \t\r\f\v]{2,}|[^\sA-Za-z0-9]"
)
MESSAGE_OVERHEAD = 8  # role, its markers and line ends in the chat templates


@lru_cache(maxsize=256)  # a prompt is counted where it must fit and where it is paced
def upper_bound(text: str) -> int:
    """Tokens that the tokenizers in use are not expected to exceed; beyond ASCII every byte is one.

    Checked against SmolLM2's tokenizer, which takes digits singly, on rate filings: docs/models.md.
    """
    first, *others = text.split("\n")
    runs = sum(map(bool, others[:-1])) + bool(others)  # of line ends, each behind the last of which a line begins
    return sum(map(_of_line, others), _of_line(first)) + runs


@lru_cache(maxsize=1 << 14)  # passages and summaries come again with every question
def _of_line(line: str) -> int:
    _, matches = _TOKEN.subn("", line)
    beyond_ascii = 0 if line.isascii() else len(line.encode("utf-8", "replace")) - len(line)
    return matches + beyond_ascii


def lower_bound(text: str) -> int:
    """Tokens that every tokenizer needs at least: no token reaches across a blank between two words."""
    return len(text.split())


def of_messages(messages: Iterable[Message]) -> int:
    """Upper bound for the messages of a chat."""
    return sum(upper_bound(_written(message)) + MESSAGE_OVERHEAD for message in messages)


def of_request(request: Request) -> int:
    """Upper bound for a whole chat prompt, with the tools that it offers."""
    offered = [json.dumps(vars(tool), default=dict) for tool in request.tools]
    return of_messages(request.messages) + sum(map(upper_bound, offered))


def _written(message: Message) -> str:
    calls = (f"\n{call.id} {call.name} {call.arguments}" for call in message.tool_calls)
    answered = f"{message.tool_call_id} {message.tool_name}\n" if message.role == "tool" else ""
    return answered + message.content + "".join(calls)
