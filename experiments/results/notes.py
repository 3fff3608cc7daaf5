"""What stands under a sweep's table, in the terminal, in summary.md, summary.tex and the report: on how many questions
the variations differ, and which questions their architecture was not asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from ragatta.eval.clusters import DOCUMENT
from ragatta.eval.metrics import RECORD_ERROR, RETRIEVAL, SCORE
from ragatta.eval.outcomes import honesty
from ragatta.eval.record.classes import side
from ragatta.eval.scorers import declared, is_comparable
from ragatta.eval.scorers.score import UNDECIDED
from ragatta.eval.statistics import Scores, cluster_numbers, few_clusters, question_means, unseen
from ragatta.experiments.counting import counted
from ragatta.experiments.results.audit import audit_words
from ragatta.experiments.results.cells import in_order, listed, number, readable
from ragatta.experiments.results.drawn import drawn_of, narrow_draw
from ragatta.experiments.results.lost import lost_words
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.experiments.results.summary import sources
from ragatta.pipeline.index.unseen import MUCH, unseen_words
from ragatta.pipeline.plugins.registry import Kind, one_line
from ragatta.pipeline.types import CONTENT_FILTER

NOTES = Kind("notes")  # a module has a function `notes`: what it has to say of a sweep, a sentence each
RARE = 0.1  # of all documents: a kind of which more may be missing is said
UNEVEN = 0.5  # of the number of documents: an effective number below it is said


def notes(sweep: SweepResult) -> Iterator[str]:
    """A sentence each."""
    if words := differing_words(sweep):
        yield words
    yield from scripted_words(sweep.runs)
    yield from handed_words(sweep.runs)
    for label, stopped in sweep.info.get("stopped", {}).items():
        yield (
            f"{label} was stopped after {counted(stopped['questions'], 'question')}: with 95% confidence not the best "
            f"over all of them; {stopped['worse_than']} was ahead (budget.race)."
        )
    for run in (run for run in sweep.runs if not run.is_answered):
        yield f"{run.label}: {run.lost.too_many(run.most_lost)}."
    if words := lost_words({run.label: run.lost for run in sweep.runs if run.is_answered and not run.same_as}):
        yield words
    for name in NOTES.names():
        yield from _of_an_extension(name, sweep)
    yield from _unseen(sweep)
    if sweep.runs and all(run.by_rule for run in sweep.runs):
        yield by_rule_words(sweep.info["metric"] == RETRIEVAL)
    for key in ("prompts", "agents"):
        if labels := [run.label for run in sweep.runs if run.by_rule and run.config.get(key)]:
            yield f"Rules ask no model, so the setting {key} changes nothing in {listed(labels)}; llm= names a model."
    yield from _filtered(sweep.runs)
    yield from _floor(sweep)
    yield from _behind_means(sweep)
    yield from _verdicts([row for run in sweep.runs for row in run.rows])
    yield from audit_words(sweep)
    yield from against_rules(sweep.runs)
    yield from _documents(sweep)
    if drawn := drawn_of(sweep):
        yield drawn.words
    if not_asked := sweep.info.get("not_asked"):
        total = sum(not_asked.values())
        questions = counted(total, "question")
        kinds = ", ".join(f"{number} {kind}" for kind, number in not_asked.items())
        architecture = sweep.runs[0].config["architecture"]["name"]
        yield (
            f"Not asked of {architecture}, which is not made for them: {questions} ({kinds}). "
            "dataset.every_kind=true asks them."
        )


def _of_an_extension(name: str, sweep: SweepResult) -> list[str]:
    """Its notes, or what is wrong with them, which costs no table."""
    notes = NOTES.function(name, "notes")
    try:
        return [*notes(sweep)]
    except Exception as error:  # noqa: BLE001 - whatever it is
        return [f"{NOTES.broken(name, one_line(error), notes).brief()}."]


def _filtered(runs: Sequence[RunResult]) -> Iterator[str]:
    """How many answers of each variation a content filter refused: they say nothing of its model."""
    filtered = {
        run.label: sum(CONTENT_FILTER in row.answer.get("safety_flags", ()) for row in run.rows) for run in runs
    }
    if some := [f"{many} of {label}" for label, many in filtered.items() if many]:
        yield f"A content filter refused answers, not the model: {listed(some)}."


def _floor(sweep: SweepResult) -> Iterator[str]:
    """What declining everything would score, without which a score says little where questions have no answer."""
    asked = [(question.kind, "no_information", 0.0) for question in sweep.questions.values()]
    if floor := honesty(asked).get("score_if_all_declined"):
        yield f"Declining every question would score {number(floor)}."


def _behind_means(sweep: SweepResult) -> Iterator[str]:
    """How many questions a mean is over, of metrics in the terminal's table, judged ones, and those where variations
    differ in it: means over different questions are not to be compared."""
    metrics = [name for run in sweep.runs for name in run.metrics if name in declared()]
    wanted = [name for run in sweep.runs for name in (run.manifest.get("judge") or {}).get("prompts", ())]
    behind: dict[str, list[str]] = {}
    for name in in_order([*metrics, *wanted]):
        own = sorted({len(run.scores(name)) for run in sweep.runs if run.is_answered}) or [0]
        shown = declared()[name].column or name in wanted or len(own) > 1
        if own[0] < len(sweep.questions) and shown and is_comparable(name):
            behind.setdefault(" to ".join(str(one) for one in dict.fromkeys((own[0], own[-1]))), []).append(name)
    if behind:
        said = ", ".join(f"{many} ({', '.join(map(readable, names))})" for many, names in behind.items())
        yield f"Of {counted(len(sweep.questions), 'question')}, means are over {said}."


def _verdicts(rows: Sequence[ResultRow]) -> Iterator[str]:
    """Who decided the scores, where not only rules did."""
    found = sources((row.rule, row.undecided) for row in rows)
    by = {name: found[f"verdicts_by_{name}"] for name in ("rule", "judge", "person")}
    if by["judge"] or by["person"]:
        numbers = ", ".join(f"{many:,} by {name}" for name, many in by.items() if many)
        yield f"Verdicts on {counted(len(rows), 'answer')}: {numbers}."
    if guessed := sum(bool(row.undecided) for row in rows):
        yield f"{guessed:,} of {counted(len(rows), 'answer')} {UNDECIDED}."
    recorded = [(row.scores[SCORE], row.scores[RECORD_ERROR]) for row in rows if RECORD_ERROR in row.scores]
    if words := record_words(recorded):
        yield words


def record_words(decided: Sequence[tuple[float, float]]) -> str:
    """How often people judge recorded answers like the decided ones otherwise, of those decided right and wrong apart;
    "" without any. `decided` are the score and the record's error of each decided answer that has a record."""
    by_side = {of: [error for score, error in decided if side(score) == of] for of in ("right", "wrong")}
    said = [f'{fmean(errors):.1%} of "{of}" ({len(errors):,})' for of, errors in by_side.items() if errors]
    return f"Of recorded answers like the decided ones, people judge otherwise: {listed(said)}." if said else ""


def against_rules(runs: Sequence[RunResult]) -> Iterator[str]:
    """How many verdicts of people contradict what a rule had decided, whose they are, and how far they move a score."""
    runs = [run for run in runs if run.scores(SCORE)]
    by_person = [row for run in runs for row in run.rows if row.by_person]
    against = [row for row in by_person if row.against_rule]
    if not against:
        return
    who = Counter(name for row in against for name in (row.by_person.who if row.by_person else ()))
    said = listed([f"{many:,} by {name}" for name, many in who.most_common()])
    means = [(run.label, _mean(run.scores(SCORE)), _mean(_by_rule(run))) for run in runs]
    label, now, without = max(means, key=lambda mean: abs(mean[1] - mean[2]))
    verb = "contradicts" if len(against) == 1 else "contradict"
    yield (
        f"Of {counted(len(by_person), 'verdict')} by person, {len(against):,} {verb} what a rule had decided "
        f"({said}): by the rule the score of {label} is {number(without)} instead of {number(now)}."
    )


def _by_rule(run: RunResult) -> dict[str, list[float]]:
    """The scores of a run, where a person contradicts a rule those of the rule."""
    found: dict[str, list[float]] = {}
    for row in run.rows:
        if SCORE in row.scores:
            score = row.by_person.score if row.by_person and row.against_rule else row.scores[SCORE]
            found.setdefault(row.question_id, []).append(score)
    return found


def _mean(scores: Scores) -> float:
    return fmean(question_means(scores).values())


def handed_words(runs: Iterable[RunResult]) -> Iterator[str]:
    """Which variations were handed parts of the gold records."""
    if handed := [f"{run.label} ({oracle})" for run in runs if (oracle := run.handed)]:
        yield f"Handed parts of the gold records (oracle=), so bounds and no results: {listed(handed)}."


def _documents(sweep: SweepResult) -> Iterator[str]:
    """Over how many documents the questions spread, where few have most of them; which documents the verdicts may not
    hold for, where there are few."""
    known = [question for question in sweep.questions if question in sweep.terms.clusters]
    clusters, effective = cluster_numbers(known, sweep.terms.clusters)
    if clusters > 1 and effective < UNEVEN * clusters:
        yield (
            f"{counted(len(known), 'question')} are about {clusters} documents (or other clusters), effectively "
            f"{effective:.1f}: few have most of the questions."
        )
    if few_clusters(sweep.questions, sweep.terms.clusters):
        few = "Most questions are about the same few documents: intervals of means hold for these and for no others."
        yield " ".join(filter(None, [few, narrow_draw(sweep)]))
    elif clusters > 1 and len(sweep.runs) > 1 and (share := may_be_missing(sweep, effective)) > RARE:
        missing = (
            "With questions about so few documents, a kind of document may have none by chance, even one that is up to "
            f"{share:.0%} of all: the verdicts say nothing of it."
        )
        yield " ".join(filter(None, [missing, narrow_draw(sweep)]))


def may_be_missing(sweep: SweepResult, effective: float) -> float:
    """The largest share of all documents that a kind may have of which none has a question, by chance: at most that of
    the documents without a question, where these are known."""
    known = sweep.info.get("documents", ())
    asked = {one.file for question in sweep.questions.values() for one in question.evidence}
    share = unseen(effective)
    if known and sweep.info.get("cluster", DOCUMENT) == DOCUMENT:
        return min(share, 1 - len(asked.intersection(known)) / len(known))
    return share


def _unseen(sweep: SweepResult) -> Iterator[str]:
    """The variations of which more tokens are in no vector than users are warned of, with the largest share."""
    shares = {row["variation"]: float(row["tokens_unseen"]) for row in sweep.summary if row.get("tokens_unseen")}
    if much := {label: share for label, share in shares.items() if share > MUCH}:
        up_to = "up to " if len({f"{share:.0%}" for share in much.values()}) > 1 else ""
        yield f"Warning: {listed([*much])}: {up_to}{unseen_words(max(much.values()))}."


def scripted_words(runs: Sequence[RunResult]) -> Iterator[str]:
    """The note that a script which knows the gold answers stood in for a model."""
    if labels := list(dict.fromkeys(run.label for run in runs if run.config["llm"]["name"] == "scripted")):
        yield (
            f"No model answered in {listed(labels)}, but a script that knows the gold answers (llm=scripted): their "
            "scores say nothing of any model."
        )


def by_rule_words(evidence_first: bool) -> str:
    """The note that no model answered, and why evidence recall is compared first."""
    beginning = "No model answered, only rules: the score is a floor"
    why = "evidence recall, the share of the gold evidence that the answering agent was shown, is compared first"
    return f"{beginning}. So {why}." if evidence_first else f"{beginning}."


def differing_words(sweep: SweepResult) -> str:
    """On how many questions the variations differ, by evidence_recall and by score or the metric compared; empty where
    fewer than two were run, or nothing was measured."""
    asked = str(sweep.info["metric"])
    metrics = dict.fromkeys((RETRIEVAL, SCORE if asked == RETRIEVAL else asked))
    known = [name for name in metrics if any(name in run.metrics for run in sweep.runs)]
    if not known or sum(not run.same_as for run in sweep.runs) < 2:
        return ""
    first, *others = known
    total = counted(len(sweep.questions), "question")
    sentence = f"The {readable(first)} differs between the variations on {differing(sweep, first)} of {total}"
    return sentence + "".join(f", the {readable(name)} on {differing(sweep, name)}" for name in others) + "."


def differing(sweep: SweepResult, metric: str) -> int:
    """The questions on which not all variations have the same mean over repeats."""
    means = [question_means(run.scores(metric)) for run in sweep.runs]
    return sum(len({own[question] for own in means if question in own}) > 1 for question in sweep.questions)
