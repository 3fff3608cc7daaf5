"""`python -m uda.published feta_qa.csv ... --out questions.jsonl --pdfs FOLDER`: the questions about these documents.

UDA-QA publishes a CSV a set, its cells parted by "|", for all its documents; questions.jsonl has the rows of the
documents in FOLDER, an object a line, each with the name of its set.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path


def main() -> int:
    words = argparse.ArgumentParser(prog="uda.published", description="Cut the questions about some documents.")
    words.add_argument("csv", type=Path, nargs="+", help="the published files, feta_qa.csv and so on")
    words.add_argument("--out", type=Path, required=True)
    words.add_argument("--pdfs", type=Path, required=True, help="the folder of the documents")
    given = words.parse_args()
    documents = {path.stem for path in given.pdfs.glob("*.pdf")}
    csv.field_size_limit(sys.maxsize)
    given.out.write_text("".join(line for path in given.csv for line in cut(path, documents)), encoding="utf-8")
    return 0


def cut(path: Path, documents: Collection[str]) -> Iterator[str]:
    """The rows of a set as JSON lines, in their order; the set is named by the file, whatever stands before it."""
    name = path.stem.rpartition("-")[2]
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="|"):
            if row["doc_name"] in documents:
                yield json.dumps({**row, "set": name}) + "\n"


if __name__ == "__main__":
    sys.exit(main())
