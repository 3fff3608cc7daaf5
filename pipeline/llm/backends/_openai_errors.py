"""Errors that OpenAI-compatible servers send as a reply of HTTP 200.

OpenRouter and other gateways do so when the provider behind them fails after they have begun to reply; FastChat and
older vLLM put an object of their own in place of the reply.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_FAILED = 500
_STATUSES = {r"rate.?limit|too.many|throttl": 429, r"overload|capacity": 529}  # by words in the type or the code


def error_within(reply: Mapping[str, Any]) -> tuple[int, Any] | None:
    """The status that the reply stands for, and its error; None for a reply that is no error."""
    choices = reply.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    error = first.get("error")
    failed = first.get("finish_reason") == "error"
    if not choices or failed:
        error = error or reply.get("error") or (reply if reply.get("object") == "error" else None)
        error = error or ("the reply ended with finish_reason error" if failed else None)
    return (_status(error), error) if error else None


def _status(error: Any) -> int:
    told = error if isinstance(error, dict) else {}
    for code in (told.get("code"), told.get("status")):
        digits = str(code)[:3]  # FastChat's 50001 is a 500
        if digits.isascii() and digits.isdigit() and 400 <= int(digits) < 600:
            return int(digits)
    words = f"{told.get('code')} {told.get('type')}".lower()
    return next((status for known, status in _STATUSES.items() if re.search(known, words)), _FAILED)
