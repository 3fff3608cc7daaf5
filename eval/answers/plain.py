"""A chat model's text as plain lines: JSON, HTML, LaTeX and Markdown resolved, citation marks removed.

A line is a heading, a list item, a table row or running text. The wording does not change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from ragatta.eval.answers.citations import powers_of_ten, without_citations
from ragatta.pipeline.llm import thoughts
from ragatta.pipeline.text.character_references import unescaped
from ragatta.pipeline.text.sentences import answer_sentences

# Fields in which models put the answer itself, the most explicit first.
ANSWER_FIELDS = ("final_answer", "finalanswer", "answer", "value", "result", "items", "list", "response", "output")

Form = Literal["heading", "item", "row", "text"]

# A thought in its tags, closed or, where a reply was cut off, not; and all before harmony's final channel.
_THOUGHT = r"(?:seed:)?(?:think|thinking|thought|thoughts|reason|reasoning|analysis|reflection|scratchpad)"
_THOUGHTS = re.compile(rf"<(?P<tag>{_THOUGHT})>", re.IGNORECASE)
_MARKED = re.compile(r"<\|channel\|>|\[THINK\]|◁think▷")
_FENCED = re.compile(r"```[\w-]*\n?(.*?)```", re.DOTALL)
CELL_BREAK = "\x1f"  # a line break within a cell of a table
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_MARK_TAG = re.compile(r"<sup>\s*\W?\d+\W?\s*</sup>", re.IGNORECASE)
_LIST_TAG = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_BLOCK_TAG = re.compile(r"</?(?:p|div|ul|ol|li|h[1-6]|tr|table|thead|tbody)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9]*\b[^<>]*>", re.IGNORECASE)
_LATEX = (
    (re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}"), r"\nFinal answer: \1\n"),
    (re.compile(r"\\[dt]?frac\s*\{\s*(\d+)\s*\}\s*\{\s*(\d+)\s*\}"), r" \1/\2"),
    (re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"(\1) / (\2)"),
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf|operatorname)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\(?:times|cdot)(?![a-z])"), " × "),
    (re.compile(r"\\div(?![a-z])"), " ÷ "),
    (re.compile(r"\\(?:approx|simeq)(?:eq)?(?![a-z])"), " ≈ "),
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\[()\[\]]|\\(?:left|right|quad|,|;|!| )"), " "),
    (re.compile(r"\\([%$#&_])"), r"\1"),
)
_MATH = re.compile(r"\$\$(.+?)\$\$|(?<![\w$])\$(?=[^$\n]*[=×≈÷/+*^])((?:\\\$|[^$\n])+?)\$(?!\d)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]]+)\]\((?:[^()\s]|\([^()]*\))*\)")
_EMPHASIS = re.compile(r"\*\*|__|`|~~|(?<![\w*])\*(?=\S[^*\n]*\*)|(?<=\S)\*(?![\w*\s]|$)|(?<=[^\s*])\*(?=\s|$)")
_MARKER = re.compile(r"^\s*(?:[-*+•·▪◦‣–—●○]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
_HEADING = re.compile(r"^\s*#{1,6}\s+")
_QUOTED = re.compile(r"^\s*(?:>\s*)+")
_RULE = re.compile(r"^[\s|:+=_*-]*$")


@dataclass(frozen=True)
class Line:
    """`text` without its marker; `cells` of a table's row, `header` the cells of its table's first row; `depth` is the
    column at which it begins."""

    text: str
    form: Form = "text"
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    depth: int = 0


@lru_cache(maxsize=2048)
def plain_lines(text: str) -> tuple[Line, ...]:
    """The non-empty lines, in order."""
    return tuple(line for line in _lines(_resolved(text)) if line.text.strip(" |"))


def plain_sentences(text: str) -> list[str]:
    """The sentences of these lines."""
    return [sentence for line in plain_lines(text) for sentence in answer_sentences(line.text)]


def _resolved(text: str) -> str:
    text = _without_thoughts(thoughts.after(text) if _MARKED.search(text) else text)
    structured = _structured(text)
    return _without_latex(_without_html(structured if structured is not None else _FENCED.sub(r"\n\1\n", text)))


def _without_thoughts(text: str) -> str:
    """The text behind the thoughts that it begins with; nothing where they were cut off before their end."""
    if _MARKED.match(text.lstrip()):
        return ""
    while opened := _THOUGHTS.match(text.lstrip()):
        text, closing = text.lstrip(), f"</{opened['tag'].lower()}>"
        begins, ends = (text.lower().count(mark) for mark in (closing.replace("/", ""), closing))
        at = text.lower().rfind(closing) if begins == ends else -1
        text = text[at + len(closing) :] if at >= 0 else ""
    return text


def _structured(text: str) -> str | None:
    """The answer in a JSON reply, as lines of text; None if the text is not just one object or list."""
    fenced = _FENCED.findall(text)
    for candidate in (text, *(block for block in fenced if len(block) > len(text) / 2)):
        if candidate.strip()[:1] in ("{", "["):
            try:
                return _from_json(json.loads(candidate))
            except (ValueError, RecursionError):
                continue
    return None


def _from_json(value: Any) -> str:
    if isinstance(value, dict):
        named = {str(name).lower().replace(" ", "_"): one for name, one in value.items()}
        for field in ANSWER_FIELDS:
            if named.get(field) not in (None, "", []):
                unit = named.get("unit") or named.get("units") or named.get("currency") or ""
                return (
                    f"Answer: {_from_json(named[field])} {unit}".strip()
                    if _is_scalar(named[field])
                    else _from_json(named[field])
                )
        if len(value) == 1 and isinstance(only := next(iter(value.values())), list):
            return _from_json(only)
        return "\n".join(f"{name}: {_from_json(one)}" for name, one in value.items())
    if isinstance(value, list):
        return "\n".join(f"- {_one_line(one)}" for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _one_line(value: Any) -> str:
    if isinstance(value, dict):
        return " – ".join(_from_json(one) for one in value.values() if _is_scalar(one))
    return _from_json(value).replace("\n", " ")


def _is_scalar(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _without_html(text: str) -> str:
    if "<" in text:
        text = "\n".join(_BREAK.sub(CELL_BREAK if "|" in line else "\n", line) for line in text.splitlines())
        text = _MARK_TAG.sub("", powers_of_ten(text))
        text = _TAG.sub("", _BLOCK_TAG.sub("\n", _LIST_TAG.sub("\n- ", text)))
    return unescaped(text)


def _without_latex(text: str) -> str:
    if "\\" in text or "$" in text:
        text = _MATH.sub(lambda match: f" {match[1] or match[2]} ", text)
        for pattern, replacement in _LATEX:
            text = pattern.sub(replacement, text)
    return text


def unmarked(line: str) -> str:
    """A line without emphasis and without the bullet or number that begins it."""
    return _MARKER.sub("", _unstyled(line)).strip()


def _unstyled(line: str) -> str:
    return _EMPHASIS.sub("", _LINK.sub(r"\1", line))


def _lines(text: str) -> Iterator[Line]:
    header: tuple[str, ...] = ()
    for raw in text.splitlines():
        line = without_citations(_unstyled(_QUOTED.sub("", raw)))
        depth = len(raw) - len(raw.lstrip())
        if not line.strip() or _RULE.match(line):
            header = header if line.strip() else ()
            continue
        if line.strip().startswith("|") or line.count("|") > 1:
            cells = tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
            yield Line(" | ".join(cells), "row", cells, header, depth)
            header = header or cells
            continue
        header = ()
        if _HEADING.match(line):
            yield Line(_HEADING.sub("", line).strip(), "heading", depth=depth)
        elif _MARKER.match(line):
            yield Line(_MARKER.sub("", line).strip(), "item", depth=depth)
        else:
            yield Line(line.strip(), depth=depth)
