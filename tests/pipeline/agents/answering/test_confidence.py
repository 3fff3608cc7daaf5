import pytest

from ragatta.pipeline.agents.answering.confidence import RATED, Thresholds
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.configuration import Pipeline


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
    assert Thresholds().rated(similarities, text, Stage()) == expected


def test_the_thresholds_are_settings_and_the_stage_says_what_was_rated() -> None:
    stage = Stage()
    assert Thresholds(0.7, 0.4).rated([0.75], "Five.", stage) == "high"
    assert Thresholds(0.7, 0.4).rated([0.4, 0.5], "Perhaps five.", stage) == "medium"
    assert stage.details == {RATED: [[0.75, 0], [0.45, 1]]}
    assert Pipeline(confidence=Thresholds(0.5, 0.6)).problems() == ["confidence.medium must be at most confidence.high"]
    assert "confidence.high" in Pipeline(confidence=Thresholds(2.0)).problems()[0]
