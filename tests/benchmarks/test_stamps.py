"""The line that says what made a table is written and read alike, and asked of tables of figures alone."""

from __future__ import annotations

from benchmarks.stamps import Stamp, stamped, tables

FIGURES = "| variation | score | recall |\n| --- | --- | --- |\n| baseline | **+0.209** (0.1 to 0.3) | 0.488 |\n"
WORDS = "| where | from | turn |\n| --- | --- | --- |\n| embedding | 10,000 pages | a server |\n"
MADE = Stamp(("ragatta sweep", "ragatta sweep dataset.seed=1", "python -m benchmarks.cuad"), "1a2b3c4d", "2026-11-20")


def test_what_is_written_is_read() -> None:
    written = stamped("ragatta sweep", "python -m benchmarks.load", on="2 cores, 24 GiB")
    stamp = Stamp.read(written)
    assert stamp
    assert stamp.commands == ("ragatta sweep", "python -m benchmarks.load")
    assert written == (
        f"Made by `ragatta sweep` and `python -m benchmarks.load` at {stamp.commit}, {stamp.day} (2 cores, 24 GiB)."
    )


def test_a_stamp_may_be_broken_over_lines() -> None:
    first = "Made by `ragatta sweep`, `ragatta sweep\ndataset.seed=1` and"
    assert Stamp.read(f"{first} `python -m benchmarks.cuad` at\n1a2b3c4d, 2026-11-20.") == MADE
    assert Stamp.read("Made by hand at 1a2b3c4d, 2026-11-20.") is None
    assert Stamp.read("Made by `ragatta sweep` at some time.") is None


def test_tables_of_figures_have_a_stamp_or_lack_it_and_others_are_none() -> None:
    one = f"# Page\n\n## One\n\n{FIGURES}\n{stamped(*MADE.commands)}\n"
    page = f"{one}\n## Two\n\n{WORDS}\nText.\n\n## Three\n\n{FIGURES}\nText.\n"
    found = [*tables(page)]
    assert [(heading, stamp.commands if stamp else None) for heading, stamp in found] == [
        ("One", MADE.commands),
        ("Three", None),
    ]
