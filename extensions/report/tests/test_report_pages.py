"""The pictures of pages in a report: which are drawn, what is highlighted on them, and that they are in the file."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

from ragatta.experiments.results.reading import open_sweep
from ragatta.extensions.report.commands.report import page
from ragatta.extensions.report.contents import contents
from ragatta.extensions.report.corpora import Reading
from ragatta.extensions.report.pictures import Drawn, boxed
from standins.commands import Command
from standins.sweeps import Sweep

LINE = [[0, 3, 10.0, 10.0, 30.0, 20.0], [4, 8, 32.0, 11.0, 60.0, 20.0], [9, 12, 10.0, 30.0, 25.0, 40.0]]


def test_words_of_a_line_that_follow_one_another_have_one_box() -> None:
    assert boxed(LINE, [(100, 108)], 100) == [[10.0, 10.0, 60.0, 20.0]]
    assert boxed(LINE, [(104, 112)], 100) == [[32.0, 11.0, 60.0, 20.0], [10.0, 30.0, 25.0, 40.0]]
    assert boxed(LINE, [(0, 8)], 100) == []
    column = [[4, 8, 50.0, 11.0, 70.0, 20.0]]
    assert boxed([*LINE[:1], *column], [(100, 108)], 100) == [[10.0, 10.0, 30.0, 20.0], [50.0, 11.0, 70.0, 20.0]]
    assert boxed(LINE, [(100, 102), (109, 110)], 100) == [[10.0, 10.0, 30.0, 20.0], [10.0, 30.0, 25.0, 40.0]]


def test_pages_of_gold_come_first_and_each_is_drawn_once(tmp_path: Path) -> None:
    sweep = Sweep(["a", "b"], questions=4)
    asked: list[tuple[str, int]] = []

    def draw(_: Reading, file: str, number: int) -> Drawn | str:
        asked.append((file, number))
        text = next(one.text for one in sweep.corpus[file] if one.number == number)
        if number == 2:
            return "broken off"
        words = [[found.start(), found.end(), found.start(), 0, found.end(), 9] for found in re.finditer(r"\S+", text)]
        return Drawn(f"{file} {number}".encode(), 600.0, 800.0, words)

    reading = Reading(sweep.corpus)
    found = contents(open_sweep(str(sweep.write(tmp_path / "s"))), lambda _: reading, draw)
    assert len(asked) == len({*asked})
    assert any(note.endswith("not shown: broken off.") for note in found["notes"])
    for question, gold in zip(found["questions"], sweep.gold, strict=True):
        (place,) = gold.evidence
        first = question["pages"][0]
        file, number, _, _, picture = found["pictures"][first["picture"]]
        if place.pages[0] != 2:
            assert (file, number) == (place.file, place.pages[0])
            assert base64.b64decode(picture).decode() == f"{file} {number}"
            ((left, _, right, _),) = first["gold"]
            text = sweep.corpus[file][number - 1].text
            assert text[int(left) : int(right)] == place.quote
        cited = {found["pictures"][own["picture"]][0] for own in question["pages"] for runs, _ in own["cited"] if runs}
        assert cited <= {row["context"][0]["source_file"] for row in _answers(tmp_path / "s")}
    boxes = [boxes for question in found["questions"] for own in question["pages"] for _, boxes in own["cited"]]
    assert any(boxes)


def _answers(folder: Path) -> list[dict[str, list[dict[str, str]]]]:
    files = folder.glob("runs/*/answers.jsonl")
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def test_a_report_has_pictures_if_they_are_asked_for(command: Command, documents: Path) -> None:
    own = ("--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"))
    assert command("sweep", *own, "tracking.mlflow=false").returncode == 0
    path = documents / "a.html"
    without = command("report", "--out", str(path))
    assert without.stdout.strip() == str(path)
    assert "img-src" not in path.read_text(encoding="utf-8")
    done = command("report", "--pages", "--out", str(path))
    assert re.fullmatch(rf"{re.escape(str(path))}, \d+\.\d MB", done.stdout.strip())
    written = path.read_text(encoding="utf-8")
    assert "img-src data:" in written
    pictures = re.findall(r'id="pictures">(.*?)</script>', written, re.DOTALL)[0].split("\n")
    assert base64.b64decode(pictures[0])[8:12] == b"WEBP"
    shown = json.loads(re.findall(r'id="data">(.*?)</script>', written, re.DOTALL)[0])
    assert len(shown["pictures"]) == len(pictures)
    boxes = [boxes for question in shown["questions"] for own in question["pages"] for _, boxes in own["cited"]]
    assert any(boxes)


def test_without_pictures_the_page_says_nothing_of_them(tmp_path: Path) -> None:
    sweep = Sweep(["a"], questions=1)
    reading = Reading(sweep.corpus)
    found = contents(open_sweep(str(sweep.write(tmp_path / "s"))), lambda _: reading)
    assert found["pictures"] == []
    assert "pages" not in found["questions"][0]
    assert "img-src" not in page(found)
