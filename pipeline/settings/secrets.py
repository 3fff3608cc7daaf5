"""Secrets: the values of environment variables that are named like keys, and settings that look like one.

Configurations are written to files, MLflow and bundles, so that none may hold a key; no message here repeats a value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

LEAST_SECRET = 8  # characters; a shorter value could stand in any text
_VARIABLE = re.compile(r"KEY|TOKEN|SECRET|PASSW|PASSPHRASE|PWD$|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE)
_FOLDERS = ("PWD", "OLDPWD")
_PATH = re.compile(r"(?:~|\.{0,2}/|[A-Za-z]:\\)[^\s=]*")  # a file or folder: no secret itself
_SETTING = re.compile(
    r"(?:api|access|auth|secret|private|bearer|subscription)[-_]?(?:key|token)|(?:^|[-_])(?:key|token)$|passw(?:or)?d"
    r"|secret|credential|authorization|cookie",
    re.IGNORECASE,
)
_PREFIXED = r"(?:(?:sk|pk|rk|pplx|xai|xox[abp]|glpat)-|(?:gsk|hf|ghp|gho|ghs|github_pat|r8)_)(?=[\w-]*\d)[\w-]{12,}"
_KEY = re.compile(
    rf"(?<![A-Za-z0-9])(?:{_PREFIXED}|AKIA[A-Z0-9]{{16}}|AIza[\w-]{{30,}}|eyJ[\w-]{{10,}}\.)"
    r"|(?i:\b(?:bearer|basic)\s+(?=\S*[\d=])\S{8,})"
)
_USERINFO = re.compile(r"(?<=://)[^/\s?#]+(?=@)")
_ASSIGNED = re.compile(r"(?i)((?:api_?key|access_token|password|secret)=)\S+")
_RANDOM = re.compile(r"[A-Za-z0-9]{20,}")
_ADDRESSES = ("base_url", "replicas", "address", "otlp_endpoint")
_VARIABLES = ("api_key_env", "passwords")


def secret_values() -> dict[str, str]:
    """The values of the environment's secrets, by variable: of those named *KEY*, *TOKEN*, *SECRET*, *PASSWORD* and the
    like, and the password of any address. Values too short to be told apart and paths are left out."""
    found = {}
    for name, value in os.environ.items():
        named = _VARIABLE.search(name) and name not in _FOLDERS and not _PATH.fullmatch(value)
        secret = value.strip() if named else _password(value)
        if len(secret) >= LEAST_SECRET:
            found[name] = secret
    return found


def _password(value: str) -> str:
    try:
        return unquote(urlsplit(value).password or "") if "://" in value else ""
    except ValueError:  # no address
        return ""


def looks_like_key(text: str) -> bool:
    """Whether a text holds what looks like a key: by a provider's beginning, or 20 letters and digits in a row with
    both cases. Hexadecimal numbers, such as the id of an account, do not."""
    mixed = (all(re.search(kind, run) for kind in ("[a-z]", "[A-Z]", r"\d")) for run in _RANDOM.findall(text))
    return bool(_KEY.search(text)) or any(mixed)


def hidden(text: str) -> str:
    """A message without what looks like a key in it, or is a secret of the environment."""
    for secret in sorted(secret_values().values(), key=len, reverse=True):
        text = text.replace(secret, "***")
    return _ASSIGNED.sub(r"\1***", _USERINFO.sub("***", re.sub(rf"(?:{_KEY.pattern})[\w.-]*", "***", text)))


def key_problems(settings: Mapping[str, Any]) -> list[str]:
    """The addresses, options and names of variables among dotted settings that hold a key, each with the fix."""
    known, found = tuple(secret_values().values()), []
    for name, value in settings.items():
        parts = name.split(".")
        options = "options" in parts
        if not options and not {*_ADDRESSES, *_VARIABLES}.intersection(parts[-1:]):
            continue
        for key, text in _texts(value, name):
            named = options and _names_a_key(key) and "headers" not in key.split(".")
            if text and (named or looks_like_key(text) or any(secret in unquote(text) for secret in known)):
                found.append(
                    f"{key} must not hold a key: put it into an environment variable, and that variable's name "
                    f"{_place(key, parts)}"
                )
    return list(dict.fromkeys(found))


def _place(key: str, parts: list[str]) -> str:
    if parts[-1] in _VARIABLES or "headers" in key.split("."):
        return "in its place"
    if parts[-1] == "otlp_endpoint":
        return "is OTEL_EXPORTER_OTLP_HEADERS"
    if parts[0] == "collection":
        return "is one of Chroma's own"
    return f"into {'.'.join(parts[:-1])}.api_key_env"


def _names_a_key(key: str) -> bool:
    name = key.rpartition(".")[2]
    return not name.endswith("_env") and bool(_SETTING.search(name))


def _texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Every text of a setting, with its dotted key."""
    if isinstance(value, Mapping):
        for name, held in value.items():
            yield from _texts(held, f"{key}.{name}")
    elif isinstance(value, list | tuple):
        for held in value:
            yield from _texts(held, key)
    elif isinstance(value, str):
        yield key, value
