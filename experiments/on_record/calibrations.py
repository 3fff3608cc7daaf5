"""How far judges agree with people, as far as is known: a file a judge in outputs/calibrations, by ragatta calibrate or
of an imported bundle.

A calibration holds for one judge (model and options) and the words that it was asked with: after a change of either the
figure counts as not calibrated. A judge settles undecided answers by the law that decides texts (eval/record/): where
people judge its verdicts on such answers otherwise in at most `scoring.error`, with 95% confidence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragatta.eval.people import JUDGE
from ragatta.eval.scorers import declared
from ragatta.eval.scoring_settings import Scoring
from ragatta.eval.statistics.agreement import Agreement
from ragatta.eval.statistics.intervals import Interval
from ragatta.experiments.counting import counted
from ragatta.experiments.jsonl import parsed
from ragatta.experiments.on_record.places import OWN, Records
from ragatta.pipeline.llm.as_data import Form
from ragatta.pipeline.llm.seam import ModelIdentity
from ragatta.pipeline.machine.checksums import note
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.plugins.identity import digest, short
from ragatta.pipeline.plugins.registry import if_here

NOT_CALIBRATED = "not calibrated"


def forms() -> dict[str, tuple[Form[Any], ...]]:
    """What a judge is asked for, by metric."""
    return {name: metric.asks for name, metric in declared().items() if metric.asks}


def failures() -> list[str]:
    """The counts of a judge's calls without a usable reply."""
    switches = {declared()[name].on_request for name in forms()}
    return [name for name, one in declared().items() if one.on_request in switches and one.added == "sum"]


@dataclass(frozen=True)
class Checked:
    """A judge's verdicts on undecided answers: how many said "right" (`passes`) and "wrong" (`fails`), how many of
    these people judge otherwise, and the upper 95% limit of the share of both."""

    passes: int
    false_passes: int
    fails: int
    false_fails: int
    at_most: float

    @property
    def words(self) -> str:
        passes, fails = f"{self.false_passes} of {self.passes} passes", f"{self.false_fails} of {self.fails} failures"
        return f"of its verdicts on undecided answers {passes} and {fails} are false, at most {self.at_most:.2g} of all"


@dataclass(frozen=True)
class Calibration:
    """The agreement of a metric with people over the answers of a file; `unread` are those without a usable reply of
    the judge, which are left out. `checked`: of verdicts of a judge."""

    prompt: str  # digest of what the judge was asked with
    found: Agreement
    unread: int
    file: str
    made: str  # the day
    checked: Checked | None = None

    def lacks(self, error: float) -> str:
        """Why verdicts of the judge settle no answer at this `scoring.error`; "" if they do."""
        if self.checked is None:
            return "no undecided answer is among those that it was compared on (ragatta calibrate)"
        if self.checked.at_most <= error:
            return ""
        return f"{self.checked.words}, above scoring.error ({error:g})"

    @property
    def words(self) -> str:
        kappa, equal = self.found.kappa, self.found.agreement
        of = f"{counted(self.found.answers, 'answer')} to {counted(self.found.questions, 'question')}"
        unread = f" ({self.unread} without a usable reply left out)" if self.unread else ""
        if math.isfinite(kappa.low):
            return f"kappa {kappa.mean:.2f} ({kappa.low:.2f} to {kappa.high:.2f}), {of}{unread}"
        kappa_words = "no kappa, as all verdicts are the same" if math.isnan(kappa.mean) else f"kappa {kappa.mean:.2f}"
        known = f" ({equal.low:.2f} to {equal.high:.2f})" if math.isfinite(equal.low) else ""
        return f"{kappa_words}, agreement {equal.mean:.2f}{known}, {of}{unread}"


def judge_identity(identity: ModelIdentity, scoring: Scoring, records: Records = OWN) -> dict[str, Any]:
    """The judge as a manifest names it: model, options, and for each judged metric the digest of its prompts. Where it
    gives verdicts, `calibration` is the digest of the one by which they settle answers, and `settles_not` says why they
    settle none; one of them is ""."""
    prompts = {name: prompt_digest(name) for name in forms() if scoring.computes(declared()[name])}
    llm = scoring.asked_model()
    told = {**vars(identity), "options": dict(llm.options) if llm else {}, "prompts": prompts}
    if JUDGE not in prompts:
        return told
    if not (known := calibrated(told, records)[JUDGE]):
        return {**told, "calibration": "", "settles_not": f"it is {NOT_CALIBRATED} (ragatta calibrate)"}
    why = known.lacks(scoring.error)
    return {**told, "calibration": "" if why else short(digest(as_json(known))), "settles_not": why}


def prompt_digest(metric: str) -> str:
    return short(digest([form.digest for form in forms()[metric]]))


def save(judge: Mapping[str, Any], found: Mapping[str, Calibration], records: Records = OWN) -> Path:
    """Adds the calibrations of a judge to its earlier ones, and replaces those of the same metric; the file's path."""
    path = calibration_file(judge, records)
    kept = {**_of(path), **found}
    model = {name: judge[name] for name in ("provider", "name", "digest", "options")}
    record = {"judge": model, "metrics": {name: as_json(one) for name, one in kept.items()}}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    return path


def calibrated(judge: Mapping[str, Any], records: Records = OWN) -> dict[str, Calibration | None]:
    """For each judged metric of a manifest's judge its calibration; None where there is none for this model and these
    prompts."""
    known = _of(calibration_file(judge, records))
    same = {name: one for name, one in known.items() if one.prompt == judge["prompts"].get(name)}
    return {name: same.get(name) for name in forms() if name in judge["prompts"]}


def calibration_file(judge: Mapping[str, Any], records: Records) -> Path:
    key = short(digest([judge["provider"], judge["name"], judge["digest"], judge["options"]]))
    return records.calibrations / f"{key}.json"


def _of(path: Path) -> dict[str, Calibration]:
    """All that is known of a judge; a damaged file says nothing, and a note names it."""
    if not path.exists():
        return {}
    try:
        return {name: calibration_of(one) for name, one in parsed(path.read_bytes())["metrics"].items()}
    except (ValueError, TypeError, LookupError, AttributeError, OSError) as fault:
        again = if_here("calibrate", "; ragatta calibrate writes it again")
        note(f"{path}: cannot be read ({fault}), so its judge is not calibrated{again}")
        return {}


def as_json(one: Calibration) -> Any:
    """It as JSON values."""
    return _finite(asdict(one))


def calibration_of(one: Mapping[str, Any]) -> Calibration:
    """That of `as_json`. Raises TypeError, LookupError or AttributeError for other values."""
    found = one["found"]
    kappa, equal = (
        Interval(*(math.nan if bound is None else bound for bound in found[name].values()))
        for name in ("kappa", "agreement")
    )
    agreed = Agreement(kappa, equal, found["answers"], found["questions"])
    checked = Checked(**one["checked"]) if one.get("checked") else None
    return Calibration(**{**one, "found": agreed, "checked": checked})


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value
