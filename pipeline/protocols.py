"""Whether a part has what its protocol says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

TEXTS = "tuple[str, ...]"  # as protocols annotate constants
_CONSTANTS: dict[str, type] = {"bool": bool, "str": str, "int": int}
_WORDS = {"bool": "True or False", "str": "a text", "int": "a whole number", TEXTS: "a tuple of texts"}


def members(protocol: type) -> Iterator[str]:
    """What a class that follows the protocol must have."""
    for base in protocol.__mro__:
        if getattr(base, "_is_protocol", False) and base is not Protocol:
            named = {**vars(base).get("__annotations__", {}), **vars(base)}
            yield from (name for name in named if not name.startswith("_"))


def lacking(protocol: type, part: Any) -> list[str]:
    """The members of the protocol that the part does not have."""
    return [member for member in members(protocol) if not hasattr(part, member)]


def unlike(protocol: type, part: Any) -> Iterator[str]:
    """What a part declares otherwise than the protocol: constants of another type, and functions that are none."""
    for name in members(protocol):
        declared, given = getattr(protocol, name, None), getattr(part, name)
        if isinstance(declared, property):
            said = str(declared.fget.__annotations__.get("return"))
            if said == TEXTS:
                fits = isinstance(given, tuple | list) and all(isinstance(one, str) for one in given)
            else:
                fits = isinstance(given, _CONSTANTS.get(said, object))
            if not fits:
                yield f"{name} is {brief_value(given)}, not {_WORDS.get(said, said)}"
        elif callable(declared) and not callable(given):
            yield f"{name} is {brief_value(given)}, not a function"


def brief_value(value: object) -> str:
    """What a part gives, in a message: a short value as it is, else its type."""
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value) if len(repr(value)) <= 60 else f"a text of {len(repr(value))} characters"
    return f"{'an' if type(value).__name__[0] in 'AEIOUaeiou' else 'a'} {type(value).__name__}"
