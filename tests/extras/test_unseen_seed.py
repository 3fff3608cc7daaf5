"""What Ragatta promises of its own documents, with a seed that nothing was developed on. It embeds 181 documents, which
is too long for make test."""

from __future__ import annotations

from pathlib import Path

from standins.commands import Command
from tests.experiments.test_acceptance import rows

SEED = 90210  # not a default, and no rule was shaped on it
ASKED = ["EF_1", "EF_2", *(f"unanswerable_{number:03d}" for number in range(1, 37))]  # what is promised of any seed


def test_filings_of_any_seed(command: Command, home: Path) -> None:
    only = f"dataset.only=[{','.join(ASKED)}]"
    done = command("sweep", "--grid", "none", "variation=hybrid_search", f"dataset.seed={SEED}", only, "tracking=off")
    assert done.returncode == 0, done.stderr
    assert "gold evidence not found" not in done.stdout
    answers, scores = rows(home, "answers"), rows(home, "scores")
    assert scores["EF_1"]["scores"]["partial_match"] == 1.0
    assert scores["EF_1"]["scores"]["score"] > 0.95
    # The factor is found by no variation here, so the answer admits it: a guess would be worse than none.
    assert answers["EF_2"]["status"] == "no_information" or scores["EF_2"]["scores"]["score"] == 1.0
    invented = [id_ for id_, row in answers.items() if id_.startswith("unanswerable") and row["status"] == "answered"]
    assert invented == []
    assert not [row for row in answers.values() if row["status"] == "failed"]
