"""`python -m uda --questions questions.jsonl --pdfs FOLDER --out FOLDER`: write the gold questions of UDA-QA."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ragatta.pipeline.machine.files import write_whole
from uda.questions import gold


def main() -> int:
    words = argparse.ArgumentParser(prog="uda", description="Write UDA-QA's questions in Ragatta's form.")
    words.add_argument("--questions", type=Path, required=True, help="questions.jsonl, an object a line")
    words.add_argument("--pdfs", type=Path, required=True, help="the folder of the documents")
    words.add_argument("--cache", type=Path, help="of page texts; not used, since no page is read")
    words.add_argument("--out", type=Path, required=True, help="the folder to write questions.jsonl to")
    given = words.parse_args()
    try:
        rows = [json.loads(line) for line in given.questions.read_text(encoding="utf-8").splitlines() if line.strip()]
        records = gold(rows, {path.name for path in given.pdfs.glob("*.pdf")})
    except (OSError, ValueError, KeyError) as error:
        print(f"{given.questions}: {type(error).__name__}: {error}; ragatta data --dataset uda", file=sys.stderr)
        return 1
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    write_whole(given.out / "questions.jsonl", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
