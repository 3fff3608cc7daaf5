"""Draws the facts of a marina, which stand in its rules in any language. Texts are drawn by their place in a language's
lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random

MARINAS = 16
BERTHS = ((6, 8), (8, 10), (10, 12))  # metres of length
PAPERS, BANNED = 8, 8  # of which each marina asks for four, and bans three


@dataclass(frozen=True)
class Marina:
    """Fees are in the smallest unit of a language's prices: cents, or yen."""

    at: int  # its place in the list of names
    founded: date
    fees: tuple[int, ...]  # a year, by BERTHS
    deposit: int
    discount: int  # per mille, for members of the sailing club
    sum_insured: int  # in ten thousands
    notice_weeks: int
    winter: bool  # whether boats may stay in winter
    dogs: bool
    papers: tuple[int, ...]
    banned: tuple[int, ...]
    master: int
    style: int  # which of a language's wordings


def draw(seed: int) -> list[Marina]:
    """The marinas of a seed."""
    random = Random(seed)
    masters = random.sample(range(MARINAS), MARINAS)
    return [
        Marina(
            at=at,
            founded=date(random.randint(1958, 2019), random.randint(1, 12), random.randint(1, 28)),
            fees=tuple(sorted(random.sample(range(101_050, 989_950, 50), len(BERTHS)))),
            deposit=random.randrange(20_000, 99_000, 500),
            discount=random.randrange(25, 195, 10),
            sum_insured=random.randrange(105, 990, 5),
            notice_weeks=random.randint(2, 13),
            winter=random.random() < 0.5,
            dogs=random.random() < 0.5,
            papers=tuple(sorted(random.sample(range(PAPERS), 4))),
            banned=tuple(sorted(random.sample(range(BANNED), 3))),
            master=masters[at],
            style=at % 2,
        )
        for at in range(MARINAS)
    ]
