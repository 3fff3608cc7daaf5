"""The axes of a sweep: what differs between its variations, from their configurations.

Keys that vary together are one axis: where each value of one key comes with one value of another, their effects cannot
be told apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.experiments.composing.words import WITH_GROUP
from ragatta.experiments.showing.differences import flattened

NAME = "variation"
WHOLE = (".name",)  # keys that choose what the others of their part are settings of
MISSING = "none"
Codes = tuple[int, ...]  # of each variation the number of its value, numbered as they first appear


@dataclass(frozen=True)
class Axis:
    """`keys` of the configuration, the first with all levels; `levels` are the variations', in their order."""

    name: str
    keys: tuple[str, ...]
    levels: tuple[str, ...]

    @property
    def varies_together(self) -> bool:
        """Whether it is more than one setting, or than the choice of one technique with the settings of its own."""
        part = self.keys[0].removesuffix("name") if self.keys[0].endswith(WHOLE) else self.keys[0]
        return not all(key.startswith(part) for key in self.keys)


def axes_of(configs: Sequence[Mapping[str, Any]]) -> list[Axis]:
    """In the order of the configurations' keys."""
    flat = [flattened(config) for config in configs]
    columns = {
        key: tuple(_plain(own.get(key)) for own in flat) for key in dict.fromkeys(key for own in flat for key in own)
    }
    names = columns.pop(NAME, ())
    groups: dict[Codes, list[str]] = {}
    for key, values in columns.items():
        if len(set(values)) > 1:
            groups.setdefault(_codes(values), []).append(key)
    finest = [own for own in groups if not any(own != other and _follows(own, other) for other in groups)]
    found = [_axis(own, finest, groups, columns, names) for own in finest]
    short = [axis.name if axis.name.startswith(WITH_GROUP) else axis.name.rsplit(".", 1)[-1] for axis in found]
    return [
        Axis(name if short.count(name) == 1 else axis.name, axis.keys, axis.levels)
        for axis, name in zip(found, short, strict=True)
    ]


def _axis(
    own: Codes,
    finest: Sequence[Codes],
    groups: Mapping[Codes, list[str]],
    columns: Mapping[str, Sequence[str]],
    names: Sequence[str],
) -> Axis:
    """The group of keys with those that follow from it alone: what follows from another axis too does not differ where
    only this one does. A group that has the variations' names for levels has their name."""
    with_it = [key for other in groups if other != own and _follows(other, own)
               and not any(one != own and _follows(other, one) for one in finest) for key in groups[other]]  # fmt: skip
    keys = [*sorted(groups[own], key=lambda key: not key.endswith(WHOLE)), *with_it]
    if len(keys) > 1 and names and _codes(names) == own:
        return Axis(NAME, tuple(keys), tuple(names))
    name = keys[0].rpartition(".")[0] if keys[0].endswith(WHOLE) else keys[0]
    return Axis(name, tuple(keys), tuple(columns[keys[0]]))


def _codes(values: Sequence[str]) -> Codes:
    known = {value: number for number, value in enumerate(dict.fromkeys(values))}
    return tuple(known[value] for value in values)


def _follows(coarse: Codes, fine: Codes) -> bool:
    """Whether each value of the one comes with one value of the other."""
    return len(set(zip(fine, coarse, strict=True))) == len(set(fine))


def _plain(value: Any) -> str:
    return MISSING if value in (None, "") else str(value).lower() if isinstance(value, bool) else str(value)
