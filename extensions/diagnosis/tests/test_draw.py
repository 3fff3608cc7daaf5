"""A sweep of a draw is diagnosed."""

from __future__ import annotations

import json
from pathlib import Path

from standins.commands import Command

MORE = """
- {{id: more_{n}, question: What does article {n} cost?, kind: number, expected: "$120",
   evidence: [{{file: prices.pdf, pages: [1], quote: Big pump $120}}]}}
"""


def test_a_sweep_of_a_draw_is_diagnosed_after_questions_were_added(
    command: Command, own_split: list[str], home: Path
) -> None:
    words = ["sweep", "--grid", "none", *own_split, "--limit", "1", "tracking=off"]
    assert command(*words).returncode == 0

    def asked() -> str:
        return str(json.loads((home / "outputs" / "latest" / "questions.jsonl").read_text())["id"])

    before, sweep = asked(), (home / "outputs" / "latest").resolve().name
    gold = Path(own_split[own_split.index("--questions") + 1])
    gold.write_text(gold.read_text() + "".join(MORE.format(n=n) for n in range(40)))
    assert command(*words).returncode == 0
    assert asked() != before, "another one is drawn now"
    done = command("diagnose", "--run", f"{sweep}:baseline")
    assert "has changed since the sweep" not in done.stderr
    assert done.returncode == 0, done.stderr
