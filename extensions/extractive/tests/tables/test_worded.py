from ragatta.extensions.extractive.tables.worded import worded
from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.tasks.answers import Passage


def test_a_column_of_words_is_read_downwards_and_one_of_figures_is_not() -> None:
    rows = [
        ("That no risk is refused for its distance from", "Section 162"),
        ("the coast alone", "Page"),
        ("That shutters are not asked for beyond", "Section 172"),
        ("5,600 feet", ""),
    ]
    table = Passage(1, "a.pdf", 1, 1, write(["Checklist"], ("Item", "Law"), rows))
    [column] = worded([table, Passage(2, "a.pdf", 1, 1, "Some prose.")])
    assert column.source == 1
    assert column.text.split("\n") == [
        "That no risk is refused for its distance from",
        "the coast alone.",
        "That shutters are not asked for beyond",
        "5,600 feet",
    ]
