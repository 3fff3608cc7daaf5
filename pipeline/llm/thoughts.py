"""Finds where a reasoning model's thoughts end in the text of a reply, and its answer begins.

Servers that know a model's format take its thoughts out of the text; others leave them in, between the model's marks.
Sources: the chat templates of DeepSeek-R1, Qwen3, Magistral, Kimi and Seed-OSS; OpenAI's harmony response format.
"""

from __future__ import annotations

import re

_END = re.compile(
    r"</(?:think|thinking|thought|thoughts|reasoning|reflection|seed:think)>|\[/THINK\]|◁/think▷"
    # The channel of harmony that is the answer, also where a server has dropped the special tokens around its name.
    r"|<\|channel\|>\s*final\b[^<{]*(?:<\|constrain\|>[^<{]*)?<\|message\|>|(?<=assistant)final(?=\s*[{\[`])"
)


def ends(text: str) -> list[int]:
    """Where thoughts end, in order; none if the text holds no such mark."""
    return [mark.end() for mark in _END.finditer(text)]


def after(text: str) -> str:
    """The text behind the last end of thoughts."""
    found = ends(text)
    return text[found[-1] :] if found else text
