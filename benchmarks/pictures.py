"""The pictures of README and docs: the top of the report, light and dark, and a sweep in the terminal.

    python -m benchmarks.pictures

Shows the default sweep, and runs it first where it has not been run. The report is drawn by headless Chromium (Debian:
apt-get install chromium), the terminal by rich from what the command prints on a terminal of 112 columns.
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

from rich.console import Console
from rich.text import Text

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.commands.report import write_report
from ragatta.experiments.showing.results import open_sweep

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SWEEP = [sys.executable, "-m", "ragatta", "sweep", "tracking=off"]
COLUMNS = 112
TOP_OF_REPORT = "1100,940"  # pixels
SCHEMES = {"dark": 0, "light": 1}  # Chromium's numbers for the colour schemes that a page can prefer
FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # fetched from another host, so left out


def main(_: list[str]) -> int:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("no Chromium found (Debian: apt-get install chromium)")
    PICTURES.mkdir(exist_ok=True)
    write_terminal(printed(SWEEP))
    with tempfile.TemporaryDirectory() as scratch:
        report = write_report(open_sweep(), Path(scratch) / "report.html")
        for scheme, preferred in SCHEMES.items():
            words = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-sync",
                     "--disable-background-networking", f"--user-data-dir={scratch}/profile",
                     f"--blink-settings=preferredColorScheme={preferred}", f"--window-size={TOP_OF_REPORT}",
                     f"--screenshot={PICTURES / f'report-{scheme}.png'}", report.as_uri()]  # fmt: skip
            subprocess.run(words, check=True, capture_output=True, timeout=120)
    for path in sorted(PICTURES.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1e3:.0f} KB")
    return 0


def printed(words: list[str]) -> str:
    """What a command prints on a terminal of `COLUMNS` columns, without its progress."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=terminal, stderr=subprocess.DEVNULL)
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


def write_terminal(output: str) -> None:
    """terminal.svg: the summary and the first comparison, from the first table's title on."""
    lines = output.splitlines()
    first = next(number for number, line in enumerate(lines) if "┏" in line) - 1
    ends = [number for number, line in enumerate(lines) if "└" in line]
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ ragatta sweep", "bold"))
    console.print(Text.from_ansi("\n".join(lines[first : ends[1] + 1])))
    svg = FONT_FACES.sub("", console.export_svg(title="Ragatta"))
    (PICTURES / "terminal.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    run_command(main)
