"""A part of the user's that fails is named in one line, with the place in its own code."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.experiments.composing.kinds import KINDS as KINDS_OF_PARTS
from ragatta.experiments.faults import FULL, problems_of
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.llm.seam import ModelUnavailable
from ragatta.pipeline.plugins.broken import blamed
from ragatta.pipeline.plugins.technique import Techniques
from tests.standins.broken import Part, fault_of, part

__all__ = ["part"]
KINDS = {kind.kind: kind for kind, _ in KINDS_OF_PARTS.values() if isinstance(kind, Techniques)}


def raising(kind: Techniques[Any]) -> str:
    """A part whose methods raise in line 4."""
    base = kind.base
    said = [f"from {base.__module__} import {base.__name__}", "from dataclasses import dataclass"]
    said += ["def fail(*given, **more):", '    raise RuntimeError("no\\nsuch key")']
    said += ["@dataclass(frozen=True)", f"class Mine({base.__name__}):"]
    return "\n".join([*said, *(f"    {name} = fail" for name in {"problems", *base.__abstractmethods__})])


CLASS = """from dataclasses import dataclass
from ragatta.pipeline.index.chunker import Chunker
@dataclass(frozen=True)
class Mine(Chunker):
"""


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_part_that_raises_is_named_with_its_place(
    kind: Techniques[Any], part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = part(kind, raising(kind))
    fault = fault_of(kind.load("mine")().problems)
    said = f"{kind.noun} 'mine' ({path}:4): RuntimeError: no such key"
    assert problems_of(fault) == [f"{said}; HYDRA_FULL_ERROR=1 shows the traceback"]
    found = blamed(fault)
    assert found is not None
    assert found.brief() == f"{kind.noun} 'mine': RuntimeError: no such key (mine.py:4)"
    monkeypatch.setenv(FULL, "1")
    assert problems_of(fault) == []


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("\nimport nothing", ":2", "{} cannot be imported: ModuleNotFoundError: No module named 'nothing'"),
        ("def x(:", ":1", "{} cannot be imported: SyntaxError: invalid syntax (mine.py, line 1)"),
        ("\n\nraise SystemExit('over')", ":3", "{} cannot be imported: SystemExit: over"),
        ("x = 1", "", "{} defines 0 classes of Chunker, not one"),
        (f"{CLASS}    pass", "", "Mine lacks pieces"),
        (
            f"{CLASS}    pieces = READS_TABLES = len",
            "",
            "Mine declares wrongly: READS_TABLES is a builtin_function_or_method, not True or False",
        ),
    ],
)
def test_a_part_that_cannot_be_used_is_named(part: Part, source: str, line: str, words: str) -> None:
    path = part(CHUNKERS, source)
    (said,) = problems_of(fault_of(lambda: CHUNKERS.load("mine")))
    assert said == f"chunker 'mine' ({path}{line}): {words.format('ragatta_parts.chunkers.mine')}"


def test_the_place_is_in_the_user_s_code_wherever_the_exception_arose(part: Part) -> None:
    source = f"from ragatta_parts import shared\n{CLASS}    pieces = shared.pieces"
    path = part(CHUNKERS, source).parents[1] / "shared.py"
    path.write_text("import json\ndef pieces(*given):\n    return json.loads('x')", encoding="utf-8")
    (said,) = problems_of(fault_of(CHUNKERS.load("mine")().pieces))
    assert said.startswith(f"chunker 'mine' ({path}:3): JSONDecodeError: Expecting value")


def test_ragatta_s_own_exceptions_speak_for_themselves(part: Part) -> None:
    part(CHUNKERS, f"{CLASS}    def pieces(self, call): call()")

    def unavailable() -> None:
        raise ModelUnavailable("start the server")

    assert problems_of(fault_of(lambda: CHUNKERS.load("mine")().pieces(unavailable))) == ["start the server"]
    assert problems_of(KeyError("of Ragatta")) == []
