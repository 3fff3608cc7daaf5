from __future__ import annotations

from ragatta.extensions.guarded.agents.reasoner import ReasonedDraft
from ragatta.extensions.guarded.agents.responder import respond
from ragatta.extensions.guarded.agents.validator import Verdict
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import Answer, Citation
from standins.scripted import chunk, hit

HITS = (hit(chunk("manual.pdf", 0, "a", page=5), 1, 0.89234), hit(chunk("prices.pdf", 2, "b", page=7), 2, 0.51))
DRAFT = ReasonedDraft(
    Answer(
        "answered",
        "Pumps cost 40 [Source 1]. Hoses cost 7 [Source 2, Source 1].",
        value="40",
        citations=(Citation("manual.pdf", 5, 5, "manual.pdf#0", 0.89234),),
        limitations="no price of valves",
    ),
    HITS,
)


def test_an_answer_gets_citations_to_three_decimals_in_place_of_its_marks() -> None:
    stage = Stage()
    answer = respond(DRAFT, Verdict("answered", "high", (), "validation passed"), stage)
    assert (answer.status, answer.text, answer.value) == ("answered", "Pumps cost 40. Hoses cost 7.", "40")
    assert answer.citations == (Citation("manual.pdf", 5, 5, "manual.pdf#0", 0.892),)
    assert (answer.confidence, answer.limitations) == ("high", "no price of valves")
    assert answer.reasoning == "used 1 of 2 source chunks; validation passed"
    assert stage.details["citations"] == 1


def test_an_admission_cites_what_was_read_in_vain_and_keeps_no_value() -> None:
    answer = respond(DRAFT, Verdict("no_information", "low", (), "an admission"), Stage())
    assert [(cited.chunk_id, cited.score) for cited in answer.citations] == [
        ("manual.pdf#0", 0.892),
        ("prices.pdf#2", 0.51),
    ]
    assert (answer.status, answer.value) == ("no_information", "")


def test_a_rejected_draft_says_what_to_do_and_nothing_else() -> None:
    verdict = Verdict("failed", "low", ("answer_too_short",), "the answer is too short", "Please ask again.")
    answer = respond(DRAFT, verdict, Stage())
    assert (answer.status, answer.text, answer.value, answer.citations) == ("failed", "", "", ())
    assert answer.limitations == "the answer is too short. Please ask again."
    assert answer.safety_flags == ("answer_too_short",)
