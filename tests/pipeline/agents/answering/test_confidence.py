import pytest

from ragatta.pipeline.agents.answering.confidence import confidence


@pytest.mark.parametrize(
    ("similarities", "text", "expected"),
    [
        ([0.9, 0.8], "It is five.", "high"),
        ([0.8], "It is five.", "medium"),  # high needs more than 0.8
        ([0.9], "It might be five.", "medium"),
        ([0.9], "It might be five, perhaps six.", "low"),
        ([0.7], "It is five.", "medium"),
        ([0.6], "It is five.", "low"),  # medium needs more than 0.6
        ([], "It is five.", "low"),
        ([0.9], "The almighty pump", "high"),  # whole words only
    ],
)
def test_levels(similarities: list[float], text: str, expected: str) -> None:
    assert confidence(similarities, text) == expected
