"""A table of plain text as Markdown and as LaTeX, with cells escaped. The LaTeX needs the packages booktabs and
graphicx."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LATEX = {  # a bracket or star that begins a row would be read as an argument of the line break before it
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\char34{}", "-": "-{}", "–": "--",
    "[": "{[}", "]": "{]}", "*": "{*}",
}  # fmt: skip
MINUS = re.compile(r"(?<![\w-])-(?=\d)")
MARKDOWN = re.compile(r"([\\`*_\[\]<>|~#$&])")


@dataclass(frozen=True)
class Table:
    """Plain text cells, every row as long as the headings."""

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[bool]  # which columns are figures


def as_markdown(table: Table) -> str:
    rule = ["---:" if right else "---" for right in table.right]
    lines = [[markdown_text(cell) for cell in row] for row in (table.headings, *table.rows)]
    lines.insert(1, rule)
    return f"{markdown_text(table.caption)}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def as_latex(table: Table) -> str:
    columns = "".join("r" if right else "l" for right in table.right)
    head, *rows = [" & ".join(latex_text(cell) for cell in row) + r" \\" for row in (table.headings, *table.rows)]
    body = [r"\toprule", head, r"\midrule", *rows, r"\bottomrule"]
    return "\n".join([
        r"\begin{table}", r"\centering", rf"\caption{{{latex_text(table.caption)}}}",
        r"\resizebox{\linewidth}{!}{%", rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}}",
        r"\end{table}", "",
    ])  # fmt: skip


def markdown_text(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", _one_line(text))


def latex_text(text: str) -> str:
    parts = MINUS.split(_one_line(text))
    return "$-$".join("".join(LATEX.get(letter, letter) for letter in part) for part in parts)


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
