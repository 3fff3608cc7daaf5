"""Checks the names under which plan steps pass on values.

A plan may come from a model, so it is not trusted. Names become valid identifiers, a name that is bound twice or never
used binds nothing, and a calculation with unknown names is dropped and noted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.text.arithmetic import identifier, names_in
from ragatta.pipeline.types import RetrievalStep

_BRACED = re.compile(r"\{([^{}]+)\}")
_RESULT = re.compile(r"^[^=<>]*=(?!=)")


def named(steps: Sequence[RetrievalStep], calculation: str, stage: Stage) -> tuple[tuple[RetrievalStep, ...], str]:
    """The steps with valid names, each bound once and used by a later query or by the calculation; and the calculation,
    "" if it cannot be computed."""
    names = {step.binds: identifier(step.binds) for step in steps if step.binds}
    expression = _over(calculation, names)
    known = frozenset(filter(None, names.values()))
    used = names_in(expression) if expression else ()
    if used is None or not set(used or ()) <= known or (expression and not used):
        stage.note(f"a calculation that cannot be computed, left out: {calculation}")
        expression, used = "", ()
    queries = [_filled(step.query, names, known) for step in steps]
    found: list[RetrievalStep] = []
    for at, step in enumerate(steps):
        name = names.get(step.binds, "")
        later = f"{{{name}}}"
        needed = name in used or any(later in query for query in queries[at + 1 :])
        free = name not in {one.binds for one in found}
        found.append(replace(step, query=_after(queries[at], found), binds=name if needed and free else ""))
    if expression and not set(used) <= {step.binds for step in found}:
        expression = ""
    return tuple(found), expression


def _over(calculation: str, names: dict[str, str]) -> str:
    """The expression with names that are valid in an expression: "price = Base Rate * factor" has two."""
    text = _BRACED.sub(r"\1", _RESULT.sub("", calculation)).strip()
    for raw in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(raw)}(?!\w)", names[raw], text)
    return text


def _filled(query: str, names: dict[str, str], known: frozenset[str]) -> str:
    """The query with bound names in braces replaced by their values; other braces are left alone."""

    def name(found: re.Match[str]) -> str:
        own = names.get(found[1].strip()) or identifier(found[1])
        return f"{{{own}}}" if own in known else found[1]

    return _BRACED.sub(name, query)


def _after(query: str, before: Sequence[RetrievalStep]) -> str:
    """The query without the braces of names that no earlier step binds."""
    bound = {step.binds for step in before}
    return _BRACED.sub(lambda found: found[0] if found[1] in bound else found[1].replace("_", " "), query)
