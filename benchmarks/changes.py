"""Small changes of a program, each in one line: what benchmarks.mutants asks the tests to notice."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

TURNED: dict[type, Any] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
OTHER = {"min": "max", "max": "min", "any": "all", "all": "any"}
SAID = ("strict", "encoding", "ensure_ascii", "help", "metavar")  # arguments that change no result, or only words


@dataclass(frozen=True)
class Change:
    line: int  # from 1
    start: int  # bytes of the line
    end: int
    written: str
    before: str
    after: str

    def made(self, source: bytes) -> bytes:
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + self.written.encode() + line[self.end :]
        return b"".join(lines)

    def compiles(self, source: bytes) -> bool:
        try:
            return bool(compile(self.made(source), "", "exec"))
        except (SyntaxError, ValueError):
            return False


def changes(source: bytes) -> Iterator[Change]:
    """Those of a module; none of annotations, decorators, docstrings, messages of errors and imports."""
    lines = source.splitlines()
    for node, written in _walked(ast.parse(source)):
        if node.lineno == node.end_lineno:
            line = lines[node.lineno - 1]
            after = line[: node.col_offset] + written.encode() + line[node.end_col_offset :]
            place = node.lineno, node.col_offset, node.end_col_offset
            yield Change(*place, written, line.decode().strip(), after.decode().strip())


def _walked(node: ast.AST) -> Iterator[tuple[Any, str]]:
    """Nodes of a program, each with other words for it."""
    yield from ((node, written) for written in _other(node))
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, f"not ({ast.unparse(test)})"
        case ast.comprehension(ifs=tests):
            yield from ((test, "True") for test in tests)
        case ast.Slice(lower=lower, upper=upper):
            yield from ((bound, f"({ast.unparse(bound)}) + 1") for bound in (lower, upper) if bound)
    for part in _parts(node):
        yield from _walked(part)


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    """The nodes in a node that make a result."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.JoinedStr() | ast.Raise() | ast.Assert():
            return ()
        case ast.Expr(value=ast.Constant()):
            return ()
        case ast.Call(func=ast.Name(id="TypeVar" | "NewType" | "cast")):
            return ()
        case ast.keyword(arg=name) if name in SAID:
            return ()
        case ast.AnnAssign(value=value):
            return (value,) if value else ()
        case ast.FunctionDef(args=args, body=body) | ast.AsyncFunctionDef(args=args, body=body):
            return (*filter(None, (*args.defaults, *args.kw_defaults)), *body)
        case ast.ClassDef(body=body):
            return body
    return ast.iter_child_nodes(node)


def _other(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(left=left, ops=[op, *ops], comparators=comparators):
            yield ast.unparse(ast.Compare(left, [TURNED[type(op)](), *ops], comparators))
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in TURNED:
            turned = copy(node)
            turned.op = TURNED[type(op)]()
            yield ast.unparse(turned) if isinstance(node, ast.AugAssign) else f"({ast.unparse(turned)})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and not value.value):
            yield "return None"
        case ast.Expr(value=ast.Call()):
            yield "pass"
        case ast.Break() | ast.Continue():
            yield "continue" if isinstance(node, ast.Break) else "break"
        case ast.Name(id=name) if name in OTHER:
            yield OTHER[name]
        case ast.Constant(value=value):
            yield from _other_value(value)


def _other_value(value: object) -> Iterator[str]:
    """No other prose: what is said to people may be said in other words."""
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int | float):
        yield str(value * 2 if value > 9 else value + 1)
    elif isinstance(value, str) and value and " " not in value:
        yield repr("x" + value)
