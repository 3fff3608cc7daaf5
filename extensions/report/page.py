"""Writes the report's contents to one self-contained HTML file.

Questions, answers, document texts and file names are untrusted. They are in the file once, as JSON in a script element
that never runs, with every "<" escaped, and the page writes them with textContent only. The details of a question,
which are most of the file, are parsed when its page is opened: one line of JSON per question at the end of the file,
and behind them one line of base64 per picture of a page. A
content security policy allows the page's own style and script by their hashes and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from ragatta.experiments.page import ELEMENTS, PALETTE

PAGE = Path(__file__).parent / "page"
# In the order in which they build on one another, and on those that all pages share.
SCRIPTS = (
    "format",
    "plots",
    "headline",
    "ranking",
    "effects",
    "diagnosis",
    "conditions",
    "latency",
    "heatmap",
    "kinds",
    "losses",
    "confidence",
    "times",
    "changes",
    "sections",
    "settings",
    "context",
    "pages",
    "question",
    "main",
)


OVERVIEW = ("sample", "status", "lost_at", "scores")  # of an answer, what the page of all questions reads


def page(contents: Mapping[str, Any]) -> str:
    """The whole file. `contents` are JSON values without NaN."""
    questions, pictures = contents["questions"], contents["pictures"]
    style = "".join(map(_text, (PALETTE, PAGE / "report.css")))
    script = "\n".join(map(_text, (ELEMENTS, *(PAGE / f"{name}.js" for name in SCRIPTS))))
    sweep = contents["sweep"]
    return Template(_text(PAGE / "report.html")).substitute(
        title=html.escape(f"{sweep['dataset']} {sweep['sweep_id']} · Ragatta"),
        policy=f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}; "
        f"{'img-src data:; ' if pictures else ''}base-uri 'none'; form-action 'none'",
        style=style,
        data=data(
            {
                **contents,
                "questions": [_parts(question, overview=True) for question in questions],
                "pictures": [facts for *facts, _ in pictures],
            }
        ),
        answers="\n".join(data(_parts(question, overview=False)["rows"]) for question in questions),
        pictures="\n".join(picture for *_, picture in pictures),
        script=script,
    )


def _parts(question: Mapping[str, Any], overview: bool) -> dict[str, Any]:
    """The question with its answers' fields: those of OVERVIEW, or the others."""
    rows = [
        [{name: value for name, value in row.items() if (name in OVERVIEW) == overview} for row in own]
        for own in question["rows"]
    ]
    return {**question, "rows": rows}


def data(contents: Any) -> str:
    """JSON for a script element, in one line: without "<", no text can end the element or open a comment."""
    written = json.dumps(contents, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # A lone surrogate, which UTF-8 cannot hold, stands as its JSON escape.
    return written.replace("<", "\\u003c").encode("utf-8", "backslashreplace").decode()


def _source(text: str) -> str:
    """The text of an inline element as a source of a content security policy (CSP Level 3, hash-source)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
