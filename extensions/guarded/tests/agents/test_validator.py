from __future__ import annotations

import pytest

from ragatta.extensions.guarded.agents.reasoner import ReasonedDraft
from ragatta.extensions.guarded.agents.validator import Verdict, validate
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import Answer, Citation
from standins.scripted import chunk, hit

SOURCE = Citation("manual.pdf", 1, 1, "manual.pdf#0", 0.9)
CONTEXT = (chunk("manual.pdf", 0, "The pump was built by Ada Holm in Elmford. It is blue."),)


def draft(text: str, similarity: float = 0.9, **changes: object) -> ReasonedDraft:
    fields: dict = {"status": "answered", "citations": (SOURCE,), "context": CONTEXT, **changes}
    answer = Answer(
        text=text, **{name: value for name, value in fields.items() if name not in ("error", "error_flag", "unsafe")}
    )
    rest = {name: value for name, value in changes.items() if name in ("error", "error_flag", "unsafe")}
    return ReasonedDraft(answer, (hit(CONTEXT[0], similarity=similarity),), **rest)


def verdict(text: str, similarity: float = 0.9, **changes: object) -> Verdict:
    return validate(draft(text, similarity, **changes), Thresholds(), Stage())


LONG = "The pump was built by Ada Holm in the spring [Source 1]."


@pytest.mark.parametrize(
    ("text", "similarity", "expected"),
    [
        (LONG, 0.81, "high"),
        (LONG, 0.8, "medium"),
        (LONG, 0.78, "medium"),
        (LONG, 0.61, "medium"),
        (LONG, 0.6, "low"),
        (f"Perhaps. {LONG}", 0.9, "medium"),
        (f"Perhaps, but it is unclear. {LONG}", 0.9, "low"),
    ],
)
def test_confidence_follows_the_thresholds(text: str, similarity: float, expected: str) -> None:
    assert verdict(text, similarity).confidence == expected


def test_a_sound_answer_passes() -> None:
    found = verdict(LONG)
    assert (found.status, found.is_valid, found.safety_flags, found.reason) == (
        "answered",
        True,
        (),
        "validation passed",
    )


@pytest.mark.parametrize(
    "text",
    ["ok", "It is good.", "see above [Source 1]", "", "Somebody Else", "Err 5", "see p. 3", "maybe 7?", "The", "It is"],
)
def test_an_answer_that_says_too_little_is_rejected(text: str) -> None:
    found = verdict(text)
    assert (found.status, found.confidence, found.safety_flags) == ("failed", "low", ("answer_too_short",))
    assert "other words" in found.fallback


@pytest.mark.parametrize(
    "text",
    [
        "$120",
        "604 [Source 1]",
        "May 2020",
        "2.5%",
        "3 to 5 days",
        "USD 40",
        "-4 degrees",
        "2024-03-05",
        "AB-101",
        "$1,234.50 per month",
        "March 5, 2024",
        "Ada Holm",
        "Elmford.",
        "Yes.",
        "no",
    ],
)
def test_a_number_a_name_and_a_yes_are_not_too_short(text: str) -> None:
    assert verdict(text).is_valid


def test_nor_is_a_list_or_a_value_that_the_text_holds() -> None:
    assert verdict("- red\n- blue", items=("red", "blue")).is_valid
    assert verdict("red", value="red").is_valid


@pytest.mark.parametrize("text", ["no information", "The documents do not contain it.", "I cannot answer this."])
def test_a_grounded_admission_is_valid_however_short(text: str) -> None:
    found = verdict(text, 0.3, citations=())
    assert (found.status, found.confidence, found.safety_flags) == ("no_information", "low", ())


def test_the_words_of_an_admission_inside_a_sourced_answer_are_none() -> None:
    assert verdict("The fees do not contain any tax [Source 1].").status == "answered"


def test_a_model_error_is_rejected_with_what_to_say() -> None:
    found = verdict("", status="failed", error="broke off", error_flag="model_error")
    assert (found.status, found.safety_flags) == ("failed", ("model_error",))
    assert "broke off" in found.reason
    assert found.fallback


def test_an_order_in_the_context_is_flagged_and_the_answer_stands() -> None:
    found = verdict(LONG, unsafe=("manual.pdf#0",))
    assert (found.status, found.confidence, found.safety_flags) == ("answered", "high", ("injection_in_context",))


def test_an_answer_without_a_source_is_flagged() -> None:
    found = verdict(LONG, citations=())
    assert (found.status, found.confidence, found.safety_flags) == ("answered", "low", ("uncited",))


def test_the_stage_tells_the_verdict() -> None:
    stage = Stage()
    validate(draft("ok"), Thresholds(), stage)
    assert stage.details["is_valid"] is False
    assert stage.details["safety_flags"] == ["answer_too_short"]
