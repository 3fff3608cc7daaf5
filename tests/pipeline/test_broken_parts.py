"""A part of the user's that fails is named in one line, with the place in its own code."""

from __future__ import annotations

from typing import Any

import pytest

from ragatta.experiments.faults import FULL, problems_of
from ragatta.pipeline import plugins, protocols
from ragatta.pipeline.broken import blamed
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.llm.seam import ModelUnavailable
from tests.plugins import ALL
from tests.standins.broken import Part, fault_of, part

__all__ = ["part"]
KINDS = {kind.room: kind for kind in ALL if kind.room in plugins.ROOMS.values()}
CONSTANTS = {"bool": "False", "str": "''", "int": "1", protocols.TEXTS: "('a',)", "type[Scorer]": "object"}


def raising(kind: plugins.Kind[Any]) -> str:
    """A part that declares all of its protocol, and whose functions raise in line 2."""
    said = ["def fail(*given, **more):", '    raise RuntimeError("no\\nsuch key")']
    for name in protocols.members(kind.protocol):
        declared = getattr(kind.protocol, name)
        constant = isinstance(declared, property) and CONSTANTS[declared.fget.__annotations__["return"]]
        said.append(f"{name} = {constant or 'fail'}")
    return "\n".join(said)


CLASS = """from dataclasses import dataclass
from ragatta.pipeline.index.chunker import Chunker
@dataclass(frozen=True)
class Mine(Chunker):
"""


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_part_that_raises_is_named_with_its_place(
    kind: plugins.Kind[Any], part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = part(kind, raising(kind))
    fault = fault_of(kind.load("mine").fail)
    said = f"{kind.noun} 'mine' ({path}:2): RuntimeError: no such key"
    assert problems_of(fault) == [f"{said}; HYDRA_FULL_ERROR=1 shows the traceback"]
    found = blamed(fault)
    assert found is not None
    assert found.brief() == f"{kind.noun} 'mine': RuntimeError: no such key (mine.py:2)"
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
    ],
)
def test_a_part_that_cannot_be_used_is_named(part: Part, source: str, line: str, words: str) -> None:
    path = part(CHUNKERS.kind, source)
    (said,) = problems_of(fault_of(lambda: CHUNKERS.load("mine")))
    assert said == f"chunker 'mine' ({path}{line}): {words.format('ragatta_parts.chunkers.mine')}"


def test_the_place_is_in_the_user_s_code_wherever_the_exception_arose(part: Part) -> None:
    source = f"from ragatta_parts import shared\n{CLASS}    pieces = shared.pieces"
    path = part(CHUNKERS.kind, source).parents[1] / "shared.py"
    path.write_text("import json\ndef pieces(*given):\n    return json.loads('x')", encoding="utf-8")
    (said,) = problems_of(fault_of(CHUNKERS.load("mine")().pieces))
    assert said.startswith(f"chunker 'mine' ({path}:3): JSONDecodeError: Expecting value")


def test_ragatta_s_own_exceptions_speak_for_themselves(part: Part) -> None:
    part(CHUNKERS.kind, f"{CLASS}    def pieces(self, call): call()")

    def unavailable() -> None:
        raise ModelUnavailable("start the server")

    assert problems_of(fault_of(lambda: CHUNKERS.load("mine")().pieces(unavailable))) == ["start the server"]
    assert problems_of(KeyError("of Ragatta")) == []
