"""`python -m cuad.published CUAD_v1.zip --out master_clauses.csv --pdfs FOLDER`: the labels of these contracts.

CUAD v1 publishes the labels of all its 510 contracts in one CSV of its archive; ours has the rows of the contracts in
FOLDER, and a column more that names the PDF.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path
from zipfile import ZipFile

from ragatta.pipeline.machine.unpacking import unpacked

SOURCE = "master_clauses.csv"
LARGEST = 64 << 20  # bytes of the labels, which have two million


def main() -> int:
    words = argparse.ArgumentParser(prog="cuad.published", description="Cut the labels of some contracts.")
    words.add_argument("archive", type=Path, help="CUAD_v1.zip")
    words.add_argument("--out", type=Path, required=True)
    words.add_argument("--pdfs", type=Path, required=True, help="the folder of the contracts")
    given = words.parse_args()
    with ZipFile(given.archive) as archive:
        (member,) = [
            entry
            for entry in archive.infolist()
            if entry.filename.rpartition("/")[2] == SOURCE and "__MACOSX" not in entry.filename
        ]
        if member.file_size > LARGEST:
            raise SystemExit(f"{SOURCE} has more than {LARGEST >> 20} MiB")
        text = b"".join(unpacked(archive, member)).decode("utf-8-sig")
    given.out.write_text(cut(text, {path.name for path in given.pdfs.glob("*.pdf")}), encoding="utf-8", newline="")
    return 0


def cut(text: str, contracts: set[str]) -> str:
    """The rows of a published CSV whose contract is among these, in their order, each with its PDF's name."""
    rows = csv.reader(io.StringIO(text, newline=""))
    out = io.StringIO(newline="")
    written = csv.writer(out)
    written.writerow([*next(rows), "pdf_file"])
    written.writerows([*row, row[0]] for row in rows if row and row[0] in contracts)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
