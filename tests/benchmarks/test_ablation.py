"""Files of the rule backend are taken out and put back, and differences are told by set."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from benchmarks.ablation import Asked, Made, Recorder, main
from benchmarks.leaving_out import files_of, functions, lines_of, nothing, recording, without
from ragatta.experiments.faults import Fault
from ragatta.extensions.extractive.answering import Rules
from ragatta.pipeline.llm.seam import Backend, Request
from ragatta.pipeline.tasks.answers import MakePlan, Passage, WriteAnswer, WrittenAnswer
from ragatta.pipeline.tasks.binding import BindValue, BoundValue
from ragatta.pipeline.types import Answer, Options, Question
from standins.sources import sources

FILES = files_of("ragatta.extensions.extractive.backends.extractive")
ASKS = Request(
    WriteAnswer("List the trees", (Passage(1, "a.pdf", 1, 1, "Trees\n1. Ash\n2. Oak\n3. Elm"),), True),
    (),
    {},
    Options(),
)


def gives_text(text: str) -> str:
    return text.upper()


def gives_some(count: int) -> list[int]:
    return [count]


def gives_one(count: int) -> int | None:
    return count


def gives_some_or_none(count: int) -> list[int | None]:
    return [count, None]


def gives_a_number(text: str) -> int:
    return len(text)


def test_what_stands_in_for_a_function() -> None:
    stand_ins = [nothing(one) for one in (gives_text, gives_some, gives_some_or_none, gives_one, gives_a_number)]
    assert [stand_in and stand_in("x") for stand_in in stand_ins] == ["x", [], [], None, None]
    assert stand_ins[-1] is None


def gives_a_reply(text: str) -> WrittenAnswer:
    return WrittenAnswer(status="answered", text=text)


def test_nothing_of_a_reply_is_one_that_no_agent_can_use() -> None:
    stand_in = nothing(gives_a_reply)
    assert stand_in is not None
    with pytest.raises(ValidationError):
        WrittenAnswer.model_validate_json(stand_in("x").model_dump_json())


def test_every_file_counts_and_one_is_taken_out_and_put_back() -> None:
    assert sum(map(lines_of, FILES.values())) == sum(
        len(path.read_text(encoding="utf-8").splitlines()) for path in sources("extensions/extractive")
    )
    whole = Rules().complete(ASKS).text
    with without([FILES["prose/lists.py"]]):
        assert Rules().complete(ASKS).text != whole
    assert Rules().complete(ASKS).text == whole


def test_a_request_is_asked_again_where_a_file_had_a_part_in_its_reply() -> None:
    with recording(list(FILES.values())) as parts:
        recorder = Recorder(Rules(), parts)
        recorder.complete(ASKS)
    lists, plans = (frozenset(f"{FILES[name].__name__}.{one.__name__}" for one in functions(FILES[name]))
                    for name in ("prose/lists.py", "fields/field_plans.py"))  # fmt: skip
    ((_, _, had_part),) = recorder.asked
    assert had_part & lists
    assert not had_part & plans
    with without([FILES["prose/lists.py"]]):
        assert recorder.differs(lists)
        assert not recorder.differs(plans)


@pytest.mark.parametrize("file", ["tables/operand_cells.py", "calculations/of_periods.py"])
def test_a_calculation_is_bound_without_what_finds_it_or_its_cells(file: str) -> None:
    passage = Passage(1, "a.pdf", 1, 1, "Table: Rents\nFlat 2; 2018: 610; 2019: 640")
    task = BindValue("What is the change in rent of flat 2 from 2018 to 2019?", "x", "rent of flat 2 2018", (passage,))
    whole = Rules().complete(Request(task, (), {}, Options())).text
    assert BoundValue.model_validate_json(whole).value == "610"
    with without([FILES[file]]):
        left = Rules().complete(Request(task, (), {}, Options())).text
    assert BoundValue.model_validate_json(left).value == ""


def test_an_answer_that_is_not_made_without_a_file_scores_nothing_and_is_counted() -> None:
    """A plan pairs the operands of a calculation with their names, which it cannot without the file of both."""
    plan = MakePlan("What is the change in rent of flat 2 from 2018 to 2019?", (), False, 3)
    module = FILES["calculations/expressions.py"]
    names = frozenset(f"{module.__name__}.{one.__name__}" for one in functions(module))

    def again(backend: Backend) -> Answer:
        return Answer("answered", backend.complete(Request(plan, (), {}, Options())).text)

    with recording(list(FILES.values())) as parts:
        recorder = Recorder(Rules(), parts)
        answer = again(recorder)
    asked = Asked("uda", "x", Question("Q", plan.question, "number"), again, lambda _: 1.0, recorder, answer, 1.0)
    with without([module]):
        assert asked.without(names) == Made("uda", "x", "Q", 0.0, answered=False, failed=True)
    assert asked.without(names) == asked.made() == Made("uda", "x", "Q", 1.0, answered=True)


def test_a_set_that_is_none_is_named() -> None:
    with pytest.raises(Fault, match="no set 'herbs'"):
        main(["--sets", "herbs"])


def test_what_is_saved_is_read_back() -> None:
    one = Made("uda", "x", "Q", 1.0, True)
    assert Made(**vars(one)) == one
