"""Answers that turn the expected words, or give them in another form: what must not be decided, and what may be."""

from __future__ import annotations

import pytest

from ragatta.eval.answers.status import INFERRED, outcome_of
from ragatta.eval.gold.inferred import inferred
from ragatta.eval.matching.foreign import in_language
from ragatta.eval.scorers.score import verdict
from ragatta.eval.verdict import Verdict
from ragatta.pipeline.types import Answer, Question, StageRecord

WHY_SHUT = "Why was the ferry line shut down?"
RUST = "the hull plates had rusted through below the waterline"
LOAN = "What does the loan agreement demand of the cash reserve?"
BOUGHT = "What happened between the two breweries in 1998?"
MOVED = "Where was the archive moved?"
PERIOD = "In which period did the port dues fall?"


def judged(asked: str, expected: str | tuple[str, ...], text: str, kind: str = "", language: str = "en") -> Verdict:
    """The verdict, where the kind follows from the expected answer and the outcome from the words."""
    if not kind:
        kind = "list" if isinstance(expected, tuple) else inferred("", expected, language)[0]
    question = in_language(Question("q", asked, kind, expected), language)  # type: ignore[arg-type]
    by_words = StageRecord("file", 0.0, details={"status": INFERRED})
    return verdict(question, Answer(outcome_of(text, question), text, steps=(by_words,)))


@pytest.mark.parametrize(
    ("asked", "expected", "text"),
    [
        # denied
        (WHY_SHUT, RUST, "It was not because the hull plates had rusted through below the waterline."),
        (WHY_SHUT, RUST, "Nobody claims that the hull plates had rusted through below the waterline."),
        (WHY_SHUT, RUST, "That the hull plates had rusted through below the waterline is false."),
        (WHY_SHUT, RUST, "The hull plates had hardly rusted through below the waterline."),
        ("Who designed the lighthouse?", "Edda Holm", "Nobody believes that Edda Holm designed it."),
        ("Who designed the lighthouse?", "Edda Holm", "It is a myth that Edda Holm designed the lighthouse."),
        ("Who designed the lighthouse?", "Edda Holm", "Anyone but Edda Holm."),
        ("What covers the roof?", "green slate", "Everything except green slate."),
        # weakened
        (WHY_SHUT, RUST, "Some said that the hull plates had rusted through below the waterline, which was disproved."),
        ("What covers the roof?", "green slate", "It was allegedly green slate."),
        # doubled, limited
        ("What does a late berth cost?", "the daily fee", "It costs twice the daily fee."),
        ("What does a late berth cost?", "the daily fee", "It costs half the daily fee."),
        (
            "What does a late berth cost?", "the daily fee of the inner basin",
            "Double the daily fee of the inner basin.",
        ),
        (
            LOAN, "It must be at least three months of operating costs",
            "It may not exceed three months of operating costs.",
        ),
        (
            LOAN, "It must be at least three months of operating costs",
            "It must be at most three months of operating costs.",
        ),
        (LOAN, "at least 5% of deposits", "no more than 5% of deposits"),
        (LOAN, "at most 5% of deposits", "at least 5% of deposits"),
        (LOAN, "more than half of deposits", "less than half of deposits"),
        # given to another, roles and directions swapped
        (BOUGHT, "Kestrel acquired Dunmore", "Dunmore acquired Kestrel."),
        (
            BOUGHT, "Kestrel Brewery acquired Dunmore Ales for its wells",
            "Dunmore Ales acquired Kestrel Brewery for its wells.",
        ),
        (MOVED, "from Bergen to Tromso", "It was moved from Tromso to Bergen."),
        ("How did the share of freight change?", "from 12% to 18%", "It went from 18% to 12%."),
        ("Who sued whom?", "the pilots sued the harbour board", "The harbour board sued the pilots."),
        ("Which team beat which?", "Lerwick beat Wick", "Wick beat Lerwick."),
        ("Which reading was higher?", "north was higher than south", "South was higher than north."),
        ("What replaced what?", "Gas lamps were replaced by arc lamps", "Arc lamps were replaced by gas lamps."),
        # beside a second candidate
        (
            "Who designed the lighthouse?", "Edda Holm",
            "Edda Holm designed the bridge; Tor Vik designed the lighthouse.",
        ),
        ("Who designed the lighthouse?", "Edda Holm", "Edda Holm or Tor Vik."),
        ("Who designed the lighthouse?", "Edda Holm", "Sources name both Edda Holm and Tor Vik."),
        ("What covers the roof?", "green slate", "The porch has green slate, but the roof is covered with zinc."),
        # other forms that say another thing
        (PERIOD, "Q3 2021", "Q2 2021"),
        (PERIOD, "Q3 2021", "the second quarter of 2021"),
        (PERIOD, "H2 2019", "first half of 2019"),
        (PERIOD, "FY2022", "FY23"),
        (PERIOD, "March 2018", "2018-04"),
        ("How much is the toll?", "CHF 340", "340 euros"),
        ("How much is the toll?", "DKK 340", "340 dollars"),
    ],
)  # fmt: skip
def test_is_not_decided_right(asked: str, expected: str, text: str) -> None:
    found = judged(asked, expected, text)
    assert found.undecided or found.score < 0.5, found


@pytest.mark.parametrize(
    ("asked", "expected", "text"),
    [
        (PERIOD, "Q3 2021", "third quarter of 2021"),
        (PERIOD, "Q3 2021", "3Q21"),
        (PERIOD, "the third quarter of 2021", "They fell in Q3 2021."),
        (PERIOD, "Q3 2021", "Q3 '21"),
        (PERIOD, "Q3 2021", "2021 Q3"),
        (PERIOD, "Q3 2021", "Q3 FY2021"),
        (PERIOD, "H2 2019", "the second half of 2019"),
        (PERIOD, "second half of 2019", "2H19"),
        (PERIOD, "FY2022", "fiscal 2022"),
        (PERIOD, "fiscal year 2022", "FY22"),
        (PERIOD, "FY 2022", "They fell in the fiscal year 2022."),
        (PERIOD, "March 2018", "2018-03"),
        (PERIOD, "2018-03", "In March 2018."),
        ("How much is the toll?", "CHF 340", "340 Swiss francs"),
        ("How much is the toll?", "CHF 340", "340 francs"),
        ("How much is the toll?", "340 kr", "DKK 340"),
        ("How much is the toll?", "SEK 340", "340 kronor"),
        ("How much is the toll?", "NOK 1,340", "1,340 kroner"),
        ("How much is the toll?", "¥340", "340 yen"),
        ("How much is the toll?", "340 yen", "JPY 340"),
        ("How many buoys were lost?", "24", "two dozen"),
        ("How many buoys were lost?", "18", "a dozen and a half"),
        ("How many oars are spare?", "2", "a pair"),
        ("How many oars are spare?", "2", "There is one pair of spare oars."),
        ("How many times a year is the hull scraped?", "2", "Twice a year."),
        ("How many times a year is the hull scraped?", "1", "It is scraped once a year."),
        ("How long is the crossing in hours?", "0.5", "Half an hour."),
        ("How heavy is the anchor in tonnes?", "0.5", "It weighs half a tonne."),
        ("What share of the fleet is laid up?", "50%", "Half of the fleet."),
        ("What share of the fleet is laid up?", "50%", "half"),
        ("How many buoys were lost?", "42", "The number lost is [[42]]"),
        ("How many buoys were lost?", "42", "The buoys were counted after the storm: [[42]]"),
        ("How many buoys were lost?", "42", "Counting them gives [[42]]"),
        ("How many buoys were lost?", "42", "[[42]]"),
        ("How many pages are not available?", "9", "9 pages are not available."),
        ("How many wrecks of unknown origin were mapped?", "31", "31 wrecks of unknown origin were mapped."),
        ("How many entries are unclear?", "6", "Six entries are unclear."),
        ("How many logs could not be found?", "4", "Four logs could not be found."),
        (
            "Which seals did the audit find missing?", ("north hatch", "crane arm"),
            "The north hatch and crane arm seals were missing.",
        ),
        ("What must never be left on deck?", ("rope", "paint"), "Rope and paint must never be left on deck."),
        ("Which goods are not insured?", ("glass", "salt"), "Glass and salt aren't insured."),
        ("What can't be towed?", "wooden barges", "Wooden barges cannot be towed."),
        ("Which vessel is not allowed in the lock?", "the dredger", "The dredger isn't allowed in the lock."),
        # as people word it
        (WHY_SHUT, RUST, "It was shut down because the hull plates had rusted through below the waterline."),
        (BOUGHT, "Kestrel acquired Dunmore", "Dunmore was acquired by Kestrel."),
        (LOAN, "at least 5% of deposits", "It must not fall below 5% of deposits."),
        ("How did the share of freight change?", "from 12% to 18%", "To 18%, up from 12%."),
    ],
)  # fmt: skip
def test_is_not_decided_wrong(asked: str, expected: str | tuple[str, ...], text: str) -> None:
    found = judged(asked, expected, text)
    assert found.undecided or found.score >= 0.5, found


@pytest.mark.parametrize(
    ("asked", "expected", "text", "score"),
    [
        (PERIOD, "Q3 2021", "Q3 2021", 1),
        (PERIOD, "Q3 2021", "third quarter of 2021", 1),
        (PERIOD, "H2 2019", "2H19", 1),
        (PERIOD, "FY2022", "FY22", 1),
        (PERIOD, "March 2018", "2018-03", 1),
        ("How much is the toll?", "CHF 340", "340 Swiss francs", 1),
        ("How much is the toll?", "CHF 340", "340 euros", 0),
        ("How many buoys were lost?", "24", "two dozen", 1),
        ("How many pages are not available?", "9", "9 pages are not available.", 1),
        ("How many buoys were lost?", "42", "41", 0),
    ],
)
def test_is_decided(asked: str, expected: str, text: str, score: float) -> None:
    found = judged(asked, expected, text)
    assert (found.score, found.undecided) == (score, ""), found
