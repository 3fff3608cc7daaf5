"""`python -m harbours --seed 7 --out DIR`: write the German and the Japanese dataset."""

from __future__ import annotations

import sys

from generating.writing import main
from harbours.build import generate

if __name__ == "__main__":
    sys.exit(main("harbours", "Write rules of marinas as PDFs with gold questions.", generate))
