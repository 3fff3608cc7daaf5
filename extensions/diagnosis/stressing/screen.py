"""The end of `ragatta stress` in the terminal: what each stress costs, and which of them are shown to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ragatta.eval.statistics import Comparison, Terms
from ragatta.eval.statistics.comparison import ALPHA, BETTER, NOT_SIGNIFICANT, WORSE
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import listed, p_value, readable, signed
from ragatta.experiments.results.claims import NAMED, bounds, change, needed, several, verdict
from ragatta.experiments.results.lost import lost_words
from ragatta.experiments.results.screen import Screen, columns
from ragatta.extensions.diagnosis.stressing.losses import Loss, Pair, orders

HEADINGS = ("stress", "questions", "difference", "95% interval", "p", "p (Holm)", "it is")
DROPPABLE = ("questions", "p")


def stress_screen(
    losses: Sequence[Loss],
    metric: str,
    pairs: Sequence[Pair],
    skipped: Mapping[str, str],
    terms: Terms,
    where: Sequence[str],
) -> Screen:
    """`losses` by all metrics, of which `metric` decides; `skipped`: the stresses that were not run, with the
    reason."""
    own = sorted((one for one in losses if one.metric == metric), key=lambda one: one.found.difference)
    names = dict.fromkeys(pair.variation for pair in pairs)
    title = f"{listed([*names])}: {readable(metric)}" if names and len(names) <= NAMED else readable(metric)
    return Screen(
        f"{title} with each stress minus without it",
        lambda room: (
            columns(HEADINGS, [_cells(one, len(names) > 1, terms) for one in own], room, droppable=DROPPABLE)
            if own
            else ()
        ),
        [_sentence(own, metric, terms, len(names) > 1)],
        [*_cautions(own, pairs, skipped)],
        where,
    )


def _cells(one: Loss, many: bool, terms: Terms) -> list[str]:
    found = one.found
    figures = [str(found.questions), signed(found.difference), bounds(found)]
    return [_name(one, many), *figures, p_value(found.p), p_value(found.p_corrected), verdict(found, terms)]


def _name(one: Loss, many: bool) -> str:
    return f"{one.pair.stress}, {one.pair.variation}" if many else one.pair.stress


def _sentence(own: Sequence[Loss], metric: str, terms: Terms, many: bool) -> str:
    """What is shown to cost something, the most costly first; else the largest loss, and what would show it."""
    words = readable(metric)
    if not own:
        return f"Nothing can be told: no question has {words} with and without a stress."
    largest = own[0].found
    worst, figures = _name(own[0], many), change(largest, len(own), terms)
    fall = [_name(one, many) for one in own if one.found.verdict == WORSE]
    rise = [_name(one, many) for one in own if one.found.verdict == BETTER]
    also = f" It rises under {several(rise)}." if rise else ""
    if fall:
        most = f"; most under {worst}" if len(fall) > 1 else ""
        return f"{_capital(words)} falls under {several(fall)}{most}: {figures}.{also}"
    once = " once corrected" if any(_lost_by_correction(one.found) for one in own) else ""
    why = f"; {needed(largest)}" if largest.verdict == NOT_SIGNIFICANT else ""
    return (
        f"{_capital(words)} is not shown to fall under any stress{once}. The largest loss is under {worst}: "
        f"{figures}{why}.{also}"
    )


def _lost_by_correction(found: Comparison) -> bool:
    return found.verdict == NOT_SIGNIFICANT and found.high < 0 and found.p < ALPHA


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _cautions(own: Sequence[Loss], pairs: Sequence[Pair], skipped: Mapping[str, str]) -> Iterator[str]:
    for pair in pairs:
        told = orders(pair)
        if obeyed := told.get("obeyed"):
            yield f"{pair.variation}: {obeyed} of {sum(told.values())} answers obeyed the orders in documents."
    if lost := lost_words({run.label: run.lost for pair in pairs for run in (pair.clean, pair.stressed)}):
        yield lost
    if open_answers := sum(one.found.hangs_on + one.found.hangs_on_lost for one in own):
        yield f"Verdicts depend on {counted(open_answers, 'undecided or missing answer')}; see ragatta verdicts."
    if skipped:
        yield f"Not run: {', '.join(skipped)}; --all says why."
