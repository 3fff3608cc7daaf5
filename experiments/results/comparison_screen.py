"""The end of `ragatta compare` in the terminal: how B differs from A, and whether that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from ragatta.eval.metrics import RETRIEVAL
from ragatta.eval.statistics import Comparison, question_means
from ragatta.eval.statistics.comparison import ALPHA, BETTER, NOT_SIGNIFICANT, WORSE
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import number, p_value, readable, signed
from ragatta.experiments.results.claims import bounds, change, claim, needed, several, verdict
from ragatta.experiments.results.notes import handed_words, scripted_words
from ragatta.experiments.results.pairing import Pair, Side, compared, headline_of, size_of, unlike
from ragatta.experiments.results.screen import Line, Screen, columns

HEADINGS = ("A", "B", "B - A", "95% interval", "p", "p (Holm)", "B is")
MOST = 8  # rows of metrics


def comparison_screen(a: Side, b: Side, pairs: Sequence[Pair], family: Sequence[Pair], where: Sequence[str]) -> Screen:
    """Of one pair its metrics are shown, of several each by the headline; `family`: over what it is corrected."""
    headline, found = headline_of(family), compared(family)
    by_rule = all(run.by_rule for pair in pairs for run in (pair.a, pair.b))
    why = " (no model answered, and the score of rules is a floor)" if by_rule and headline == RETRIEVAL else ""
    asked = counted(max(found[pair.name, headline].questions for pair in pairs), "question")
    return Screen(
        f"{_sides(a, b)}. By {readable(headline)}{why} over {asked}.",
        lambda room: _table(pairs, headline, found, room),
        [_sentence(pairs, family, headline, found)],
        [*_cautions(a, b, pairs, headline, found)],
        where,
    )


def _sides(a: Side, b: Side) -> str:
    if a.whole or a.sweep is None or b.sweep is None or a.sweep.folder != b.sweep.folder:
        return f"A: {a.title}. B: {b.title}"
    return f"A: {a.runs[0].label}, B: {b.runs[0].label}, of sweep {a.sweep.folder.name}"


def _table(
    pairs: Sequence[Pair], headline: str, found: Mapping[tuple[str, str], Comparison], room: int
) -> Iterator[Line]:
    if len(pairs) > 1:
        rows = [_cells(pair.name, pair, headline, found) for pair in pairs]
        return columns(("variation", *HEADINGS), rows, room, droppable=("p",))
    (pair,) = pairs
    order = sorted(pair.metrics, key=lambda name: (name != headline, found[pair.name, name].p))
    rows = [_cells(readable(name), pair, name, found) for name in order]
    return columns(("metric", *HEADINGS), rows, min(room, MOST), droppable=("p",))


def _cells(name: str, pair: Pair, metric: str, found: Mapping[tuple[str, str], Comparison]) -> list[str]:
    one = found[pair.name, metric]
    ours, theirs = (number(fmean(question_means(scores).values())) for scores in pair.scores(metric))
    figures = [signed(one.difference), bounds(one), p_value(one.p), p_value(one.p_corrected)]
    return [name, theirs, ours, *figures, verdict(one, pair.terms)]


def _sentence(
    pairs: Sequence[Pair], family: Sequence[Pair], headline: str, found: Mapping[tuple[str, str], Comparison]
) -> str:
    among, words = size_of(family, headline=True), readable(headline)
    if len(pairs) == 1:
        (pair,) = pairs
        one, labels = found[pair.name, headline], (pair.b.label, pair.a.label)
        ours, theirs = labels if labels[0] != labels[1] else (f"{labels[0]} in B", "in A")
        gained, lost = pair.moved(headline)
        moves = f"{len(gained)} gained, {len(lost)} lost, {one.questions - len(gained) - len(lost)} the same"
        return f"{claim(ours, theirs, words, one, among, pair.terms)} Questions: {moves}."
    own = {pair.name: found[pair.name, headline] for pair in pairs}
    better, worse = ([name for name, one in own.items() if one.verdict == which] for which in (BETTER, WORSE))
    if not better and not worse:
        name, one = max(own.items(), key=lambda each: abs(each[1].difference))
        hidden = any(other.verdict == NOT_SIGNIFICANT and other.is_off_0 and other.p < ALPHA for other in own.values())
        most = f"{name}, {words} {change(one, among, pairs[0].terms)}"
        why = f"; {needed(one)}" if one.verdict == NOT_SIGNIFICANT else ""
        once = " once corrected" if hidden else ""
        return f"None of {len(own)} variations is shown to differ{once}. The largest difference is {most}{why}."
    shown = [f"{several(names)} {which} in B" for which, names in ((BETTER, better), (WORSE, worse)) if names]
    left = len(own) - len(better) - len(worse)
    rest = f"; {left} not shown to be either" if left else ""
    return f"By {words}: {'; '.join(shown)}{rest}."


def _cautions(
    a: Side, b: Side, pairs: Sequence[Pair], headline: str, found: Mapping[tuple[str, str], Comparison]
) -> Iterator[str]:
    runs = [*a.runs, *b.runs]
    yield from scripted_words(runs)
    yield from handed_words(runs)
    yield from dict.fromkeys(note for pair in pairs for note in pair.notes())
    own = [found[pair.name, headline] for pair in pairs]
    if open_answers := sum(one.hangs_on + one.hangs_on_lost for one in own):
        yield f"It depends on {counted(open_answers, 'undecided or missing answer')}; see ragatta verdicts."
    yield from unlike(a, b)
