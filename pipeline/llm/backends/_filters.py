"""Tells the error with which a filter of content refuses a call from every other error, for servers of either kind.

Sources: Azure OpenAI's content filtering (400, content_filter), OpenAI (400, invalid_prompt; content_policy_violation),
OpenRouter's moderation (403, metadata.flagged_input), Alibaba's DashScope (400, data_inspection_failed), DeepSeek (400,
"Content Exists Risk") and xAI (403, "Content violates usage guidelines").
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_CODES = frozenset(
    {"content_filter", "content_policy_violation", "data_inspection_failed", "responsibleaipolicyviolation"}
)
_OF_MODERATION = ("reasons", "flagged_input")  # the metadata that OpenRouter has with it
_WORDS = re.compile(r"(?i)content exists risk|content violates usage guidelines|flagged as potentially violating")


def is_filter(error: Any) -> bool:
    """Whether the `error` of a refusal, as JSON values, is that of a filter of content."""
    fields = error if isinstance(error, Mapping) else {}
    inner, metadata = (fields.get(name) for name in ("innererror", "metadata"))
    codes = [fields.get("code"), fields.get("type"), inner.get("code") if isinstance(inner, Mapping) else None]
    return (
        not _CODES.isdisjoint(str(code).casefold() for code in codes)
        or (isinstance(metadata, Mapping) and all(metadata.get(name) for name in _OF_MODERATION))
        or _WORDS.search(error if isinstance(error, str) else json.dumps(error)) is not None
    )
