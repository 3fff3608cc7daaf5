"""The key that is sent to a server, read only from the environment variable that the configuration names."""

from __future__ import annotations

import os
import re

from ragatta.pipeline.llm.seam import ModelUnavailable

LEAST_SECRET = 8  # characters of a key that give something away


def key_in(variable: str) -> str:
    """The key in the environment `variable`, "" if there is none. Raises ModelUnavailable, without the key, if it
    cannot be sent in a header."""
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ModelUnavailable(f"the environment variable {variable} holds characters that no key has; set it anew")
    return key


def bearer(key: str) -> dict[str, str]:
    """The header that carries a key; none without one."""
    return {"authorization": f"Bearer {key}"} if key else {}


def masked(message: str, key: str) -> str:
    """A server's message without the key, also if it quotes part of the key or its header."""
    for length in range(len(key), LEAST_SECRET - 1, -1):
        message = message.replace(key[:length], "***")
    return re.sub(r"(?i)\b(bearer|basic)\s+\S+", r"\1 ***", message)
