"""Whole sweeps through model servers that commit each fault of tests/standins/server_faults.py.

Such a sweep ends with failed answers or a named error. With a server that is well the same sweep, its failures asked
again, ends with the figures of one that nothing disturbed.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from itertools import product

from tests.chaos.course import CRASH, HANG, NAMED, SAME, UNNAMED, WRONG, Bench, Trial, figures, judged
from tests.standins.faulty_server import LISTS, MODEL, FaultyServer
from tests.standins.ollama_server import OllamaServer
from tests.standins.openai_server import MODEL as SMALL_CHAT
from tests.standins.openai_server import OpenAIServer
from tests.standins.sensible import sensible
from tests.standins.server_faults import ANYWHERE, BOTH, FAULTS

TIMEOUT = "llm.timeout_s=0.5"
NAMES = {"ollama": MODEL, "openai": SMALL_CHAT}
KEY = {"OPENAI_API_KEY": "none"}
WITHIN = "architecture=single_pass"  # one call a question: what is tried is the call


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many faults, drawn from all of both wires, as the model is asked and as it is looked for."""
    asked = [(wire, name, False) for wire, (name, fault) in product(BOTH, FAULTS.items()) if wire in fault.wires]
    listed = [(wire, name, True) for wire, name in product(BOTH, ANYWHERE)]
    every = [*asked, *listed]
    drawn.shuffle(every)
    whole = {wire: _well(bench, wire, fresh=True)[1] for wire in BOTH}
    for wire, name, at_the_list in (every * (count // len(every) + 1))[:count]:
        home = bench.folder / "home"
        shutil.rmtree(home, ignore_errors=True)
        places = {"at": LISTS} if at_the_list else {}
        with FaultyServer(wire, FAULTS[name].commit, model=NAMES[wire], **places) as server:
            code, own = bench.run("sweep", _words(bench, wire, server.base_url), home, **KEY)
        first = judged(code, own, lambda: True)
        last, found, said = _well(bench, wire, fresh=False)
        if last == SAME and found != whole[wire]:
            last = WRONG
        bad = first in (CRASH, HANG, UNNAMED)
        where = "as models are listed" if at_the_list else "as it answers"
        outcome = first if bad or last == SAME else last
        yield Trial(f"{wire} {where}: {name}", outcome, f"{own}\n-- then --\n{said}")


def _well(bench: Bench, wire: str, fresh: bool) -> tuple[str, dict[str, str], str]:
    """The sweep through a server that is well: SAME where it goes through, its figures, and what it said."""
    home = bench.folder / "home"
    if fresh:
        shutil.rmtree(home, ignore_errors=True)
    own = OllamaServer(think=sensible, models={MODEL: "d" * 64})
    with own if wire == "ollama" else OpenAIServer(think=sensible) as server:
        words = [*_words(bench, wire, server.base_url), "retry_failed=true"]
        code, said = bench.run("sweep", words, home, **KEY)
    outcome = judged(code, said, lambda: True)
    return (SAME if code == 0 and outcome != CRASH else UNNAMED if outcome == NAMED else outcome), figures(home), said


def _words(bench: Bench, wire: str, address: str) -> list[str]:
    return bench.own(f"llm={wire}", f"llm.base_url={address}", f"llm.model={NAMES[wire]}", TIMEOUT, WITHIN)
