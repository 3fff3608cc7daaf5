"""`python -m harbours --seed 7 --out DIR`: write the German and the Japanese dataset."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from harbours.build import generate


def main() -> int:
    parser = argparse.ArgumentParser(prog="harbours", description="Write rules of marinas as PDFs with gold questions.")
    parser.add_argument("--seed", type=int, default=7, help="another seed gives other fees and rules")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write; replaced if it is a dataset")
    arguments = parser.parse_args()
    try:
        folder = generate(arguments.seed, arguments.out)
    except OSError as error:
        print(f"harbours: {error}", file=sys.stderr)
        return 1
    print(f"{len(list(folder.rglob('*.pdf')))} PDFs in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
