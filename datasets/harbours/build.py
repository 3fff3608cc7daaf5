"""Writes de/ and ja/, each with pdfs/ and questions.yaml, beside their place and renamed when whole."""

from __future__ import annotations

import os
import shutil
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from harbours import german, japanese
from harbours.facts import draw

LANGUAGES: tuple[Any, ...] = (german, japanese)


def generate(seed: int, out: Path) -> Path:
    """Writes the folder `out`; an `out` that stands is replaced as a whole. Raises FileExistsError where it holds
    something else."""
    if out.exists() and any(out.iterdir()) and not all((out / each.CODE).is_dir() for each in LANGUAGES):
        raise FileExistsError(f"{out} holds files that are no generated dataset: name another folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        beside.mkdir()
        for language in LANGUAGES:
            write(language, seed, beside / language.CODE)
        if out.exists():
            shutil.rmtree(out)
        beside.rename(out)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return out


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
    text = yaml.dump(records, sort_keys=False, allow_unicode=True, width=110)
    (folder / "questions.yaml").write_text(text, encoding="utf-8")


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
