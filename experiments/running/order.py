"""The order in which questions are asked: one variation after the other (racing.py has the other one)."""

from __future__ import annotations

from ragatta.experiments.running.flight import Flight
from ragatta.experiments.running.variation import Variation
from ragatta.experiments.writing.summary import Dropped


class InTurn:
    """Asks the questions of each variation in the gold's order; `flight` says how many at once."""

    at_once = False  # whether all variations begin before the first question is asked
    started = True  # whether questions are asked

    def __init__(self, flight: Flight) -> None:
        self.flight = flight
        self.dropped: dict[str, Dropped] = {}  # variations that are asked no more, by label

    def has_room(self) -> bool:
        """Whether a further variation may begin."""
        return self.flight.has_room()

    def add(self, variation: Variation) -> None:
        """Has its missing questions asked."""
        tasks = variation.to_ask(lambda: self.flight.running)
        variation.answers = [self.flight.add(task) for task in tasks.values()]

    def start(self) -> None:
        """All variations that can begin have begun."""
