"""A table of plain text as Markdown and as LaTeX, with cells escaped. The LaTeX needs the packages booktabs and
tabularx, and fits a page of 345 pt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

LATEX = {  # a bracket or star that begins a row would be read as an argument of the line break before it
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "`": r"\textasciigrave{}", '"': r"\char34{}", "-": "-{}", "–": "--",
    "[": "{[}", "]": "{]}", "*": "{*}",
}  # fmt: skip
WIDE = r">{\raggedright\arraybackslash}X"
MINUS = re.compile(r"(?<![\w-])-(?=\d)")
MARKDOWN = re.compile(r"([\\`*_\[\]<>|~#$&])")
LETTERS = 84  # of a line in 8 pt on a page of 345 pt
WRAPPED = 14  # letters of a cell of text; a longer one is wrapped
GAP = 2  # letters between two columns


@dataclass(frozen=True)
class Table:
    """Plain text cells, every row as long as the headings. `explained` are additions to the caption, by the heading
    that they explain."""

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[bool]  # which columns are figures
    explained: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The caption with what explains the headings that are there."""
        return "; ".join([self.caption, *(text for name, text in self.explained.items() if name in self.headings)])

    def column(self, name: str) -> list[str]:
        return [row[self.headings.index(name)] for row in self.rows]

    def only(self, names: Sequence[str]) -> Table:
        """With these columns, in this order."""
        at = [self.headings.index(name) for name in names]
        rows = [[row[place] for place in at] for row in self.rows]
        return replace(self, headings=names, rows=rows, right=[self.right[place] for place in at])

    @property
    def letters(self) -> int:
        """How wide it is printed, about."""
        return sum(min(WRAPPED, width) if text else width for width, text in self._widths()) + GAP * len(self.headings)

    def wrapped(self) -> list[bool]:
        """Which columns are text of several lines."""
        return [text and width > WRAPPED for width, text in self._widths()]

    def _widths(self) -> list[tuple[int, bool]]:
        """Of each column its letters, a heading on lines of its own words, and whether it is text."""
        columns = zip(self.headings, self.right, zip(*self.rows, strict=True), strict=True)
        return [
            (max(map(len, [*cells, *(heading.split() if right else [heading])])), not right)
            for heading, right, cells in columns
        ]


def as_markdown(table: Table) -> str:
    rule = ["---:" if right else "---" for right in table.right]
    lines = [[markdown_text(cell) for cell in row] for row in (table.headings, *table.rows)]
    lines.insert(1, rule)
    return f"{markdown_text(table.title)}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def as_latex(table: Table) -> str:
    wrapped = table.wrapped()
    kinds = zip(table.right, wrapped, strict=True)
    columns = "".join("r" if right else WIDE if wide else "l" for right, wide in kinds)
    head = " & ".join(_heading(*named) for named in zip(table.headings, table.right, strict=True))
    rows = [" & ".join(_cell(*cell) for cell in zip(row, wrapped, strict=True)) for row in table.rows]
    body = [r"\toprule", head + r" \\", r"\midrule", *(row + r" \\" for row in rows), r"\bottomrule"]
    name = r"tabularx}{\linewidth" if any(wrapped) else "tabular"
    return "\n".join([
        r"\begin{table}[tbp]", r"\centering", rf"\caption{{{latex_text(table.title)}}}",
        rf"\{'footnotesize' if table.letters <= LETTERS else 'scriptsize'}\setlength{{\tabcolsep}}{{4pt}}",
        rf"\begin{{{name}}}{{{columns}}}", *body, rf"\end{{{name.partition('}')[0]}}}",
        r"\end{table}", "",
    ])  # fmt: skip


def _heading(text: str, right: bool) -> str:
    """Over figures the words stand one above the other."""
    words = [latex_text(word) for word in text.split()]
    if not right or len(words) < 2:
        return " ".join(words)
    return r"\begin{tabular}[b]{@{}r@{}}" + r"\\".join(words) + r"\end{tabular}"


def _cell(text: str, wrapped: bool) -> str:
    """What is wrapped may break in names too, which have no spaces."""
    written = latex_text(text)
    return written.replace(r"\_", r"\_\allowbreak{}").replace("=", r"=\allowbreak{}") if wrapped else written


def markdown_text(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", one_line(text))


def latex_text(text: str) -> str:
    parts = MINUS.split(one_line(text))
    return "$-$".join("".join(LATEX.get(letter, letter) for letter in part) for part in parts)


def one_line(text: str) -> str:
    """The text without line ends, control characters and repeated spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
