"""Writes de/ and ja/, each with pdfs/ and questions.yaml, beside their place and renamed when whole."""

from __future__ import annotations

import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from generating.writing import replaced, write_questions
from harbours import german, japanese
from harbours.facts import draw

LANGUAGES: tuple[Any, ...] = (german, japanese)


def generate(seed: int, out: Path) -> Path:
    """Writes the folder `out`; an `out` that stands is replaced as a whole. Raises FileExistsError where it holds
    something else."""

    def write_all(folder: Path) -> None:
        for each in LANGUAGES:
            write(each, seed, folder / each.CODE)

    return replaced(out, [each.CODE for each in LANGUAGES], write_all)


def write(language: ModuleType, seed: int, folder: Path) -> None:
    """The dataset of one language."""
    (folder / "pdfs").mkdir(parents=True)
    marinas = draw(seed)
    for one in marinas:
        _save(folder / "pdfs" / _file(one.at), language.pages(one), language.FONT, language.WIDTH)
    records = [
        _record(f"{language.CODE}_{one.at + 1:02}_{number}", _file(one.at), dict(asked))
        for one in marinas
        for number, asked in enumerate(language.questions(one), 1)
    ]
    records += [
        {"id": f"{language.CODE}_none_{number}", "question": asked, "kind": "unanswerable"}
        for number, asked in enumerate(language.UNANSWERABLE, 1)
    ]
    write_questions(folder, records)


def _file(at: int) -> str:
    return f"marina_{at + 1:02}.pdf"


def _record(identity: str, file: str, asked: dict[str, Any]) -> dict[str, Any]:
    evidence = {"file": file, "pages": [asked.pop("page")], "quote": asked.pop("quote", "")}
    return {"id": identity, **asked, "evidence": [evidence]}


def _save(path: Path, pages: list[list[str]], font: str, width: int) -> None:
    """A page a list of paragraphs, whose lines have up to `width` characters."""
    if font not in pdfmetrics.standardFonts:
        pdfmetrics.registerFont(UnicodeCIDFont(font))
    canvas = Canvas(str(path), invariant=True)
    for paragraphs in pages:
        text = canvas.beginText(72, 740)
        text.setFont(font, 10, 16)
        for paragraph in paragraphs:
            text.textLines("\n".join(textwrap.wrap(paragraph, width)))
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
