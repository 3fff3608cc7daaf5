"""How large the report of a sweep is, and how soon it stands in a browser.

    python -m benchmarks.report [SWEEP_ID]

The latest sweep if none is named. The time is the page's own, from opening the file until everything is drawn, in
headless Chromium (Debian: apt-get install chromium), three times.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.results.reading import open_sweep
from ragatta.extensions.report.commands.report import write_report


def main(arguments: list[str]) -> int:
    sweep = open_sweep(*arguments[:1])
    answers = sum(len(run.rows) for run in sweep.runs)
    with tempfile.TemporaryDirectory() as scratch:
        path = write_report(sweep, Path(scratch) / "report.html")
        print(f"{len(sweep.runs)} variations, {answers} answers: {path.stat().st_size / 1e6:.1f} MB")
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if chromium is None:
            print("opening: not measured, there is no chromium here")
            return 0
        took = [opened(chromium, path, Path(scratch)) for _ in range(3)]
    print(f"opening in Chromium: {', '.join(map(str, took))} ms")
    return 0


def opened(chromium: str, path: Path, scratch: Path) -> int:
    """Milliseconds until the page stood."""
    words = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={scratch}/profile",
             "--dump-dom", path.as_uri()]  # fmt: skip
    page = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120).stdout
    found = re.search(r'data-drawn="(\d+)"', page)
    if found is None:
        sys.exit("the page was not drawn")
    return int(found[1])


if __name__ == "__main__":
    run_command(main)
