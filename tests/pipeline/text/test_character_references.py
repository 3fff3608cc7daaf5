import pytest

from ragatta.pipeline.text.character_references import unescaped


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("caf&#233; &amp; bar", "café & bar"),
        ("&#x1F600;", "😀"),
        ("&#0000000065;", "A"),
        (f"&#{'0' * 5_000}65;", "A"),
        (f"&#x{'0' * 5_000}41;", "A"),
        (f"7&#{'7' * 5_000};7", "7\ufffd7"),
        (f"7&#{'7' * 5_000} 7", "7\ufffd 7"),
        (f"&#x{'f' * 5_000};", "\ufffd"),
        ("a & b &#; &#x; #12345678", "a & b &#; &#x; #12345678"),
    ],
)
def test_references_are_the_characters_that_they_stand_for(text: str, characters: str) -> None:
    assert unescaped(text) == characters
