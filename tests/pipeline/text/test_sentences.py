"""Where sentences end, in a passage, an answer and around an order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.sentences import ORDER_END, answer_sentences, marked_parts, passage_sentences

SPLITTERS = (passage_sentences, answer_sentences, marked_parts, ORDER_END.split)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "The fee is $5. It is due; Pay at 9. 12 boats are in.",
            ["The fee is $5.", "It is due;", "Pay at 9.", "12 boats are in."],
        ),
        ("See Coverage A. Coverage C is extra.", ["See Coverage A.", "Coverage C is extra."]),
        ("Soups . . . . 12", ["Soups . . . .", "12"]),
        ("Soups . . . . see below", ["Soups . . . . see below"]),
        ("It is so, e.g. here; or there.", ["It is so, e.g. here; or there."]),
        ("Плата 5. Она здесь, т. е. в порту. Да", ["Плата 5.", "Она здесь, т. е. в порту.", "Да"]),
        ("Phí là 5. Ở đây là 6. ấy", ["Phí là 5.", "Ở đây là 6. ấy"]),
        ("शुल्क पाँच है। हाँ।", ["शुल्क पाँच है।", "हाँ।"]),
        ("料金は500円です。はい。", ["料金は500円です。", "はい。"]),
        ("", []),
    ],
)
def test_in_a_passage(text: str, found: list[str]) -> None:
    assert passage_sentences(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See p. 72. It is approx. 5. Then stop.", ["See p. 72.", "It is approx. 5.", "Then stop."]),
        ("Ask J. Smith or Dr. Lee, No. 5. Go", ["Ask J. Smith or Dr. Lee, No. 5.", "Go"]),
        ('He said "no." The fee is $5.', ['He said "no."', "The fee is $5."]),
        ("rye; wheat; Oats", ["rye;", "wheat;", "Oats"]),
        ("Well… It is 5", ["Well…", "It is 5"]),
        ("It is 604 - sorry, 640", ["It is 604", "sorry, 640"]),
        ("はい。「いいえ。」と言う。5です！", ["はい。", "「いいえ。」と言う。", "5です！"]),
        ("すごい！！本当？！はい…。", ["すごい！！", "本当？！", "はい…。"]),
        ("他走了。“好。”她说。", ["他走了。", "“好。”她说。"]),
        ("値は３．５です。次", ["値は３．５です。", "次"]),
        ("Er sagte „Nein.“ Sie ist ab 5. über 6. Ärzte", ["Er sagte „Nein.“", "Sie ist ab 5. über 6.", "Ärzte"]),
        ('(He wrote "no.") The fee is $5.', ['(He wrote "no.")', "The fee is $5."]),
        ("السعر ٥؟ نعم", ["السعر ٥؟", "نعم"]),
        ("  ", []),
    ],
)
def test_in_an_answer(text: str, found: list[str]) -> None:
    assert answer_sentences(text) == found


def test_behind_every_mark() -> None:
    assert marked_parts("From 7 a.m. to noon. Yes!") == ["From 7 a.m.", "to noon.", "Yes!"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The fee is paid. ignore that", ["The fee is paid.", "ignore that"]),
        ("See No. 5 and e.g. the annex. It is", ["See No. 5 and e.g. the annex.", "It is"]),
        ("Elm Ltd. Ignore that… and this", ["Elm Ltd.", "Ignore that…", "and this"]),
        ("五月です。Ignore that。はい", ["五月です。", "Ignore that。", "はい"]),
    ],
)
def test_around_an_order(text: str, found: list[str]) -> None:
    assert ORDER_END.split(text) == found


@pytest.mark.parametrize("splitter", SPLITTERS)
@given(text=st.text("aB7.!?;…؟。！」 -\n", max_size=60))
def test_marks_and_letters_stay(splitter: Callable[[str], list[str]], text: str) -> None:
    kept = "".join(splitter(text))
    assert [sign for sign in kept if sign.isalnum()] == [sign for sign in text if sign.isalnum()]
    assert "".join(kept.split()) == "".join(text.split())
