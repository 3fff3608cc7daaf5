from __future__ import annotations

from threading import Event, Thread

from ragatta.pipeline.llm.endpoint import Endpoint
from ragatta.pipeline.llm.meter import Meter, Price
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.retry import Retries
from ragatta.pipeline.llm.seam import Completion, ModelBusy, Request
from ragatta.pipeline.llm.waits import FEW_S, SHOWN, Waits
from tests.pipeline.llm.test_endpoint import DONE, REQUEST, Server


def test_only_a_wait_of_more_than_a_few_seconds_is_shown_with_its_reason() -> None:
    now = [100.0]
    waits = Waits(lambda: now[0])
    waits.because("nobody calls")
    with waits.call("no reply yet from m"):
        now[0] += FEW_S - 1
        assert waits.line() == ""
        now[0] += 3
        assert waits.line() == "1 call waits for 7 s: no reply yet from m"
        waits.because("busy (429): " + "x" * 500)
        assert waits.line().startswith("1 call waits for 7 s: busy (429): xxx")
        assert len(waits.line()) < SHOWN + 40
    assert waits.line() == ""


def test_of_many_the_longest_is_told() -> None:
    now, begun, ended = [0.0], Event(), Event()
    waits = Waits(lambda: now[0])

    def other() -> None:
        with waits.call("second"):
            begun.set()
            ended.wait(10)

    thread = Thread(target=other)
    with waits.call("first"):
        now[0] += 10
        thread.start()
        assert begun.wait(10)
        now[0] += 10
        assert waits.line() == "2 calls wait, the longest for 20 s: first"
    assert waits.line() == "1 call waits for 10 s: second"
    ended.set()
    thread.join(10)
    assert waits.line() == ""


def test_what_a_call_waits_for_is_told_at_each_of_its_stages(waits: list[float]) -> None:
    now, meter, said = [0.0], Meter(), list[str]()
    meter.waits = Waits(lambda: now[0])

    class Slow(Server):
        def complete(self, request: Request) -> Completion:
            now[0] += 6
            said.append(meter.waits.line())
            return super().complete(request)

    server = Slow([ModelBusy("h cannot take a call now (429): slow down"), DONE])
    endpoint = Endpoint(server, Pace(), meter, Price(), "m")
    tell = Retries(endpoint, 100.0, print, meter.waits, "m")
    slept = tell._tell
    tell._tell = lambda error: (slept(error), said.append(meter.waits.line()))[0]  # type: ignore[method-assign]
    assert tell.complete(REQUEST) == DONE
    assert said == [
        "1 call waits for 6 s: no reply yet from m",
        "1 call waits for 6 s: h cannot take a call now (429): slow down",
        "1 call waits for 12 s: no reply yet from m",
    ]
    assert len(waits) == 1
    assert meter.waits.line() == ""
