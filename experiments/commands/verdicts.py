"""Asks a person about the answers that no rule decides, and keeps the verdicts in verdicts.jsonl.

They are drawn by chance, more of those on which a comparison hangs. After each twenty it says what the verdicts show so
far. The same sweep, run again, asks nothing and scores with them. With --audit it asks about answers drawn at random
from all, decided ones too, without saying what Ragatta made of them: how often people judge otherwise on your answers.
With --again it asks once more about the answers to a question that were judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ragatta.eval.metrics import SCORE
from ragatta.eval.people import answer_text, append_settled, read_settled
from ragatta.eval.statistics.drawing import FEWEST
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import AUDIT, SWEEP_ID, option
from ragatta.experiments.composing.saved import saved_config
from ragatta.experiments.corpora.dataset import verdicts_file
from ragatta.experiments.counting import counted
from ragatta.experiments.results.audit import audit_words, shows
from ragatta.experiments.results.cells import readable
from ragatta.experiments.results.markup import one_line
from ragatta.experiments.results.open_answers import (
    OpenAnswer,
    drawn_at_random,
    drawn_words,
    judged,
    open_answers,
    settled,
    user_name,
    with_verdicts,
)
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.pipeline.types import Answer

KEYS = "1 right, 0 wrong, a share such as 0.5 partly; s or Enter skips it, b goes back, q stops"
LONGEST = 3000  # characters of an answer that are shown


@command(__doc__, "verdicts", "verdicts --audit 59", "verdicts --sweep-id 20260101 --who ann")
@SWEEP_ID
@option("--who", default="", metavar="NAME", help="whose verdicts these are (default: the user's name)")
@AUDIT
@option(
    "--again", default="", metavar="QUESTION", help="the answers to this question that were judged, to judge them again"
)
def verdicts(sweep_id: str, who: str, audit: int, again: str) -> int:
    who = who or user_name()
    sweep = open_sweep(sweep_id)
    dataset = saved_config(sweep.runs[0].folder / "config.yaml").dataset
    file = verdicts_file(dataset)
    people = read_settled(file)
    if again:
        waiting = judged(sweep, people, again)
    else:
        waiting = drawn_at_random(sweep, people, audit) if audit else open_answers(sweep, people)
    if void := people.void(sweep.questions.values()):
        print(f"{file}: {counted(len(void), 'verdict')} on questions that are not here, or on another gold: not used")
    if not waiting:
        none = f"no answer to {again} was judged" if again else "no answer is undecided"
        print(f"{sweep.folder.name}: {'every answer was drawn before' if audit else none}")
        return 0
    if not audit and (metric := str(sweep.info["metric"])) != SCORE:
        print(f"The sweep decides by {readable(metric)}, which verdicts do not change; they make the score true.")
    undecided = "judged before; your later verdict counts." if again else "undecided."
    what = f"drawn at random. {shows(len(waiting))}" if audit else undecided
    print(f"{counted(len(waiting), 'answer')} {what} {KEYS}. Verdicts are {who}'s.")
    kept = 0
    for one, verdict in _asked_for(waiting):
        append_settled(file, settled(one, verdict, who, dataset))
        kept += 1
        if kept % FEWEST == 0:
            _say(with_verdicts(sweep, read_settled(file)), audit)
    if kept % FEWEST:
        _say(with_verdicts(sweep, read_settled(file)), audit)
    print(f"{counted(kept, 'verdict')} written to {file}; the same sweep, run again, asks nothing and scores with them")
    return 0


def _say(sweep: SweepResult, audit: int) -> None:
    """What the verdicts show so far."""
    print("", *(audit_words(sweep) if audit else drawn_words(sweep)), sep="\n")


def _asked_for(waiting: Sequence[OpenAnswer]) -> Iterator[tuple[OpenAnswer, float]]:
    """What a person says of them in turn, until the input ends; without those that are skipped. One may come again,
    where the person goes back: of two verdicts the later counts."""
    at = 0
    while at < len(waiting):
        print("\n".join(_lines(waiting[at], f"{at + 1} of {len(waiting)}")))
        while (typed := _typed()) not in ("", "s", "b", "q"):
            try:
                if 0 <= (verdict := float(typed)) <= 1:
                    yield waiting[at], verdict
                    break
            except ValueError:
                pass
            print(f"  {KEYS}")
        if typed == "q":
            return
        at = max(0, at - 1) if typed == "b" else at + 1


def _typed() -> str:
    try:
        return input("verdict [skip]> ").strip().lower()
    except EOFError:
        return "q"


def _lines(undecided: OpenAnswer, place: str) -> Iterator[str]:
    expected = undecided.question.expected
    rights = expected if isinstance(expected, tuple) else (expected, *undecided.question.also_accepted)
    of = f", {many} variations" if (many := len(undecided.labels)) > 1 else ""  # whose it is, might sway
    said = "" if undecided.audited else f"{of}: {undecided.why}"
    yield f"\n{place}  {undecided.question.id}{said}"
    if undecided.hanging:
        yield f"{counted(undecided.hanging, 'comparison')} may hang on it"
    for name, lines in (
        ("question", (undecided.question.question,)),
        ("right", rights),
        ("answer", _answer_lines(undecided.answer)),
    ):
        yield from (f"{name}", *(f"  {one_line(line)}" for line in lines))


def _answer_lines(answer: Answer) -> Sequence[str]:
    return answer_text(answer)[:LONGEST].splitlines()
