"""The gates as JUnit XML for CI servers: a suite per variation, a case per question and per mean.

Suites and cases that failed come first, then what is skipped; the first case of a suite says why it is not ok.
A drop that is part of a regression is a failure. A drop within noise, a changed prompt and an inconclusive mean are
skipped, with a message. A fault is an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ragatta.eval.gate.decision import Judgement, MeanChange, Outcome, QuestionChange
from ragatta.experiments.gate.headline import line_of
from ragatta.experiments.gate.result import GateResult, mean_words

TAGS = {Outcome.REGRESSION: "failure", Outcome.INCONCLUSIVE: "skipped"}
# What XML 1.0 cannot hold, however it is escaped.
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(results: Sequence[GateResult]) -> str:
    """One <testsuites> of all gates."""
    root = Element("testsuites", name="ragatta regress")
    for result in results:
        if result.judgement is None:
            _unjudged(root, result)
        else:
            _suites(root, result, result.judgement)
    for parent in (*root, root):  # the cases of each suite, then the suites
        parent[:] = sorted(parent, key=_place)
    for suite in root:
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(attribute, str(len(suite.findall(f"testcase/{tag}"))))
        suite.set("tests", str(len(suite)))
    indent(root)
    return "<?xml version='1.0' encoding='utf-8'?>\n" + tostring(root, encoding="unicode") + "\n"


def _place(element: Element) -> int:
    """In their order: an error or a failure, what is skipped, what passed. A stable sort keeps the rest."""
    found = {inside.tag for inside in element.iter()}
    return 0 if found & {"error", "failure"} else 1 if "skipped" in found else 2


def _unjudged(root: Element, result: GateResult) -> None:
    suite = SubElement(root, "testsuite", name=_xml(result.title))
    for said in result.broken:
        _add_message(_case(suite, said.split(":", 1)[0]), "failure", said)
    for id_ in result.changed_prompts:
        _add_message(_case(suite, id_), "skipped", "prompt changed: no recorded reply")
    if result.outcome in (Outcome.FAULT, Outcome.OTHER_VERDICTS, Outcome.OTHER_DOCUMENTS):
        _add_message(_case(suite, "gate"), "error", "\n".join(result.problems))


def _suites(root: Element, result: GateResult, judgement: Judgement) -> None:
    dropped = {(change.variation, change.question_id): change for change in judgement.dropped}
    for variation in dict.fromkeys(mean.variation for mean in judgement.means):
        suite = SubElement(root, "testsuite", name=_xml(f"{result.title}/{variation}"))
        whole, outcome = _case(suite, "outcome"), result.outcome_of(variation)
        if outcome in TAGS:
            _add_message(whole, TAGS[outcome], line_of(result, variation))
        for mean in (mean for mean in judgement.means if mean.variation == variation):
            _mean(_case(suite, f"mean {mean.metric}{mean.kind and f' of {mean.kind} questions'}"), mean, result)
        for cost in (cost for cost in result.costs if cost.variation == variation):
            case = _case(suite, cost.name)
            if cost.outcome is not Outcome.OK:
                _add_message(case, "failure", cost.words)
        for id_ in result.sweep.questions if result.sweep else ():
            _question(_case(suite, id_), dropped.get((variation, id_)), result, judgement)


def _mean(case: Element, mean: MeanChange, result: GateResult) -> None:
    if mean.outcome in TAGS:
        _add_message(case, TAGS[mean.outcome], mean_words(mean, result.limits))


def _question(case: Element, change: QuestionChange | None, result: GateResult, judgement: Judgement) -> None:
    if change is None:
        return
    words = result.question_words(change)
    if judgement.fails(change):
        _add_message(case, "failure", words)
    else:
        _add_message(case, "skipped", f"dropped, but the variation's mean shows no regression: {words}")


def _case(suite: Element, name: str) -> Element:
    return SubElement(suite, "testcase", classname=suite.get("name", ""), name=_xml(name))


def _add_message(case: Element, tag: str, words: str) -> None:
    SubElement(case, tag, message=_xml(words)).text = _xml(words)


def _xml(text: str) -> str:
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
