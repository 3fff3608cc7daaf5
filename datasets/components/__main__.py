"""`python -m components --seed 7 --out DIR`: write the dataset."""

from __future__ import annotations

import sys

from components.build import generate
from generating.writing import main

if __name__ == "__main__":
    sys.exit(
        main("components", "Write data sheets, certificates, manuals and contracts with gold questions.", generate)
    )
