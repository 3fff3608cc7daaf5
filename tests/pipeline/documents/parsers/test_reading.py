"""Every PDF ends in a reading, and a page that fails is lost alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.documents.parsers import _reading
from ragatta.pipeline.documents.parsers._reading import (
    BROKEN,
    CRASHED,
    ENCRYPTED,
    TIMED_OUT,
    TOO_LARGE,
    Job,
    Reading,
    Trouble,
    read_all,
)
from ragatta.pipeline.documents.parsers._text import LOCKED
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.documents.worker_pool import Worker
from standins.pdfs import write_pdf

NAMES = ("pdfium", "pypdf", "pdfplumber")
# A parser for these tests: a "PDF" is a line for its pages, and what each of them does.
ACTING = """
import os, sys, time
from pathlib import Path
from ragatta.pipeline.documents.parsers import _reading
from ragatta.pipeline.documents.parsers._text import Unreadable
from ragatta.pipeline.documents import worker_process as serving

class Acting:
    def __init__(self, path, password):
        self.acts = path.read_text().split()
        self.pages, self.left_out = len(self.acts), {"attachments": 2} if "omit" in self.acts else {}
    def text(self, index):
        act = self.acts[index]
        if act == "omit":
            self.left_out["notes"] = self.left_out.get("notes", 0) + 1
        if act == "hang":
            while True: pass
        if act == "die":
            os._exit(7)
        if act == "fill":
            bytearray(1 << 34)
        if act == "raise":
            raise Unreadable("KeyError: '/Font'")
        return act + " is longer than any stamp over a scan, " * 4

Acting.open = Acting
serving.serve(lambda job: _reading._replies(Acting, job))
"""


def read(path: Path, parser: str = "pdfium", seconds: float = 20.0, megabytes: int = 1024) -> Reading:
    ((_, reading),) = read_all([Job(path.name, path)], PARSERS.load(parser)(seconds=seconds, megabytes=megabytes))
    return reading


@pytest.fixture
def acting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "acting_parser.py").write_text(ACTING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(
        _reading, "Worker", lambda _module, _args, megabytes, *_: Worker("acting_parser", (), megabytes)
    )
    return tmp_path


def acted(folder: Path, *acts: str, seconds: float = 20.0) -> Reading:
    (folder / "a.pdf").write_text(" ".join(acts))
    return read(folder / "a.pdf", seconds=seconds)


def test_what_is_left_out_is_counted_once_though_the_process_is_replaced(acting: Path) -> None:
    assert acted(acting, "a", "omit", "die", "omit", "b").found == {"attachments": 2, "notes": 2}
    assert acted(acting, "a", "b").found == {}


@pytest.mark.parametrize(
    ("act", "trouble"),
    [
        ("raise", Trouble(BROKEN, "KeyError: '/Font'")),
        ("die", Trouble(CRASHED, "crashed (exit code 7)")),
        ("hang", Trouble(TIMED_OUT, "took longer than 0.5 s")),
        ("fill", Trouble(TOO_LARGE, "needs more than 1024 MB of memory")),
    ],
)
def test_a_page_that_fails_is_lost_alone(acting: Path, act: str, trouble: Trouble) -> None:
    reading = acted(acting, "first", act, "third", act, "fifth", seconds=2.0)
    assert [text.split(" ", 1)[0] for text in reading.texts] == ["first", "", "third", "", "fifth"]
    assert reading.lost == {2: trouble, 4: trouble}
    assert reading.trouble is None
    assert reading.transient == (act != "raise")


def test_a_last_page_that_fails_ends_the_reading(acting: Path) -> None:
    assert acted(acting, "first", "die").lost == {2: Trouble(CRASHED, "crashed (exit code 7)")}


def test_a_document_that_loses_all_its_pages_is_lost(acting: Path) -> None:
    assert acted(acting, "die", "die") == Reading(trouble=Trouble(CRASHED, "crashed (exit code 7)"))


def test_a_document_without_end_keeps_what_was_read_in_time(acting: Path) -> None:
    reading = acted(acting, "first", *["hang"] * 8, "last", seconds=1.0)
    assert [bool(text) for text in reading.texts] == [True] + [False] * 9
    assert reading.lost[2] == Trouble(TIMED_OUT, "took longer than 0.25 s")
    assert reading.lost[10] == Trouble(TIMED_OUT, "took longer than 1 s")


def test_what_fails_costs_no_other_document(acting: Path) -> None:
    for name, act in {"a": "die", "b": "fine", "c": "fill", "d": "fine"}.items():
        (acting / f"{name}.pdf").write_text(act)
    jobs = [Job(name, acting / f"{name}.pdf") for name in "abcd"]
    found = {job.name: reading for job, reading in read_all(jobs, Pdfium())}
    kinds = [trouble.kind if (trouble := found[name].trouble) else "" for name in "abcd"]
    assert kinds == [CRASHED, "", TOO_LARGE, ""]


@pytest.mark.parametrize("parser", NAMES)
def test_damaged_copies_end_in_an_outcome(tmp_path: Path, parser: str) -> None:
    whole = tmp_path / "whole.pdf"
    write_pdf(whole, [f"Harbour dues of berth {number}, which are owed on arrival" for number in range(12)])
    jobs = [Job(path.name, path) for path in damaged(whole)]
    for job, reading in read_all(jobs, PARSERS.load(parser)()):
        assert (reading.trouble is None) == bool(reading.texts), job.name
        assert reading.trouble is None or reading.trouble.kind == BROKEN, (job.name, reading.trouble)


def damaged(whole: Path) -> list[Path]:
    """Copies that are cut short, have bits flipped, or are empty; the same ones each time."""
    data = whole.read_bytes()
    copies = {"empty": b"", "header": data[:9], "twice": data + data, "tail": data[len(data) // 2 :]}
    copies |= {f"cut-{tenths}": data[: len(data) * tenths // 10] for tenths in range(1, 10)}
    for seed in range(12):
        flipped = bytearray(data)
        for place in range(seed, len(flipped), 97 + 31 * seed):
            flipped[place] ^= 1 << (place + seed) % 8
        copies[f"flipped-{seed}"] = bytes(flipped)
    paths = [whole.with_name(f"{name}.pdf") for name in copies]
    for path, content in zip(paths, copies.values(), strict=True):
        path.write_bytes(content)
    return paths


def written(path: Path, objects: Sequence[bytes]) -> Path:
    """A PDF of these objects, the first of them the catalogue."""
    data, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    entries = len(objects) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Root 1 0 R /Size %d >>\n" % (entries, table, entries)
    path.write_bytes(data + end + b"startxref\n%d\n%%%%EOF\n" % len(data))
    return path


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), entries, data)


@pytest.mark.parametrize("parser", NAMES)
def test_a_bomb_is_lost_and_its_neighbour_is_read(tmp_path: Path, parser: str) -> None:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R /Resources << >> >>"
    packer = zlib.compressobj(1)
    bomb = b"".join([packer.compress(bytes(1 << 20)) for _ in range(200)]) + packer.flush()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
        page % 5,
        page % 6,
        stream(zlib.compress(bomb), b"/Filter [/FlateDecode /FlateDecode]"),
        stream(b"BT ET"),
    ]
    reading = read(written(tmp_path / "bomb.pdf", objects), parser, megabytes=160)
    assert reading.trouble is None
    assert len(reading.texts) == 2
    assert reading.lost == {1: Trouble(TOO_LARGE, "needs more than 160 MB of memory")}


@pytest.mark.parametrize("parser", NAMES)
def test_a_tree_of_pages_that_holds_itself_ends(tmp_path: Path, parser: str) -> None:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>"
    catalogue = b"<< /Type /Catalog /Pages 2 0 R >>"
    itself = b"<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2000000000 >>"
    reading = read(written(tmp_path / "cycle.pdf", [catalogue, itself, page]), parser, seconds=4.0)
    assert len(reading.texts) <= _reading.PAGES or reading.trouble


@pytest.mark.parametrize("parser", NAMES)
def test_more_pages_than_are_read_are_said(tmp_path: Path, parser: str, monkeypatch: pytest.MonkeyPatch) -> None:
    many = tmp_path / "many.pdf"
    write_pdf(many, [f"Page {number}" for number in range(1, 8)])
    script = "import sys; from ragatta.pipeline.documents.parsers import _reading as r\n"
    script += "from ragatta.pipeline.documents.worker_process import serve\n"
    script += "from ragatta.pipeline.documents.parser import PARSERS\n"
    script += f"r.PAGES = 5\nserve(lambda job: r._replies(PARSERS.load({parser!r})(), job))"
    (tmp_path / "few_pages.py").write_text(script)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(_reading, "Worker", lambda _module, _args, megabytes, *_: Worker("few_pages", (), megabytes))
    monkeypatch.setattr(_reading, "PAGES", 5)
    reading = read(many, parser)
    assert [text.strip() for text in reading.texts] == [f"Page {number}" for number in range(1, 6)]
    assert (reading.lost, reading.beyond) == ({}, 2)


@pytest.mark.parametrize("parser", NAMES)
@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "an empty file"), (b"PK\x03\x04 a spreadsheet", "it does not begin as a PDF does")],
)
def test_what_is_no_pdf_is_said(tmp_path: Path, parser: str, content: bytes, reason: str) -> None:
    (tmp_path / "a.pdf").write_bytes(content)
    assert read(tmp_path / "a.pdf", parser).trouble == Trouble(BROKEN, reason)


@pytest.mark.parametrize("parser", NAMES)
def test_what_the_system_does_not_open_is_said_without_its_path(tmp_path: Path, parser: str) -> None:
    (tmp_path / "a.txt").mkdir()
    assert read(tmp_path / "a.txt", parser).trouble == Trouble(BROKEN, "Is a directory")
    (tmp_path / "b.pdf").symlink_to(tmp_path / "a.txt")
    became_a_link = "it, or a folder that it is in, was replaced by a link after it was listed"
    assert read(tmp_path / "b.pdf", parser).trouble == Trouble(BROKEN, became_a_link)


@pytest.mark.parametrize("parser", NAMES)
def test_a_wrong_password_is_said(tmp_path: Path, parser: str) -> None:
    from pypdf import PdfReader, PdfWriter

    write_pdf(tmp_path / "a.pdf", ["Buoy"])
    writer = PdfWriter(PdfReader(tmp_path / "a.pdf"))
    writer.encrypt("key", algorithm="AES-256")
    writer.write(tmp_path / "locked.pdf")
    jobs = [Job(given, tmp_path / "locked.pdf", given) for given in ("", "kee", "key")]
    found = {job.name: reading for job, reading in read_all(jobs, PARSERS.load(parser)())}
    assert found[""].trouble == Trouble(ENCRYPTED, LOCKED)
    assert found["kee"].trouble == Trouble(ENCRYPTED, "the password given does not open it")
    assert found["key"].texts[0].strip() == "Buoy"


@pytest.mark.parametrize("parser", NAMES)
def test_one_without_pages_is_broken_whatever_was_opened_before_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, parser: str
) -> None:
    from pypdf import PdfReader, PdfWriter

    write_pdf(tmp_path / "a.pdf", ["Buoy"])
    locked, hollow = PdfWriter(PdfReader(tmp_path / "a.pdf")), PdfWriter()
    locked.encrypt("key", algorithm="AES-256")
    locked.write(tmp_path / "locked.pdf")
    hollow.write(tmp_path / "hollow.pdf")
    monkeypatch.setattr(os, "cpu_count", lambda: 1)  # one process reads both, the larger first
    jobs = [Job(name, tmp_path / name) for name in ("locked.pdf", "hollow.pdf")]
    troubles = [(job.name, reading.trouble) for job, reading in read_all(jobs, PARSERS.load(parser)())]
    assert [(name, trouble and trouble.kind) for name, trouble in troubles] == [
        ("locked.pdf", ENCRYPTED),
        ("hollow.pdf", BROKEN),
    ]


def test_a_name_that_is_no_utf8_is_opened(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.pdf"))
    write_pdf(tmp_path / "a.pdf", ["Coffee"])
    (tmp_path / "a.pdf").rename(path)
    for parser in NAMES:
        assert read(path, parser).texts[0].strip() == "Coffee"


def test_a_process_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "ragatta.pipeline.documents.parsers._reading", '{"name": "pdfium"}']
    done = subprocess.run(command, input=b"", capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"")
