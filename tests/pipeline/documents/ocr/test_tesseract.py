"""Scanned pages are drawn and read, by a stand-in for Tesseract; tests/extras has the real one."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfgen.canvas import Canvas

from ragatta.pipeline.documents.ocr import _recognising, tesseract
from ragatta.pipeline.documents.ocr._recognising import PIXELS, SIDE, Recognised, Scan, _scale, recognise_all
from ragatta.pipeline.documents.ocr.tesseract import Tesseract
from ragatta.pipeline.documents.ocr_engine import Unrecognised
from ragatta.pipeline.documents.pages import NothingRead, read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.documents.worker_pool import Crashed, Worker
from ragatta.pipeline.documents.worker_process import Allowance
from ragatta.pipeline.plugins import identity

STANDIN = """#!{python}
import sys, time
words = sys.argv[1:]
if "--version" in words:
    print("tesseract 9.9.9")
elif "--list-langs" in words:
    print('List of available languages in "{folder}" (2):\\neng\\nosd')
else:
    kind, width, height, depth = sys.stdin.buffer.readline().split()
    drawn = sys.stdin.buffer.read()
    with open("{folder}/calls", "a") as calls:
        calls.write(f"{{' '.join(words)}} {{kind.decode()}} {{width.decode()}}x{{height.decode()}}\\n")
    if int(width) * int(height) != len(drawn) or {broken}:
        sys.exit("Error, could not read it")
    print("page of", min(drawn), "\\f", end="")
"""


@pytest.fixture
def standin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return install(tmp_path, monkeypatch)


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, broken: bool = False) -> Path:
    """A folder with a program `tesseract`, alone on the PATH; it notes its calls in a file."""
    place = folder / "standin"
    place.mkdir(exist_ok=True)
    (place / "eng.traineddata").write_bytes(b"model")
    program = place / "tesseract"
    program.write_text(STANDIN.format(python=sys.executable, folder=place, broken=broken))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(place))
    forget()
    return place


def forget() -> None:
    for known in (tesseract._installed, tesseract._output, tesseract._digest):
        known.cache_clear()


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    forget()


def scan(path: Path, words: str = "The harbour dues are 42 pounds", pages: int = 3) -> Path:
    """Its pages with an even number have text, the others are images of these words."""
    path.parent.mkdir(exist_ok=True)
    image = Image.new("L", (1240, 1754), 255)
    ImageDraw.Draw(image).text((120, 200), words, font=ImageFont.load_default(size=40), fill=0)
    image.save(path.with_suffix(".png"))
    canvas = Canvas(str(path), pagesize=(595, 842))
    for number in range(1, pages + 1):
        if number % 2:
            canvas.drawImage(str(path.with_suffix(".png")), 0, 0, 595, 842)
        else:
            canvas.drawString(72, 700, f"page {number} has text of its own")
        canvas.showPage()
    canvas.save()
    return path


def test_pages_without_a_text_layer_alone_are_read(tmp_path: Path, standin: Path) -> None:
    folder = scan(tmp_path / "pdfs" / "a.pdf").parent
    corpus = read_pages(folder, Pdfium(ocr=Tesseract()), tmp_path / "cache")
    texts = [page.text.strip() for page in corpus.pages["a.pdf"]]
    assert texts == ["page of 0", "page 2 has text of its own", "page of 0"]
    assert corpus.outcomes[0].recognised == (1, 3)
    calls = (standin / "calls").read_text().splitlines()
    assert calls == ["stdin stdout -l eng P5 2480x3509"] * 2


def test_what_was_read_is_kept(tmp_path: Path, standin: Path) -> None:
    folder = scan(tmp_path / "pdfs" / "a.pdf").parent
    settings = Pdfium(ocr=Tesseract())
    first = read_pages(folder, settings, tmp_path / "cache")
    assert read_pages(folder, settings, tmp_path / "cache") == first
    assert len((standin / "calls").read_text().splitlines()) == 2


def test_without_ocr_the_same_document_is_named_and_its_text_not_touched(tmp_path: Path) -> None:
    folder = scan(tmp_path / "pdfs" / "a.pdf").parent
    (outcome,) = read_pages(folder, Pdfium(), tmp_path / "cache").outcomes
    assert outcome.words == "no text layer: 2 of 3 pages (1, 3)"
    assert Pdfium().identity == {"name": "pdfium", "shorten_leaders": True}


def test_a_program_that_fails_costs_its_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, broken=True)
    folder = scan(tmp_path / "pdfs" / "a.pdf", pages=1).parent
    with pytest.raises(NothingRead, match=r"OCR of page 1: tesseract: Error, could not read it"):
        read_pages(folder, Pdfium(ocr=Tesseract()), tmp_path / "cache")


def test_identity_is_of_program_and_models(standin: Path) -> None:
    model = identity.file_digest(standin / "eng.traineddata")
    assert Tesseract().made_of() == {"version": "9.9.9", "models": {"eng": model}}


def test_what_is_missing_is_said_before_any_work(standin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Tesseract().problems() == []
    (problem,) = Tesseract("eng+deu").problems()
    assert "tesseract has no 'deu', it has eng, osd" in problem
    assert "apt-get install tesseract-ocr-deu" in problem
    monkeypatch.setenv("PATH", str(standin.parent))
    (problem,) = Tesseract().problems()
    assert "the program tesseract is not on the PATH" in problem


@pytest.mark.parametrize(("width", "height"), [(595, 842), (14400, 14400), (10, 14_400_000), (0, 0), (1e-3, 1e9)])
def test_a_drawing_is_bounded_whatever_the_page_claims(width: float, height: float) -> None:
    scale = _scale(width, height)
    assert scale <= 300 / 72
    assert scale * max(width, height) <= SIDE
    assert scale * scale * width * height <= PIXELS * 1.01


def test_a_page_that_ends_its_process_is_lost_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    acting = "import os\nfrom ragatta.pipeline.documents.worker_process import serve\n"
    acting += "def answer(job):\n for page in job['pages']:\n  if page == 2: os._exit(7)\n"
    acting += "  yield {'page': page, 'text': 'read'}\nserve(answer)\n"
    (tmp_path / "acting_ocr.py").write_text(acting)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(
        _recognising, "Worker", lambda _module, _args, megabytes, *_: Worker("acting_ocr", (), megabytes)
    )
    ((_, found),) = recognise_all([Scan("a.pdf", tmp_path / "a.pdf", (1, 2, 5))], Tesseract(), 20.0, 1024)
    assert found == Recognised({1: "read", 5: "read"}, {2: "crashed (exit code 7)"})


def test_a_process_that_ends_behind_its_last_page_loses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Acting:
        def ask(self, job: Mapping[str, Any], allowance: Allowance) -> Iterator[dict[str, Any]]:
            yield from ({"page": page, "text": "read"} for page in job["pages"])
            raise Crashed("crashed (SIGSEGV)", allowance)

        def stop(self) -> None: ...

    monkeypatch.setattr(_recognising, "Worker", lambda *_: Acting())
    ((_, found),) = recognise_all([Scan("a.pdf", Path("a.pdf"), (1, 3))], Tesseract(), 20.0, 1024)
    assert found == Recognised({1: "read", 3: "read"}, {})


@pytest.mark.parametrize(
    ("ends", "reason"),
    [
        ("kill -KILL $$", "tesseract was killed"),
        ("kill -XCPU $$", "took longer than 20 s"),
        ("echo no such font >&2; exit 3", "tesseract: no such font"),
        ("exit 3", "tesseract: exit code 3"),
    ],
)
def test_why_it_failed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str, reason: str) -> None:
    program = tmp_path / "tesseract"
    program.write_text(f"#!/bin/sh\n{ends}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(Unrecognised) as fault:
        Tesseract().read(b"", 20.0)
    assert str(fault.value) == reason
