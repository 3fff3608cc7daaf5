"""How many tokens a text takes, bounded without the model's tokenizer, which a server keeps to itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipeline.llm.seam import Message

# What byte-pair tokenizers cut at: a word, a digit (some take three at once), a sign, a run of blanks, a line end.
_PIECE = re.compile(r"[A-Za-z]+|[0-9]|\n+|[ \t\r\f\v]{2,}|[^\sA-Za-z0-9]")
_LETTERS_A_TOKEN = 4
MESSAGE_OVERHEAD = 8  # role, its markers and line ends in the chat templates


def upper_bound(text: str) -> int:
    """Tokens that no tokenizer in use is expected to exceed: every four letters of a word, every digit, sign and
    byte beyond ASCII count as one."""
    return sum(_size(piece) for piece in _PIECE.findall(text))


def _size(piece: str) -> int:
    if piece.isascii():
        return -(-len(piece) // _LETTERS_A_TOKEN) if piece.isalpha() else 1
    return len(piece.encode())


def lower_bound(text: str) -> int:
    """Tokens that every tokenizer needs at least: no token reaches across a blank between two words."""
    return len(text.split())


def of_messages(messages: Iterable[Message]) -> int:
    """Upper bound for a whole chat prompt."""
    return sum(upper_bound(message.content) + MESSAGE_OVERHEAD for message in messages)
