"""The result of a calculation as it is printed: exact, or rounded by a rule, with its unit."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from ragatta.pipeline.agents.calculating.rounding import Rounding
from ragatta.pipeline.text.arithmetic import Result

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Computed:
    """A result with the rule by which it is rounded, if there is one."""

    result: Result
    rule: Rounding | None
    of_quotient: bool

    @property
    def value(self) -> Decimal:
        assert self.result.value is not None
        return self.result.value

    @property
    def exact(self) -> str:
        return self.result.written(self.value)

    @property
    def rounded(self) -> str:
        """By the rule; "" without one."""
        if self.rule is None:
            return ""
        plain = self.value * 100 if self.result.unit == "%" else self.value
        return self._written(self.rule.apply(plain), max(-int(self.rule.step.as_tuple().exponent), 0))

    @property
    def final(self) -> str:
        """The value given as the answer: rounded by the rule; otherwise exact, money with two decimals, and a quotient
        stated as a percentage with two decimals."""
        if self.rule:
            return self.rounded
        if self.is_quotient:
            return self._written(self._percent, 2)
        return self._written(self.value.quantize(CENT, ROUND_HALF_UP), 2) if self.is_money else self.exact

    @property
    def is_quotient(self) -> bool:
        """Whether it is a percentage computed from two figures that has more than two decimals."""
        return self.result.unit == "%" and self.of_quotient and self._percent != self.value * 100

    @property
    def _percent(self) -> Decimal:
        return (self.value * 100).quantize(CENT, ROUND_HALF_UP)

    @property
    def is_money(self) -> bool:
        return self.result.unit not in ("", "%")

    def _written(self, value: Decimal, places: int) -> str:
        """The value with so many decimal places; money has none or two."""
        places = 2 if self.is_money and places == 1 else places
        percent = "%" * (self.result.unit == "%")
        return f"{'−' * (value < 0)}{self.result.unit * self.is_money}{abs(value):,.{places}f}{percent}"

    def line(self, marks: str) -> str:
        """The calculation in plain notation: "40 × 1.055 = 42.2, rounded to whole dollars: $42"."""
        exact = self.exact.replace(self.result.unit, "") if self.is_money else self.exact
        line = f"{self.result.with_figures} = {exact}"
        if self.rule:
            return f"{line}, rounded to {self.rule.words}: {self.rounded}{marks}"
        cents = f", to cents: {self.final}" if self.is_money else f", to two decimals: {self.final}" * self.is_quotient
        return f"{line}{cents}; no rounding rule was found{marks}"
