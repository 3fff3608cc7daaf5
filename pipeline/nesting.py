"""Bounds on foreign YAML and JSON: a few bytes may stand for millions of values, or lie too deep for any reader."""

from __future__ import annotations

from typing import Any

DEEPEST = 50  # lists and mappings within each other
ALIASED = 100_000  # values that the aliases of a YAML file may add to those that are written


def check_depth(value: Any) -> None:
    """Raises ValueError where lists and mappings of JSON lie too deep within each other."""
    level = [value]
    for _ in range(DEEPEST):
        level = [part for held in level if isinstance(held, (dict, list)) for part in _parts(held)]
        if not level:
            return
    raise ValueError(f"nested more than {DEEPEST} deep")


def _parts(held: Any) -> Any:
    return held.values() if isinstance(held, dict) else held


def _halved(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def plain_yaml(text: str, aliases: bool = False) -> None:
    """Raises ValueError, with the line and nothing of the text, where it is no YAML, is nested too deep, or has an
    alias; with `aliases` only where they stand for more than ALIASED values."""
    import yaml

    events: Any = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    sizes: dict[str | None, int] = {}  # values that an anchor names, those of its own aliases included
    open_: list[tuple[str | None, int]] = []  # anchor and number of values before, of each list that is not yet closed
    values = added = 0
    try:
        for event in events:
            line = event.start_mark.line + 1
            if isinstance(event, yaml.AliasEvent):
                if not aliases:
                    raise ValueError(f"line {line}: an alias; write out what it stands for")
                size = sizes.get(event.anchor, 1)
                values, added = values + size, added + size
                if added > ALIASED:
                    raise ValueError(
                        f"line {line}: aliases stand for more than {ALIASED} values; write out what is meant"
                    )
            elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
                open_.append((event.anchor, values))
                values += 1
                if len(open_) > DEEPEST:
                    raise ValueError(f"line {line}: nested more than {DEEPEST} deep")
            elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                anchor, before = open_.pop()
                if anchor:
                    sizes[anchor] = values - before
            elif isinstance(event, yaml.ScalarEvent):
                values += 1
                if not event.value.isascii() and _halved(event.value):  # Python's reader takes them, libyaml does not
                    raise ValueError(f"line {line}: half of a surrogate pair, which is no character")
    except yaml.YAMLError as fault:
        mark, problem = getattr(fault, "problem_mark", None), getattr(fault, "problem", None)
        place = f"line {mark.line + 1}: " if mark else ""
        raise ValueError(f"{place}not YAML ({problem or 'characters that YAML has not'})") from None
