"""Secrets: the values of environment variables that are named like keys, and settings that look like one.

Configurations are written to files, MLflow and bundles, so that none may hold a key; no message here repeats a value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import unquote, urlsplit

LONG = 16  # characters of a secret that no other setting has by chance
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
_REQUEST = "architecture.external.request"


def secret_values() -> dict[str, str]:
    """The values of the environment's secrets, by variable: of those named *KEY*, *TOKEN*, *SECRET*, *PASSWORD* and the
    like, and the password of any address. Values too short to be told apart and paths are left out."""
    found = {name: _secret(name, value) for name, value in os.environ.items()}
    return {name: secret for name, secret in found.items() if len(secret) >= LEAST_SECRET}


@lru_cache(maxsize=1024)  # every message and every figure that is logged is searched for them
def _secret(name: str, value: str) -> str:
    named = _VARIABLE.search(name) and name not in _FOLDERS and not _PATH.fullmatch(value)
    return value.strip() if named else _password(value)


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
    """The dotted settings that hold a key, each with the fix: addresses, options, and what should be the name of a
    variable, by how they look; all others where they hold a secret of the environment."""
    known, found = secret_values(), []
    for name, value in settings.items():
        parts = name.split(".")
        options = "options" in parts or name.startswith(_REQUEST)
        judged = options or bool({*_ADDRESSES, *_VARIABLES}.intersection(parts[-1:]))
        for key, text in _texts(value, name):
            headers = "headers" in key.split(".")
            named = options and _names_a_key(key) and not headers
            unnamed = (headers or parts[-1] in _VARIABLES) and not _names_a_variable(text)
            if text and judged and (named or unnamed or looks_like_key(text)):
                found.append(
                    f"{key} must not hold a key: put it into an environment variable, and that variable's name "
                    f"{_place(key, parts)}"
                )
            elif variable := next((one for one in known if _holds(text, known[one], judged)), ""):
                found.append(f"{key} must not hold a key, and it has the value of ${variable}; {_instead(parts)}")
    return list(dict.fromkeys(found))


def _holds(text: str, secret: str, judged: bool) -> bool:
    """Whether a setting holds the secret. A short plain word, such as the password "postgres", may also be the name of
    a folder: it counts only where keys are likely."""
    plain = len(secret) < LONG and (secret.isalpha() or secret.isdigit())
    return secret in unquote(text) and (judged or not plain)


def _instead(parts: list[str]) -> str:
    known = {*_ADDRESSES, "options"}.intersection(parts)
    return f"put that variable's name {_place('', parts)}" if known else "leave it out"


def _names_a_variable(text: str) -> bool:
    """Whether it is the name of a variable: of one that is set, or in capitals as is usual. A key is neither."""
    return text in os.environ or bool(re.fullmatch(r"[A-Z_][A-Z0-9_]*", text))


def _place(key: str, parts: list[str]) -> str:
    if ".".join(parts).startswith(_REQUEST):
        return "into architecture.service.options.headers"
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
        for name, inner in value.items():
            yield from _texts(inner, f"{key}.{name}")
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, key)
    elif isinstance(value, str):
        yield key, value
