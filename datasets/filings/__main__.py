"""`python -m filings --seed 7 --out DIR`: write the default dataset."""

from __future__ import annotations

import sys

from filings.build import generate
from generating.writing import main

if __name__ == "__main__":
    sys.exit(main("filings", "Write a homeowner rate filing as PDFs with gold questions.", generate))
