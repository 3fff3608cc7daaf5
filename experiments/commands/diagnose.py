"""Says which stage of a variation to mend first, and what that would bring.

The lost questions are asked again with oracles, which hand a stage what it should have found by itself: alone and, in
the order of the pipeline, one after the other. As many of the right ones are asked too, since an oracle can hurt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from ragatta.conf.schema import Config
from ragatta.eval.metrics import SCORE
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import RUN, SETTINGS
from ragatta.experiments.counting import counted
from ragatta.experiments.diagnosing.asked_again import AskedAgain, asked_again
from ragatta.experiments.diagnosing.gains import ORDER, WORDS, Gain, gain, sentence, stacked
from ragatta.experiments.faults import Fault
from ragatta.experiments.showing import console
from ragatta.experiments.showing.cells import number
from ragatta.experiments.showing.results import RunResult, SweepResult, open_sweep

NOW = "without"


@command(__doc__, "diagnose --run latest:baseline", "diagnose --run latest:hybrid_search budget.calls=500")
@RUN
@SETTINGS
def diagnose(run: str, settings: tuple[str, ...]) -> int:
    if ":" not in run:
        raise Fault("ragatta diagnose needs --run <sweep:variation>, such as latest:baseline")
    name, _, label = run.partition(":")
    sweep = open_sweep(name)
    found = sweep.run(label)
    from ragatta.experiments.composing.saved import saved_config  # Hydra takes a second to import

    config = saved_config(found.folder / "config.yaml", settings)
    if config.oracle:
        raise Fault(f"{run} was made with oracle={config.oracle}; diagnose a variation without one")
    asked = asked_again(found, sweep.questions, config.llm.seed)
    if not asked.lost:
        print(f"{label}: no question with gold evidence was lost; there is nothing to diagnose")
        return 0
    names = [each for each in ORDER if config.architecture.searches() or each == "documents"]
    again = _asked(config, asked, names)
    _show(sweep, found, again, asked, names)
    return 0


def _asked(config: Config, asked: AskedAgain, names: Sequence[str]) -> SweepResult:
    """The questions asked again with each oracle. Where a model answers, also without one and with another seed: the
    luck of a second try is no gain."""
    from ragatta.experiments.composing.config import Point
    from ragatta.experiments.launching.sweep import Sweep

    dataset, comparison = (
        replace(config.dataset, only=[*asked.weights], limit=0),
        replace(config.comparison, baseline=""),
    )
    own = replace(config, dataset=dataset, comparison=comparison, repeats=1)
    fresh = replace(own.llm, seed=own.llm.seed + 1) if own.llm.ASKS_A_MODEL else own.llm
    oracles = dict.fromkeys([*names, *stacked(names)])
    points = [Point(NOW, (), replace(own, llm=fresh))]
    points += [Point(f"oracle={each}", (f"oracle={each}",), replace(own, oracle=each)) for each in oracles]
    print(f"asking {counted(len(asked.weights), 'question')} again in {counted(len(points), 'way')}")
    whole = Sweep()
    whole.run(points)
    return open_sweep(str(whole.results.folder))


def _show(sweep: SweepResult, run: RunResult, again: SweepResult, asked: AskedAgain, names: Sequence[str]) -> None:
    base, clusters = again.run(NOW).scores(SCORE), sweep.terms.clusters

    def of(oracle: str) -> Gain:
        return gain(base, again.run(f"oracle={oracle}").scores(SCORE), asked, clusters, len(names))

    alone, together = {name: of(name) for name in names}, [of(each) for each in stacked(names)]
    out = console.plain_console()
    out.print(Text(sentence(alone, sweep.terms.worth)))
    out.print()
    rows, reached = [], 0.0
    for name, after in zip(names, together, strict=True):
        rows.append([WORDS[name][0], alone[name].words, number(after.mean - reached), after.words])
        reached = after.mean
    headings = ["perfect", "alone", "after those before", "all so far"]
    table = console.grid(f"{run.label}: what the score would gain, of {asked.questions} questions", headings, rows)
    left = (asked.lost + asked.unmended) / asked.questions - reached
    table.caption = Text(
        f"95% intervals, for all stages together. No oracle mends the other {number(max(left, 0.0))}: reader, gold or "
        f"scorer.\n{counted(asked.lost, 'lost question')} and {len(asked.weights) - asked.lost} of {asked.right} right "
        f"ones were asked again; {asked.unmended} lost ones have no gold evidence."
    )
    out.print(table)
