"""A model that proposes questions from pages about bridges, for ragatta draft, and those pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.standins.loopback import Said

BRIDGES = {"Alder": 14, "Birch": 23, "Cedar": 35}


def keeper(body: Any) -> Said:
    """A model that proposes each bridge's toll, and knows only what a passage says."""
    (line,) = re.findall(r"^\{.*\}$", body["messages"][-1]["content"], re.MULTILINE)
    given = json.loads(line)
    named = [name for name in BRIDGES if name in given.get("page", given.get("question", ""))]
    toll = f"${BRIDGES[named[0]]}"
    if "page" in given:
        quote = f"{named[0]} takes {toll} of each cart."
        asked = {"question": f"What does a cart pay at {named[0]}?", "answer": toll, "quote": quote}
        return Said(json.dumps({"questions": [asked]}))
    return Said(json.dumps({"answer": toll if named[0] in given["passage"] else ""}))


def write_bridges(folder: Path) -> None:
    """A text for each bridge, long enough to be asked about."""
    for name, toll in BRIDGES.items():
        text = f"The bridge of {name} is old. {name} takes ${toll} of each cart. " + f"It has arches at {name}. " * 20
        (folder / f"{name}.txt").write_text(text)
