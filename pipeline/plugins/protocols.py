"""Whether a part has what its protocol or its class says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

TEXTS = "tuple[str, ...]"  # as classes annotate constants
_CONSTANTS = {
    "bool": (bool, "True or False"),
    "str": (str, "a text"),
    "int": (int, "a whole number"),
    TEXTS: (tuple, "a tuple of texts"),
}


def lacking(protocol: type, part: Any) -> list[str]:
    """The members of the protocol that the part does not have."""
    bases = [base for base in protocol.__mro__ if getattr(base, "_is_protocol", False) and base is not Protocol]
    named = [name for base in bases for name in {**vars(base).get("__annotations__", {}), **vars(base)}]
    return [name for name in named if not name.startswith("_") and not hasattr(part, name)]


def unlike(technique: type) -> Iterator[str]:
    """The constants that a class has of another type than the classes above it say, which write `ClassVar[bool]`."""
    for base in technique.__mro__:
        for name, annotation in vars(base).get("__annotations__", {}).items():
            given, wanted = getattr(technique, name, None), str(annotation).removeprefix("ClassVar[")[:-1]
            if str(annotation).startswith("ClassVar[") and wanted in _CONSTANTS:
                kind, words = _CONSTANTS[wanted]
                inner = given if wanted == TEXTS and isinstance(given, tuple) else ()
                if not isinstance(given, kind) or not all(isinstance(one, str) for one in inner):
                    yield f"{name} is {brief_value(given)}, not {words}"


def brief_value(value: object) -> str:
    """What a part gives, in a message: a short value as it is, else its type."""
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value) if len(repr(value)) <= 60 else f"a text of {len(repr(value))} characters"
    return f"{'an' if type(value).__name__[0] in 'AEIOUaeiou' else 'a'} {type(value).__name__}"
