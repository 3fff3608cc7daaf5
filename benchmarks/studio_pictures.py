"""The pictures of the studio in extensions/studio/README.md, one of each state.

    python -m benchmarks.studio_pictures

Over the generated filings: some of their questions, one with a quote that no document has, a sweep over them, and
drafts by rules (about three minutes). Headless Chromium draws the pages (Debian: apt-get install chromium fonts-inter).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PIL import Image

from benchmarks.pictures import COLOURS, PICTURES, RAGATTA
from benchmarks.studio import studio
from ragatta.eval.gold.appending import append_questions
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.progress.bars import Bars
from ragatta.pipeline.types import Question
from tests.standins.browser import Browser
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

QUESTIONS, DRAFTS = 24, 12
WIDE, PHONE = (1280, 760), (390, 760)  # pixels
STATES = {  # what is done in the page, from its start each time
    "draft": "open(state.queue.find((one) => one.group === 'draft').key)",
    "undecided": "open(state.queue.find((one) => one.group === 'undecided').key)",
    "disagree": "open(state.queue.find((one) => one.group === 'doubtful').key)",
    "broken": "open(state.queue.find((one) => one.group === 'broken').key)",
    "unanswerable": "begin(false); set('question', 'What is the deductible for floods in 2031?'); unanswerable()",
    "keys": "help()",
}
ON_A_PHONE = ("queue", "viewer", "form")  # of a draft, dark


def main(_: list[str]) -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        prepared(folder)
        with studio(folder) as (_seconds, link), Browser(folder / "profile", *WIDE) as browser:
            browser.open(link)
            for name, act in STATES.items():
                browser.script(act)
                taken(browser, name)
                browser.script("document.getElementById('keys').close()")
            browser.size(*PHONE, dark=True, mobile=True)
            browser.script(STATES["draft"])
            for part in ON_A_PHONE:
                browser.script(f"part('{part}')")
                taken(browser, f"phone-{part}")
    beside([PICTURES / f"studio-phone-{part}.png" for part in ON_A_PHONE], PICTURES / "studio-phone.png")
    return 0


def prepared(folder: Path) -> None:
    """Documents, questions, a sweep and drafts."""
    opened = open_dataset(compose_grid(["dataset=filings"])[0].config.dataset, Bars())
    shutil.copytree(opened.pdfs, folder / "pdfs")
    append_questions(folder / "gold.yaml", [*chosen(opened.questions)])
    words = ["--pdfs", str(folder / "pdfs"), "--questions", str(folder / "gold.yaml")]
    environment = {**os.environ, "RAGATTA_HOME": str(folder / "home")}
    with OllamaServer(think=sensible) as server:
        model = ["llm=ollama", f"llm.base_url={server.address}", "tracking=off"]
        for command in (["sweep", *words, *model], ["draft", *words, "--count", str(DRAFTS)]):
            subprocess.run([*RAGATTA, *command], check=True, env=environment, stdout=subprocess.DEVNULL)


def chosen(questions: Iterable[Question]) -> Iterable[Question]:
    """Of every kind in turn; the last has a quote that is nowhere."""
    there = sorted((one for one in questions if one.evidence), key=lambda one: one.kind)
    *found, last = there[:: len(there) // QUESTIONS]
    yield from found
    yield replace(last, evidence=(replace(last.evidence[0], quote="This sentence stood in an older version."),))


def taken(browser: Browser, name: str) -> None:
    browser.until("[...document.images].every((one) => one.complete)")
    browser.script("new Promise((done) => setTimeout(done, 1000))")  # places are found
    path = PICTURES / f"studio-{name}.png"
    browser.picture(path)
    Image.open(path).convert("RGB").quantize(COLOURS).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1e3:.0f} KB", file=sys.stderr)


def beside(parts: list[Path], whole: Path) -> None:
    """One picture of several, which go."""
    pictures = [Image.open(part).convert("RGB") for part in parts]
    joined = Image.new("RGB", (sum(one.width for one in pictures), pictures[0].height))
    left = 0
    for one in pictures:
        joined.paste(one, (left, 0))
        left += one.width
    joined.quantize(COLOURS).save(whole, optimize=True)
    for part in parts:
        part.unlink()


if __name__ == "__main__":
    run_command(main)
