"""A calculation that a question asks for: the operands in the question's words, and their expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragatta.pipeline.text.arithmetic import identifier

MOST = 6  # quantities of one calculation


@dataclass(frozen=True)
class SoughtCell:
    """A cell as an operand: what is measured, and for which period ("" if the question names none). `about` are words
    of the other operand, which the same table may use for this one."""

    measure: str
    period: str = ""
    about: str = ""

    @property
    def words(self) -> str:
        return f"{self.measure} {self.period}".strip()


@dataclass(frozen=True)
class Calculation:
    """`operands`: in the question's words; `names`: their names in the `expression`. `rest`: the question's other
    words; `result`: its name for the result ("" if none). `cells`: the operands as cells of one table, if the question
    names such cells."""

    operands: tuple[str, ...]
    names: tuple[str, ...]
    expression: str
    result: str
    rest: str
    cells: tuple[SoughtCell, ...] = ()

    def query(self, operand: str) -> str:
        """The query for one operand: its name and purpose, without conditions, which match other tables better. Cells
        of one table share a query without periods, so that all are read from the same passages."""
        if self.cells:
            return " ".join(dict.fromkeys(cell.measure for cell in self.cells))
        return f"{operand}: {self.result}" if self.result else operand


Join = Callable[[Sequence[str]], str]
JOINS: dict[str, Join] = {  # what a calculation is called: the expression over the names, in their order
    "product": " * ".join,
    "total": " + ".join,
    "ratio": " / ".join,
    "average": lambda names: f"({' + '.join(names)}) / {len(names)}",
    "change": lambda names: f"{names[-1]} - {names[0]}",
    "decrease": lambda names: f"{names[0]} - {names[-1]}",
    "difference": lambda names: f"abs({names[0]} - {names[-1]})",
    "percentage": lambda names: f"{names[0]} / {names[1]} * 100%",
    "percentage change": lambda names: f"({names[-1]} - {names[0]}) / {names[0]} * 100%",
    "percentage decrease": lambda names: f"({names[0]} - {names[-1]}) / {names[0]} * 100%",
}


def of_cells(cells: Sequence[SoughtCell], result: str) -> Calculation:
    """The calculation over cells with this name."""
    operands = tuple(cell.words for cell in cells)
    names = named(operands)
    return Calculation(operands, names, JOINS[result](names), result, "", tuple(cells))


def named(operands: Sequence[str]) -> tuple[str, ...]:
    """A distinct name for every operand, valid in an expression."""
    names: list[str] = []
    for number, operand in enumerate(operands, 1):
        name = identifier(operand) or "value"
        names.append(f"{name}_{number}" if name in names else name)
    return tuple(names)
