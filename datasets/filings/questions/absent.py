"""Unanswerable questions: plausible ones about what no page of the filing names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from filings.documents.library import Library
from filings.facts import Facts
from filings.rules import wording
from generating.gold import Gold

Asked = tuple[int, Sequence[str], Sequence[str]]  # (how many to ask, candidates, wordings)


def absent_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    """Only candidates that are printed nowhere are asked about; too few of them is an error."""
    rng = Random(f"{facts.seed}:absent")
    fixed = {tag: (part["count"], part["candidates"], part["wordings"]) for tag, part in wording("absent").items()}
    asked: dict[str, Asked] = {**fixed, **drawn(rng, library)}
    for tag, (count, candidates, wordings) in asked.items():
        missing = [name for name in candidates if not library.holds(name)]
        if len(missing) < count:
            raise ValueError(
                f"wording/absent.yaml: {tag} needs {count} candidates that the filing does not name: add some"
            )
        for number, name in enumerate(rng.sample(missing, count)):
            question = wordings[number % len(wordings)].format(name)
            yield Gold(question, "unanswerable", tags=("absent", tag), entity=name)


def drawn(rng: Random, library: Library) -> dict[str, Asked]:
    """Candidates from the pools that the filing's own names come from."""
    pool = wording("names")
    people = tuple(f"{rng.choice(pool['first'])} {last}" for last in pool["last"])
    towns = tuple(start + end for start in pool["town_starts"] for end in pool["town_ends"])
    zips = tuple(str(rng.randrange(10_000, 29_999)) for _ in range(20))
    states = tuple(name for name, _ in pool["states"])
    unfiled = [spec["names"] for spec in wording("rating_options") if not any(map(library.holds, spec["names"]))]
    return {
        "person": (4, people, ("What are the credentials of {}?", "Which objection did {} answer?")),
        "town": (4, towns, ("What is the territory of {}?", "What is the proposed premium of a $300,000 home in {}?")),
        "zip": (2, zips, ("What is the Fire territory factor of an HO3 policy in zip code {}?",)),
        "state": (
            3,
            states,
            ("What is the minimum premium of an HO3 policy in {}?", "When do the new rates take effect in {}?"),
        ),
        "unfiled rule": (
            4,
            tuple(name for names in unfiled for name in names),
            ("Under which conditions does the {} apply?", "Which levels does the {} exhibit list?"),
        ),
    }
