"""Makes text inert: nothing in a document may end a message or open another role.

Servers that fill a chat template with text and tokenise the whole (Ollama and llama.cpp do) read a control token in
a document's text as the control token itself. A space inside breaks it and leaves the text readable.
"""

from __future__ import annotations

import re

# ChatML and Llama 3 <|im_start|>, DeepSeek <｜User｜>, Llama 2 <<SYS>>, [INST] and </s>, Gemma <start_of_turn>.
_CONTROL = re.compile(
    r"<(?=[|｜][^<>\n]{1,40}[|｜]>|</?SYS>>|/?s>|(?:start|end)_of_turn>|(?:bos|eos|pad|unk)>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])"
)


def inert(text: str) -> str:
    """The text with its control tokens broken ("<|im_end|>" becomes "< |im_end|>") and in valid Unicode."""
    return _CONTROL.sub(lambda opening: opening[0] + " ", text).encode("utf-8", "replace").decode()
