"""The HTML report of the latest sweep, one file that opens offline.

It is written beside the sweep's tables and logged to MLflow. With --columns, or a file .tex, the tables for a paper are
written instead.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import Template
from typing import Any

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import SWEEP_ID, option
from ragatta.experiments.corpora.pictures import pages_of
from ragatta.experiments.faults import Fault
from ragatta.experiments.page import ELEMENTS, PALETTE
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.effects import effects_of
from ragatta.experiments.results.printed import latex
from ragatta.experiments.results.reading import SweepResult, open_sweep, used
from ragatta.experiments.results.tables import all_comparisons
from ragatta.experiments.tracking.track import logged_beside
from ragatta.extensions.report.contents import contents
from ragatta.extensions.report.corpora import Reading, reader
from ragatta.extensions.report.pictures import Draw, Drawn
from ragatta.pipeline.drawing.pages import Pages, Sharpness, Undrawn
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.types import Progress

# Writes the report's contents to one self-contained HTML file.
#
# Questions, answers, document texts and file names are untrusted. They are in the file once, as JSON in a script
# element that never runs, with every "<" escaped, and the page writes them with textContent only. The details of a
# question, which are most of the file, are parsed when its page is opened: one line of JSON per question at the end of
# the file, and behind them one line of base64 per picture of a page. A content security policy allows the page's own
# style and script by their hashes and nothing else.


PAGE = Path(__file__).parent.parent / "page"
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


FILE, PRINTED = "report.html", "summary.tex"
PRINTED_PAGE = Sharpness("WEBP", quality=50, scale=1.5)  # legible, and small


@command(__doc__, "report --out report.html", "report --out paper.tex --columns score,evidence_recall")
@SWEEP_ID
@option("--out", default="", metavar="FILE", help="the file to write; report.html in the sweep's folder by default")
@option("--columns", default="", metavar="NAMES", help="write summary.tex, or --out file.tex, with these columns")
@option("--pages", is_flag=True, help="shows the pages of evidence and citations as pictures: a larger file")
def report(sweep_id: str, out: str, columns: str, pages: bool) -> int:
    sweep = open_sweep(sweep_id)
    if columns or out.endswith(".tex"):
        path = write_printed(sweep, Path(out) if out else sweep.folder / PRINTED, columns)
    else:
        path = write_report(sweep, Path(out) if out else sweep.folder / FILE, pages)
    print(f"{path}, {path.stat().st_size / 1e6:.1f} MB" if pages else path)
    return 0 if logged_beside(sweep, "report", lambda: _log(sweep, path)) else 1


def write_report(sweep: SweepResult, path: Path, pages: bool = False) -> Path:
    """Writes the report of a sweep atomically, with pictures of `pages` if wished, and returns its path. Raises Fault
    if there is nothing to report, OSError if it cannot be written."""
    bars = Bars()
    with bars.shown(), used(sweep.folder, *(run.folder for run in sweep.runs)), drawing(bars) as draw:
        written = page(contents(sweep, reader(bars), draw if pages else None))
    write_whole(path, written)
    return path


@contextmanager
def drawing(progress: Progress) -> Iterator[Draw]:
    """Draws pages of the documents of runs."""
    held: dict[int, Pages] = {}
    done = 0

    def draw(reading: Reading, file: str, number: int) -> Drawn | str:
        nonlocal done
        if reading.dataset is None or reading.parser is None or reading.pages is None:
            return reading.missing
        if id(reading) not in held:
            held[id(reading)] = pages_of(reading.dataset, reading.files, reading.parser, PRINTED_PAGE)
        own, text = held[id(reading)], reading.pages[file][number - 1].text
        progress("drawing pages", done := done + 1, 0)
        try:
            found = own.shown(file, number, text)
            return Drawn(own.picture(file, number), found["width"], found["height"], found["words"])
        except Undrawn as fault:
            return str(fault)

    try:
        yield draw
    finally:
        for own in held.values():
            own.close()


def write_printed(sweep: SweepResult, path: Path, columns: str) -> Path:
    """Writes the tables as LaTeX, with the columns that are named, separated by commas. Raises Fault for a column that
    there is not, and for a file that is not to hold LaTeX."""
    if path.suffix != ".tex":
        raise Fault(f"--columns is of the tables for a paper: --out {path.with_suffix('.tex')}")
    found = all_comparisons(sweep)
    mattered = [effects_of(sweep, metric) for metric in found]
    write_whole(path, latex(sweep, found, mattered, [name for name in columns.split(",") if name.strip()]))
    return path


def _log(sweep: SweepResult, path: Path) -> None:
    from ragatta.experiments.tracking.runs import log_file

    log_file(sweep.folder.name, path)
