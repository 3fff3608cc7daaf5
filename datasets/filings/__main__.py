"""`python -m filings --seed 7 --out DIR`: write the default dataset."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from filings.build import generate


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="filings", description="Write a homeowner rate filing as PDFs with gold questions."
    )
    parser.add_argument("--seed", type=int, default=7, help="another seed gives other rules, rates and answers")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write; replaced if it is a dataset")
    arguments = parser.parse_args()
    try:
        folder = generate(arguments.seed, arguments.out)
    except OSError as error:
        print(f"filings: {error}", file=sys.stderr)
        return 1
    print(f"{len(list((folder / 'pdfs').rglob('*.pdf')))} PDFs and questions.yaml in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
