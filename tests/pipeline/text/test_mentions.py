import pytest

from ragatta.pipeline.text.mentions import bound, mentions, stated, tokens


def test_a_value_stands_beside_the_words_of_its_part_of_the_sentence() -> None:
    code, value, excess = mentions("for a K3 boat, a $750,000 hull value and a 2% storm excess")
    assert (code.codes, code.of("Boat Class"), code.of("Hull Value")) == ({"K3"}, 0.5, 0.0)
    assert value.only_of("Hull Value")
    assert excess.only_of("Storm Excess")
    assert not excess.only_of("Hull Value")


@pytest.mark.parametrize(
    ("text", "cell", "met"),
    [
        ("$750k", "$750,000", 2),
        ("a hull of 7 years", "6 - 10", 1),
        ("a hull of 7 years", "11+", 0),
        ("form K 00 03", "K3", 2),
        ("form K3", "K3, K5", 1),
        ("2%", "2", 0),
        ("$6,250", "11+", 0),
        ("more than 2600 feet", "Over 2,600 feet", 2),
    ],
)
def test_cells_meet_values_however_both_are_written(text: str, cell: str, met: int) -> None:
    [mention] = mentions(text)
    assert mention.met_by(cell) == met


def test_what_was_found_before_is_a_mention_that_need_not_be_met() -> None:
    [excess] = bound({"Storm Excess": "2%"})
    assert not excess.required
    assert excess.only_of("Storm Excess")
    assert excess.met_by("2%") == 2
    assert bound({"Storm Excess": " "}) == ()


def test_what_a_question_states_can_be_handed_on_as_values() -> None:
    handed = bound(stated("a K3 boat and a $750,000 hull value"))
    assert [one.met_by("$750,000") for one in handed] == [0, 2]


def test_words_that_name_columns_are_kept_which_search_leaves_out() -> None:
    assert tokens("All Other Perils") == ("all", "other", "peril")


def test_over_a_time_may_tell_how_long_it_lasts() -> None:
    [term] = mentions("the lease factor over 36 months")
    assert term.met_by("36 months") == 2
    assert term.met_by("over 36 months") == 2
    assert not term.met_by("24 months")
    [weight] = mentions("the fee of a parcel over 36 kg")
    assert not weight.met_by("36 kg")


def test_years_are_no_amount_of_another_unit() -> None:
    [age] = mentions("an account of 6 years")
    assert not age.met_by("Generator 6 kVA")
    assert age.met_by("Age 6") == 2
    assert age.met_by("5 - 9")


def test_words_far_from_a_value_say_nothing_of_it() -> None:
    near, far = "deductible" + " or so" * 20, "deductible" + " or so" * 200
    assert mentions(f"{near} 7 boats")[0].of("Deductible") == 1
    assert mentions(f"{far} 7 boats")[0].of("Deductible") == 0
