import pytest

from reader.prose.run_together import unstruck


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a fee of $9$11 a day", "a fee of $11 a day"),
        ("more than 10%20% of it", "more than 20% of it"),
        ("over 105,60079,200 feet", "over 79,200 feet"),
        ("from $1,000 to $2,500, 5% to 10%", "from $1,000 to $2,500, 5% to 10%"),
        ("1,234,567 and 12,345.50", "1,234,567 and 12,345.50"),
    ],
)
def test_the_first_of_two_figures_that_nothing_parts_goes(text: str, clean: str) -> None:
    assert unstruck(text) == clean
