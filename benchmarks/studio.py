"""How soon the studio stands in a browser, and its next page.

    python -m benchmarks.studio [--datasets uda cuad ct_maps] [--documents 100] [--turns 40]

Over the longest documents of these datasets, and one whose single page is 40 MB. Read once, then in headless Chromium
(Debian: apt-get install chromium), three times: seconds from the command to the link; milliseconds from opening it
until the first screen stands, as the page says; and of each next page, whose neighbours were prepared, from the key
until its picture is decoded and its words are there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from pypdfium2 import PdfDocument

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.progress.bars import Bars
from ragatta.pipeline.documents.files import document_files
from tests.standins.browser import Browser

LARGE = "forty_megabytes.pdf"
SIDE = 3700  # pixels of its picture, three bytes each: 41 MB
DRAWN = "Number(document.documentElement.dataset.drawn)"
SHOWN = "view.page === {page} && document.querySelector('#desk img')?.complete && view.words.length > 0"
TURNED = """(async () => {{
  const begun = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowRight', bubbles: true }}));
  while (!({shown})) await new Promise((next) => setTimeout(next, 1));
  await document.querySelector('#desk img').decode();
  return performance.now() - begun;
}})()"""
PREPARED_S = 1.0  # a person looks at a page for longer


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--datasets", nargs="+", default=["uda", "cuad", "ct_maps"])
    words.add_argument("--documents", type=int, default=100)
    words.add_argument("--turns", type=int, default=40)
    given = words.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        pages = gathered(folder / "pdfs", given.datasets, given.documents)
        (folder / "pdfs" / LARGE).write_bytes(large_pdf())
        longest = max(pages, key=lambda name: pages[name])
        print(f"{counted(len(pages), 'document')}, {sum(pages.values()):,} pages, and a page of 40 MB", flush=True)
        print(f"read for the first time: {started(folder)[0]:.1f} s to the link", flush=True)
        firsts, turns, large = list[str](), list[float](), 0.0
        for number in range(3):
            with studio(folder) as (seconds, link), Browser(folder / f"profile{number}") as browser:
                browser.open(link)
                firsts.append(f"{seconds:.1f} s to the link, first screen {browser.script(DRAWN)} ms")
                turns += turned(browser, longest, min(given.turns, pages[longest] - 1)) if number == 0 else []
                begun = time.perf_counter()
                browser.script(f"show('{LARGE}', 1)")
                browser.until(f"view.file === '{LARGE}' && {SHOWN.format(page=1)}")
                large = large or time.perf_counter() - begun
        print("\n".join(firsts))
        last = quantiles(turns, n=20)[-1]
        print(
            f"next page: median {median(turns):.0f} ms, 95% within {last:.0f}, longest {max(turns):.0f} ({len(turns)})"
        )
        print(f"the page of 40 MB, not prepared: {large:.1f} s")
    return 0


def gathered(folder: Path, datasets: Sequence[str], count: int) -> dict[str, int]:
    """Copies of the documents with most pages; their pages by name."""
    folder.mkdir()
    pages: dict[Path, int] = {}
    for name in datasets:
        dataset = open_dataset(compose_grid([f"dataset={name}"])[0].config.dataset, Bars(), with_questions=False)
        for path in document_files(dataset.pdfs, dataset.aside, dataset.links).values():
            if path.suffix == ".pdf":
                with PdfDocument(path) as pdf:
                    pages[path] = len(pdf)
    chosen = sorted(pages, key=lambda path: -pages[path])[:count]
    for path in chosen:
        shutil.copy(path, folder)
    return {path.name: pages[path] for path in chosen}


def large_pdf() -> bytes:
    """One page: a line of text, and a picture of noise that does not get smaller."""
    noise = os.urandom(SIDE * SIDE * 3)
    drawn = b"q 500 0 0 500 50 100 cm /I Do Q BT /F 12 Tf 50 700 Td (A page of noise) Tj ET"
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</XObject<</I 5 0 R>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Length %d>>stream\n"
        % (SIDE, SIDE, len(noise)) + noise + b"\nendstream",
    ]  # fmt: skip
    data, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(parts) + 1
    return data + b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        size, table, size, len(data))  # fmt: skip


@contextmanager
def studio(folder: Path) -> Iterator[tuple[float, str]]:
    """A running studio over the documents: the seconds until it printed its link, and the link."""
    words = [sys.executable, "-P", "-m", "ragatta", "studio", "--pdfs", str(folder / "pdfs"), "--port", "0",
             "--questions", str(folder / "gold.yaml")]  # fmt: skip
    begun = time.perf_counter()
    environment = {**os.environ, "RAGATTA_HOME": str(folder / "home")}
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout
        link = next(line.strip() for line in process.stdout if line.startswith("http"))
        yield time.perf_counter() - begun, link
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def started(folder: Path) -> tuple[float, str]:
    with studio(folder) as found:
        return found


def turned(browser: Browser, file: str, count: int) -> list[float]:
    """Milliseconds of each next page of a document, from its first."""
    browser.script(f"show({file!r}, 1)")
    found = []
    for page in range(2, count + 2):
        time.sleep(PREPARED_S)
        found.append(float(browser.script(TURNED.format(shown=SHOWN.format(page=page)))))
    return found


if __name__ == "__main__":
    run_command(main)
