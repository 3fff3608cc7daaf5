from __future__ import annotations

from ragatta.pipeline.tables.locating import PageText


def test_a_place_is_found_whatever_white_space_the_text_has() -> None:
    page = PageText("Form  Fire\nHO3\t1.05\n")
    assert page.spans([(0, "FormFire"), (8, "HO3105")]) == [(0, 10), (11, 19)]


def test_of_several_the_nearest() -> None:
    page = PageText("1.00 2.00 1.00 3.00 1.00")
    assert page.spans([(7, "100")]) == [(10, 14)]
    assert page.spans([(11, "100")]) == [(20, 24)]


def test_words_that_another_parser_has_not_are_nowhere() -> None:
    assert PageText("Form Fire").spans([(0, "Form"), (4, "Theft")]) == [(0, 4)]


def test_leaders_that_a_parser_shortens_do_not_count() -> None:
    page = PageText("Net sales ... 1,250\nOther ___ 75")
    assert page.spans([(0, "Netsales1250"), (12, "Other75")]) == [(0, 19), (20, 32)]
