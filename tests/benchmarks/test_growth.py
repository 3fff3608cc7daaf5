from __future__ import annotations

from benchmarks.growth import A_DOCUMENT, Generated, one


def test_pages_are_the_same_each_time_and_differ_between_documents() -> None:
    first, second = Generated(2 * A_DOCUMENT).values()
    assert first == Generated(2 * A_DOCUMENT)["000000.pdf"]
    assert first[0].text != second[0].text
    assert len(first) == A_DOCUMENT


def test_a_row_is_of_a_whole_build() -> None:
    row = one(2 * A_DOCUMENT)
    assert row["chunks"] > 2 * A_DOCUMENT
    assert 0 < row["mb_before"] <= row["mb_built"] <= row["mb_opened"]
    assert row["mb_disk"] > 0
