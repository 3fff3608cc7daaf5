"""Near copies: the same words, with other names and figures."""

from __future__ import annotations

import re

from ragatta.extensions.diagnosis.changing.other_words import OtherWords

TEXTS = (
    "Harwick Mill pays $4,310.50 in 2016. The mill of Harwick has 3 floors.",
    "In 2018 the fee was 12% of $4,310.50; HARWICK paid it.",
)


def test_names_and_figures_are_others_throughout_and_words_stay() -> None:
    first, second = OtherWords(TEXTS, "1").pages()
    assert "Harwick" not in first
    assert "4,310.50" not in first
    amount = re.search(r"\$(\S+?\.\d\d)", first)
    assert amount
    assert amount[1] in second, "the same figure is the same other one"
    name = re.search(r"The mill of (\w+) has 3 floors", first)
    assert name, "a single digit stays"
    assert name[1].upper() in second
    years = [int(found) for found in re.findall(r"\b20\d\d", first + second)]
    assert years[1] - years[0] == 2, "years move together"
    assert years[0] < 2016


def test_another_copy_differs_and_the_same_one_does_not() -> None:
    assert OtherWords(TEXTS, "1").pages() == OtherWords(TEXTS, "1").pages() != OtherWords(TEXTS, "2").pages()


def test_without_names_only_figures_are_others() -> None:
    first, _ = OtherWords(TEXTS, "1", names=False).pages()
    assert first.startswith("Harwick Mill pays $")
    assert "in 2016" in first
    assert "4,310.50" not in first


def test_every_figure_becomes_another_one_of_its_form() -> None:
    changed = OtherWords((), "s")
    for figure in (*map(str, range(10, 1000, 7)), "0.25", "1,000,000"):
        other = changed(figure)
        assert other != figure
        assert re.sub(r"\d", "0", other) == re.sub(r"\d", "0", figure)
        assert other[0] != "0"
