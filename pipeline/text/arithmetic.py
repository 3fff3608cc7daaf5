"""Arithmetic over named values, computed in decimals.

An expression may come from a model, so it is parsed as data: numbers, names, + - * /, brackets and abs(...), nothing
else. Errors are results. A currency sign is kept, "5%" is 0.05, "5% of x" is a product, and a quotient "* 100%" is
shown as a percentage. See docs/parts.md (plans whose later steps use what earlier ones found).
"""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException, DivisionByZero, InvalidOperation, Overflow
from typing import TypeGuard

from ragatta.pipeline.text.numbers import Figure, plain

DIGITS = 28  # of a quotient that has no end
LONGEST = 400  # characters of an expression: a plan names a handful of values
LARGEST = Decimal(10) ** 18  # beyond any amount that a document prints
_CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_UP, traps=[DivisionByZero, InvalidOperation, Overflow])
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "[": "(", "]": ")"})
_PERCENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(?:%|percent\b|per cent\b)", re.IGNORECASE)
_OF = re.compile(r"(?<=[\d)])\s+of\s+", re.IGNORECASE)
_MONEY = re.compile(r"[$€£](?=\s*\d)")
# What is no number and no name makes Python's own reader warn or work long; it never gets that far.
_READABLE = re.compile(r"(?!.*(?<![\w.])[\d.]+[^\W\d])(?!.*(?:\*\s*\*|/\s*/))[\w\s.+*/()-]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_OPERATORS: dict[type[ast.operator], tuple[str, Callable[[Decimal, Decimal], Decimal]]] = {
    ast.Add: ("+", _CONTEXT.add),
    ast.Sub: ("−", _CONTEXT.subtract),
    ast.Mult: ("×", _CONTEXT.multiply),
    ast.Div: ("÷", _CONTEXT.divide),
}
_ONLY = "only numbers, names, + - * / and brackets are computed"
_STRENGTH: dict[type[ast.operator], int] = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2}


@dataclass(frozen=True)
class Result:
    """`value` is None if `error` says why. `with_figures`: the expression with figures instead of names. `unit`: the
    currency sign or "%" of the result. Dollars divided by dollars have no unit; percentages keep theirs if they are
    added or averaged."""

    value: Decimal | None
    with_figures: str = ""
    unit: str = ""
    error: str = ""

    def written(self, value: Decimal) -> str:
        """A value with the result's unit in plain notation: "$1,250.5", "5.5%"."""
        sign = "−" if value < 0 else ""
        if self.unit == "%":
            return f"{sign}{plain(abs(value) * 100)}%"
        return f"{sign}{self.unit}{plain(abs(value))}"


def names_in(expression: str) -> tuple[str, ...] | None:
    """The distinct names of an expression, in order; None if it cannot be computed for any values."""
    try:
        tree = _parsed(expression)
        _checked(tree)
    except _Unusable:
        return None
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called]
    return tuple(dict.fromkeys(node.id for node in sorted(found, key=lambda node: node.col_offset)))


def evaluate(expression: str, values: Mapping[str, Figure]) -> Result:
    """Computes the expression over named figures. The result is an error for anything but arithmetic, an unknown name,
    a division by zero, or a number above `LARGEST`."""
    try:
        tree = _parsed(expression)
        computed = _computed(tree, values)
    except _Unusable as fault:
        return Result(None, error=str(fault))
    except (DecimalException, RecursionError):
        return Result(None, error="a division by zero or a number that is too large")
    return Result(computed.value, _printed(tree, values), computed.unit)


def identifier(name: str) -> str:
    """The name in a form that is valid in an expression: "Base Rate" is base_rate; "" if no letter is left."""
    folded = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", name).casefold()).strip("_")
    found = re.sub(r"^[\d_]+", "", folded)
    return f"{found}_" if keyword.iskeyword(found) else found


class _Unusable(Exception):
    """An expression that is not arithmetic."""


@dataclass(frozen=True)
class _Value:
    value: Decimal
    unit: str = ""


def _parsed(expression: str) -> ast.expr:
    text = _THOUSANDS.sub("", _MONEY.sub("", expression.translate(_SIGNS))).strip()
    text = _OF.sub(" * ", _PERCENT.sub(r"(\1 / 100)", text))
    if len(text) > LONGEST:
        raise _Unusable(f"the expression is longer than {LONGEST} characters")
    if not _READABLE.fullmatch(text):
        raise _Unusable(_ONLY)
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        raise _Unusable(_ONLY) from fault


def _checked(node: ast.expr) -> None:
    """Raises _Unusable for anything but numbers, names, the four operations and signs."""
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        _checked(node.left)
        _checked(node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        _checked(node.operand)
    elif isinstance(node, ast.Constant):
        _number(node)
    elif _is_size(node):
        _checked(node.args[0])
    elif not isinstance(node, ast.Name):
        raise _Unusable(_ONLY)


def _number(node: ast.Constant) -> Decimal:
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        raise _Unusable(_ONLY)
    return _bounded(Decimal(repr(node.value)) if isinstance(node.value, float) else _integer(node.value))


def _integer(value: int) -> Decimal:
    if value > LARGEST:  # before it is written out: that of a long one takes long
        raise _Unusable("a number is too large")
    return Decimal(value)


def _bounded(value: Decimal) -> Decimal:
    if not value.is_finite() or abs(value) > LARGEST:
        raise _Unusable("a number is too large")
    return value


def _computed(node: ast.expr, values: Mapping[str, Figure]) -> _Value:
    _checked(node)
    if isinstance(node, ast.Name):
        if node.id not in values:
            raise _Unusable(f"no value is known for {node.id}")
        figure = values[node.id]
        return _Value(_bounded(figure.amount), "%" if figure.percent else figure.currency)
    if isinstance(node, ast.Constant):
        return _Value(_number(node))
    if isinstance(node, ast.UnaryOp):
        inner = _computed(node.operand, values)
        return _Value(-inner.value if isinstance(node.op, ast.USub) else inner.value, inner.unit)
    if _is_size(node):
        inner = _computed(node.args[0], values)
        return _Value(abs(inner.value), inner.unit)
    assert isinstance(node, ast.BinOp)
    left, right = _computed(node.left, values), _computed(node.right, values)
    value = _bounded(_OPERATORS[type(node.op)][1](left.value, right.value))
    if _is_percent(node) or _states_percentage(node):
        return _Value(value, "%")
    return _Value(value, _unit(node.op, left.unit, right.unit))


def _unit(sign: ast.operator, left: str, right: str) -> str:
    """The unit of two combined values. Raises _Unusable for two currencies."""
    money = {left, right} - {"", "%"}
    if len(money) > 1:
        raise _Unusable(f"{left} and {right} cannot be combined")
    if isinstance(sign, ast.Add | ast.Sub):
        if money and "%" in (left, right):  # 5% of what?
            raise _Unusable(f"{left} and {right} cannot be combined")
        return "%" if left == right == "%" else "".join(money)
    if isinstance(sign, ast.Div) and right in money:
        return ""
    return "%" if left == "%" and not right and isinstance(sign, ast.Div) else "".join(money)


def _printed(node: ast.expr, values: Mapping[str, Figure], within: int = 0) -> str:
    """The expression in plain notation, with brackets only where they matter."""
    if isinstance(node, ast.Name):
        figure = values[node.id]
        text = f"{plain(figure.value).replace('-', '−')}{'%' * figure.percent}"
        return f"({text})" if within and figure.value < 0 else text
    if isinstance(node, ast.UnaryOp):
        return ("−" if isinstance(node.op, ast.USub) else "") + _printed(node.operand, values, 3)
    if isinstance(node, ast.Constant):
        return plain(_number(node))
    if _is_size(node):
        return f"|{_printed(node.args[0], values)}|"
    assert isinstance(node, ast.BinOp)
    if _is_percent(node):
        return f"{_printed(node.left, values)}%"
    strength = _STRENGTH[type(node.op)]
    right = strength + isinstance(node.op, ast.Sub | ast.Div)
    text = (
        f"{_printed(node.left, values, strength)} {_OPERATORS[type(node.op)][0]} {_printed(node.right, values, right)}"
    )
    return f"({text})" if strength < within else text


def _is_percent(node: ast.BinOp) -> bool:
    """Whether it is the form into which "5%" was parsed."""
    both = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
    return both and isinstance(node.op, ast.Div) and getattr(node.right, "value", 0) == 100


def _states_percentage(node: ast.BinOp) -> bool:
    """Whether a quotient is multiplied by 100%, which does not change its value."""
    by = node.right
    whole = isinstance(by, ast.BinOp) and _is_percent(by) and getattr(by.left, "value", 0) == 100
    return (
        whole
        and isinstance(node.op, ast.Mult)
        and isinstance(node.left, ast.BinOp)
        and isinstance(node.left.op, ast.Div)
    )


def _is_size(node: ast.expr) -> TypeGuard[ast.Call]:
    """Whether it is abs(...), the only function allowed."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "abs"
    return called and len(node.args) == 1 and not node.keywords  # type: ignore[attr-defined]
