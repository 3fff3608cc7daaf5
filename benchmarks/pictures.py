"""The README's pictures: the report's ranking of the default sweep, light and dark, and what the terminal printed.

    python -m benchmarks.pictures

Runs `ragatta sweep` from nothing, with collections, caches and results of its own (about a minute), writes the pictures
to docs/pictures, and replaces the block of the README that begins with "$ ragatta sweep". Headless Chromium draws the
report (Debian: apt-get install chromium fonts-inter).
"""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path
from textwrap import wrap

from PIL import Image, ImageChops

from ragatta.experiments.command_line.process import run_command

ROOT = Path(__file__).resolve().parent.parent
README, PICTURES = ROOT / "README.md", ROOT / "docs" / "pictures"
RAGATTA = [sys.executable, "-P", "-m", "ragatta"]
COLUMNS = 80  # of the terminal: what a block of code shows on GitHub
WIDTH, HEIGHT, SCALE = 900, 1200, 2  # pixels of the page, higher than the ranking, and of the picture for each of them
MARGIN = 24  # pixels of the page below the ranking
COLOURS = 256  # of a picture: a third of the bytes, no channel off by more than 4 of 255
SCHEMES = {"dark": 0, "light": 1}  # Chromium's numbers for the colour schemes that a page can prefer
POLICY = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>")  # it allows no style but the report's own
RANKING_ALONE = """<style>
:root { --text: Inter, system-ui, sans-serif }
.notes, #masthead nav, #masthead button, #ranking details, #ranking ~ * { display: none !important }
section[id] { border: 0 }
</style></head>"""
BLOCK = re.compile(r"```\n\$ ragatta sweep\n.*?```", re.DOTALL)


def main(_: list[str]) -> int:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("no Chromium found (Debian: apt-get install chromium)")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        environment = {**os.environ, "RAGATTA_HOME": scratch, "TERM": "dumb"}
        # Without MLflow, which prints nothing here but would go on writing traces to the scratch folder.
        block = shown(printed([*RAGATTA, "sweep", "tracking=off"], environment))
        page = Path(scratch) / "report.html"
        subprocess.run([*RAGATTA, "report", "--out", str(page)], check=True, env=environment, capture_output=True)
        page.write_text(ranking_alone(page.read_text(encoding="utf-8")), encoding="utf-8")
        for scheme, preferred in SCHEMES.items():
            picture = PICTURES / f"ranking-{scheme}.png"
            words = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-sync",
                     "--disable-background-networking", f"--user-data-dir={scratch}/profile",
                     f"--blink-settings=preferredColorScheme={preferred}", f"--force-device-scale-factor={SCALE}",
                     f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={picture}", page.as_uri()]  # fmt: skip
            subprocess.run(words, check=True, capture_output=True, timeout=120)
            cropped(Image.open(picture)).save(picture, optimize=True)
            print(f"{picture.name}: {picture.stat().st_size / 1e3:.0f} KB")
    README.write_text(with_block(README.read_text(encoding="utf-8"), block), encoding="utf-8")
    return 0


def printed(words: list[str], environment: dict[str, str]) -> str:
    """What a command prints on a terminal of `COLUMNS` columns, without its progress and colours."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=terminal, stderr=subprocess.DEVNULL,
                               env=environment)  # fmt: skip
    os.close(terminal)
    found = io.BytesIO()
    try:
        while block := os.read(reader, 65536):
            found.write(block)
    except OSError:
        pass  # Linux reports the end of a terminal as an error
    if process.wait():
        sys.exit(f"{' '.join(words)} ended with {process.returncode}")
    return found.getvalue().decode().replace("\r\n", "\n")


def shown(output: str) -> str:
    """The output as a block of Markdown; lines are cut as by the terminal."""
    lines = [part for line in output.splitlines() for part in wrap(line, COLUMNS, drop_whitespace=False) or [""]]
    return "\n".join(["```", "$ ragatta sweep", *(line.rstrip() for line in lines), "```"])


def with_block(readme: str, block: str) -> str:
    """The README with the block in the place of its own."""
    assert BLOCK.search(readme), "the README has no block that begins with $ ragatta sweep"
    return BLOCK.sub(lambda _: block, readme)


def ranking_alone(report: str) -> str:
    """The report's page with its title and its ranking, in Inter where that font is installed."""
    return POLICY.sub("", report, count=1).replace("</head>", RANKING_ALONE, 1)


def cropped(picture: Image.Image) -> Image.Image:
    """The picture without the empty page below the ranking, in few colours."""
    picture = picture.convert("RGB")
    ground = picture.crop((0, picture.height - 1, 1, picture.height)).resize(picture.size)
    box = ImageChops.difference(picture, ground).getbbox()
    assert box, "the page is empty"
    height = min(picture.height, box[3] + MARGIN * SCALE)
    few = picture.crop((0, 0, picture.width, height))
    return few.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


if __name__ == "__main__":
    run_command(main)
