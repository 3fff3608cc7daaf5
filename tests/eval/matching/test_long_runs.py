import pytest

from ragatta.eval.matching.in_english import KEPT, shortened
from ragatta.eval.scorers.score import verdict
from ragatta.pipeline.types import Answer, Question

ITEMS = Question("q", "Which pumps are sold?", "list", ("Big pump", "Small pump"))
FEE = Question("q", "What is the fee?", "number", "$25")


@pytest.mark.parametrize("signs", [" ", "\t", "-", "_", ".", "\n", ". ", "| ", "…", "\u0301", "😀"])
def test_a_run_is_cut_to_its_first_repeats(signs: str) -> None:
    run = signs * KEPT
    assert shortened(f"a{signs * 5_000}b") == f"a{run}b"
    assert shortened(f"a{run}b") == f"a{run}b"


def test_blanks_of_several_kinds_are_one_run() -> None:
    mixed = " \t\u00a0" * 1_000
    assert len(shortened(f"a{mixed}b")) == KEPT + 2


@pytest.mark.parametrize("text", ["7" * 5_000, "a" * 5_000, "7 " * 5_000, "漢" * 5_000, "a, b, " * 1_000])
def test_words_and_numbers_stay(text: str) -> None:
    assert shortened(text) is text


@pytest.mark.parametrize("run", [" ", "\t", ", ", ";"])
def test_a_run_changes_no_verdict(run: str) -> None:
    answer = f"1. Big pump;{run * 3_000} 2. Small pump"
    assert verdict(ITEMS, Answer("answered", answer)).score == 1
    assert verdict(FEE, Answer("answered", f"The fee is{run * 3_000}$25.")).score == 1
