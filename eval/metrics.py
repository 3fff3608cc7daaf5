"""What a metric says of itself. A scorer declares one `Metric` for each figure that it makes (eval/scorers/), and
tables, reports, the gate and the docs ask for it (`eval.scorers.declared`): no other list names metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.types import Kind

# The metrics that code knows by what they mean.
SCORE = "score"
RETRIEVAL = "evidence_recall"  # what the answering agent was shown, however it worded the answer
PARTIAL = "partial_match"  # what the answer says at all, right or wrong in form
FILTERS = "filter_correctness"  # tells a question that a wrong filter lost
UNDECIDED_ANSWERS, IF_WRONG, IF_RIGHT = "undecided", "score_if_wrong", "score_if_right"  # what SCORE is worth

DECIDED, RECORD_ERROR = "decided", "record_error"

Range = Literal["share", "count"]
Better = Literal["more", "less", "neither"]
Sum = Literal["mean", "sum"]
Gated = Literal["", "mean", "mean only", "each"]

KEPT = 1000  # rank of a column that the terminal never leaves out
LAST = 1000  # place behind all of Ragatta's own


@dataclass(frozen=True)
class Metric:
    """A figure of an answer by name, and how it is added up, compared, shown and gated."""

    name: str
    definition: str  # a line without a full stop; {cutoff} stands for scoring.cutoff
    source: str = ""  # the paper that it is from
    applies_to: str = ""  # in words; "": the questions of `kinds`
    kinds: tuple[str, ...] = ()  # of questions; where a question is of none of these, it is not computed; (): of all
    range: Range = "share"  # of an answer: from 0 to 1, or any number from 0
    better: Better = "more"  # only what is better with more is compared between variations
    added: Sum = "mean"  # over answers: the mean over questions, or the sum
    on_request: str = ""  # the key of scoring.* that switches it on; "": always computed
    place: int = LAST  # in the order of columns; equal places: as declared, LAST by name

    heading: str = ""  # "": the name, with spaces
    form: str = ""  # of the figure, in Python's notation; "": three decimals, a sum as a whole number
    column: str = ""  # the heading in the terminal's table of a sweep; "": not in it
    dropped: int = 0  # where the terminal is too narrow, columns of lower rank are left out first; KEPT: never
    printed: int = 0  # rank in summary.tex, where those of lower rank are kept first; 0: not printed unless asked for
    headline: bool = False  # among the first on MLflow's pages
    detail: bool = False  # explains another metric: behind all others in summary.csv, and no figure of a run

    # The gate: "mean" if a significant drop of its mean is a regression, and one of a critical question; "mean only" if
    # rounding may move that of a question; "each" if a drop of any one question is.
    gate: Gated = ""
    gate_name: str = ""  # what the gate calls it; "": its name, with not_ before it where less is better
    asks: tuple[Any, ...] = ()  # the prompts' forms (eval.judged.asking.Form) that a judge is asked for it

    @property
    def applies(self) -> str:
        """The questions and answers that it applies to, in words."""
        return self.applies_to or (
            f"questions of the kinds {', '.join(self.kinds)}" if self.kinds else "every question"
        )

    @property
    def words(self) -> str:
        """Its heading."""
        return self.heading or self.name.replace("_", " ")

    @property
    def column_words(self) -> str:
        """Its heading in the terminal; an arrow says that less is better."""
        return f"{self.column} ↓" if self.better == "less" else self.column

    @property
    def number_form(self) -> str:
        return self.form or (",.0f" if self.added == "sum" else ".3f")

    @property
    def gated_as(self) -> str:
        """Its name in the gate, "" if it is not gated."""
        return self.gate and (self.gate_name or f"{'not_' if self.better == 'less' else ''}{self.name}")

    def gated(self, value: float) -> float:
        """Its value in the gate, where higher is better."""
        return 1 - value if self.better == "less" else value

    def described(self, cutoff: int) -> str:
        """Definition, source and direction in a line."""
        definition = self.definition.replace("{cutoff}", str(cutoff)) + (f" ({self.source})" if self.source else "")
        return f"{definition}; less is better" if self.better == "less" else definition

    def problems(self) -> list[str]:
        """What is declared wrongly."""
        choices = {"range": Range, "better": Better, "added": Sum, "gate": Gated}
        found = [
            f"{self.name}: {key} is {brief_value(given)}, not {' or '.join(map(repr, get_args(choice)))}"
            for key, choice in choices.items()
            if (given := getattr(self, key)) not in get_args(choice)
        ]
        if not self.name.isidentifier():
            found.append(f"the metric's name {self.name!r} must be letters, digits and _")
        if unknown := {*self.kinds} - {*get_args(Kind)}:
            found.append(f"{self.name}: no kind of questions {', '.join(sorted(unknown))}")
        if self.gate and (self.range != "share" or self.better == "neither"):
            found.append(f"{self.name}: the gate takes shares of answers only, of which more or less is better")
        if self.gate and self.on_request in ("judge", "judged"):
            found.append(f"{self.name}: the gate asks no judge and cannot hold what needs scoring.{self.on_request}")
        return found
