"""Short names of the variations of one sweep, for narrow places."""

from __future__ import annotations

from collections.abc import Sequence


def short_names(labels: Sequence[str], keys: bool = False) -> list[str]:
    """The distinguishing words of each label: "baseline chunking=page" beside "baseline chunking=document" is "page",
    or "chunking=page" with `keys`. The labels themselves if they have no common form or would become equal."""
    rows = [label.split() for label in labels]
    if len({len(row) for row in rows}) != 1:
        return list(labels)
    distinct = [column for column in zip(*rows, strict=True) if len(set(column)) > 1]
    columns = distinct if keys else [_without_key(column) for column in distinct]
    names = [" ".join(row) for row in zip(*columns, strict=True)] if columns else list(labels)
    return names if len(set(names)) == len(set(labels)) else list(labels)


def short_keys(labels: Sequence[str]) -> str:
    """What the words of `short_names` without keys are values of: "chunking"; "" where they kept their keys."""
    columns = [column for column in zip(*map(str.split, labels), strict=False) if len(set(column)) > 1]
    keys = [column[0].partition("=")[0] for column in columns if _without_key(column) != [*column]]
    return " ".join(keys)


def _without_key(column: Sequence[str]) -> list[str]:
    """The words without their common key."""
    keys = {word.partition("=")[0] for word in column if "=" in word[1:]}
    alike = len(keys) == 1 and all("=" in word[1:-1] for word in column)
    return [word.partition("=")[2] for word in column] if alike else list(column)


def fitted(name: str, width: int) -> str:
    """The name in so many characters, without its middle if need be: labels of a sweep differ at their ends."""
    if len(name) <= width:
        return name
    end = 2 * (width - 1) // 3
    return f"{name[: width - 1 - end]}…{name[-end:]}"
