"""What the pages that Ragatta makes share: colours, and the elements that no text can become markup in."""

from __future__ import annotations

from pathlib import Path

PALETTE, ELEMENTS = (Path(__file__).parent / name for name in ("palette.css", "elements.js"))
