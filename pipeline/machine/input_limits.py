"""Limits for untrusted YAML and JSON: a few bytes may expand to millions of values, or be nested too deep."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NoReturn

DEEPEST = 50  # lists and mappings within each other
ALIASED = 100_000  # values that the aliases of a YAML file may add to those that are written
LONG = 100  # characters of a text


def strict_json(text: str) -> Any:
    """The value of a JSON text. Raises ValueError if it is not JSON, gives a key twice, is nested too deep, or has half
    of a surrogate pair."""
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise ValueError(f"nested more than {DEEPEST} deep") from None
    check_depth(found)
    if "\\" in text and _halved(json.dumps(found, ensure_ascii=False)):
        raise ValueError("half of a surrogate pair, which is not a character")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name}: is given twice; remove one")
        found[name] = value
    return found


def _no_number(written: str) -> NoReturn:
    raise ValueError(f"{written} is not a number of JSON")


def check_depth(value: Any) -> None:
    """Raises ValueError if lists and mappings of JSON are nested too deep."""
    level = [value]
    for _ in range(DEEPEST):
        level = [part for container in level if isinstance(container, (dict, list)) for part in _parts(container)]
        if not level:
            return
    raise ValueError(f"nested more than {DEEPEST} deep")


def _parts(container: Any) -> Any:
    return container.values() if isinstance(container, dict) else container


def _halved(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def plain_yaml(text: str, aliases: bool = False) -> None:
    """Raises ValueError, with the line but none of the text, if the text is not YAML, is nested too deep, or has an
    alias, a tag, a duplicate key, a key that is not text, or a second document. With `aliases`, all but a second
    document are allowed if aliases expand to at most ALIASED values (every LONG characters of a text count as one more)
    and none contains itself."""
    import yaml

    try:
        _Bounds(aliases).check(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.YAMLError as fault:
        mark, problem = getattr(fault, "problem_mark", None), getattr(fault, "problem", None)
        place = f"line {mark.line + 1}: " if mark else ""
        raise ValueError(f"{place}not YAML ({problem or 'characters that YAML does not allow'})") from None


@dataclass
class _Open:
    """A list or mapping that is not yet closed: its anchor, the number of values before it, and its keys so far."""

    anchor: str | None
    before: int
    is_mapping: bool
    children: int = 0
    keys: set[str] = field(default_factory=set)


class _Bounds:
    """Follows the events of a YAML text."""

    def __init__(self, aliases: bool) -> None:
        self._aliases = aliases
        self._sizes: dict[str | None, int] = {}  # values that an anchor names, those of its own aliases included
        self._open: list[_Open] = []
        self._values = self._added = self._documents = 0

    def check(self, events: Any) -> None:
        import yaml

        for event in events:
            line = event.start_mark.line + 1
            if isinstance(event, yaml.DocumentStartEvent):
                self._documents += 1
                if self._documents > 1:
                    raise ValueError(f"line {line}: a second document; write only one")
            elif isinstance(event, yaml.CollectionEndEvent):
                closed = self._open.pop()
                if closed.anchor:
                    self._sizes[closed.anchor] = self._values - closed.before
            elif isinstance(event, yaml.NodeEvent):
                if not self._aliases:
                    self._plain(event, line)
                self._count(event, line)

    def _plain(self, event: Any, line: int) -> None:
        """Checks that a configuration contains plain values only."""
        import yaml

        if isinstance(event, yaml.AliasEvent):
            raise ValueError(f"line {line}: an alias; write out what it stands for")
        if getattr(event, "tag", None) not in (None, "!"):
            raise ValueError(f"line {line}: a tag; write plain values")
        above = self._open[-1] if self._open else None
        if above and above.is_mapping:
            if above.children % 2 == 0:
                if not isinstance(event, yaml.ScalarEvent):
                    raise ValueError(f"line {line}: a key that is not text")
                if event.value in above.keys:
                    raise ValueError(f"line {line}: a duplicate key")
                above.keys.add(event.value)
            above.children += 1

    def _count(self, event: Any, line: int) -> None:
        import yaml

        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == above.anchor for above in self._open):
                raise ValueError(f"line {line}: an alias of itself; write it out")
            size = self._sizes.get(event.anchor, 1)
            self._values, self._added = self._values + size, self._added + size
            if self._added > ALIASED:
                raise ValueError(f"line {line}: aliases stand for more than {ALIASED} values; write out what is meant")
        elif isinstance(event, yaml.ScalarEvent):
            size = 1 + len(event.value) // LONG
            self._values += size
            if event.anchor:
                self._sizes[event.anchor] = size
            if not event.value.isascii() and _halved(event.value):  # Python's reader takes them, libyaml does not
                raise ValueError(f"line {line}: half of a surrogate pair, which is not a character")
        else:
            self._open.append(_Open(event.anchor, self._values, isinstance(event, yaml.MappingStartEvent)))
            self._values += 1
            if len(self._open) > DEEPEST:
                raise ValueError(f"line {line}: nested more than {DEEPEST} deep")
