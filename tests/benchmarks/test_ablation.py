"""Files of the rule backend are taken out and put back, and differences are told by set."""

from __future__ import annotations

import pytest

from benchmarks.ablation import Made, Recorder, main
from benchmarks.leaving_out import files_of, functions, lines_of, nothing, recording, without
from ragatta.experiments.faults import Fault
from ragatta.extensions.extractive.answering import Rules
from ragatta.pipeline.llm.seam import Request
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer
from ragatta.pipeline.types import Options
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


def gives_a_number(text: str) -> int:
    return len(text)


def test_what_stands_in_for_a_function() -> None:
    stand_ins = [nothing(one) for one in (gives_text, gives_some, gives_one, gives_a_number)]
    assert [stand_in and stand_in("x") for stand_in in stand_ins] == ["x", [], None, None]
    assert stand_ins[-1] is None


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


def test_a_set_that_is_none_is_named() -> None:
    with pytest.raises(Fault, match="no set 'herbs'"):
        main(["--sets", "herbs"])


def test_what_is_saved_is_read_back() -> None:
    one = Made("uda", "x", "Q", 1.0, True)
    assert Made(**vars(one)) == one
