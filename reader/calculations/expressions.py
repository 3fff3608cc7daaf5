"""A calculation that a question asks for: its operands in the question's words, and the expression that joins them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.text.arithmetic import identifier

MOST = 6  # quantities of one calculation


@dataclass(frozen=True)
class Sought:
    """A cell that an operand is: what is measured, and the period at which ("" where the question names none). `about`
    are words of the other operand, which the same table may say of this one."""

    measure: str
    period: str = ""
    about: str = ""

    @property
    def words(self) -> str:
        return f"{self.measure} {self.period}".strip()


@dataclass(frozen=True)
class Calculation:
    """`operands` in the question's words and their `names`; `expression` is over the names. `rest` is what the question
    says beside the operands, and `result` what it calls the outcome ("" where it does not). `cells` are the operands as
    the cells of one table, where the question names them so."""

    operands: tuple[str, ...]
    names: tuple[str, ...]
    expression: str
    result: str
    rest: str
    cells: tuple[Sought, ...] = ()

    def query(self, operand: str) -> str:
        """What to search for to find one of the operands: its name and what it is for, without the conditions, which
        other tables than its own hold more of. Cells of one table are searched by the same words, so that each is
        read from the same passages, and without the periods, which a document's tables have in common."""
        if self.cells:
            return " ".join(dict.fromkeys(cell.measure for cell in self.cells))
        return f"{operand}: {self.result}" if self.result else operand

    def case(self, operand: str) -> str:
        """What to look one of the operands up by: its name with all that the question says of the case."""
        return f"{operand}: {self.rest}" if self.rest else operand


Join = Callable[[Sequence[str]], str]


def product(names: Sequence[str]) -> str:
    return " * ".join(names)


def total(names: Sequence[str]) -> str:
    return " + ".join(names)


def average(names: Sequence[str]) -> str:
    return f"({total(names)}) / {len(names)}"


def change(names: Sequence[str]) -> str:
    """From the first to the last, with its sign."""
    return f"{names[-1]} - {names[0]}"


def decrease(names: Sequence[str]) -> str:
    """By how much the last is less than the first."""
    return f"{names[0]} - {names[-1]}"


def difference(names: Sequence[str]) -> str:
    """How far two are apart, which has no sign; of more, what is left of the first."""
    left = " - ".join(names)
    return f"abs({left})" if len(names) == 2 else left


def less(names: Sequence[str]) -> str:
    return " - ".join(names)


def subtracted(names: Sequence[str]) -> str:
    return less(names[::-1])


def quotient(names: Sequence[str]) -> str:
    return " / ".join(names)


def percent_change(names: Sequence[str]) -> str:
    return f"({change(names)}) / {names[0]} * 100%"


def percent_decrease(names: Sequence[str]) -> str:
    return f"({decrease(names)}) / {names[0]} * 100%"


def share(names: Sequence[str]) -> str:
    """The first as a percentage of the second."""
    return f"{quotient(names)} * 100%"


def named(operands: Sequence[str]) -> tuple[str, ...]:
    """A name for every operand that an expression may hold, no two alike."""
    names: list[str] = []
    for number, operand in enumerate(operands, 1):
        name = identifier(operand) or "value"
        names.append(f"{name}_{number}" if name in names else name)
    return tuple(names)
