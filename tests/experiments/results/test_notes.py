"""On how many questions variations differ, and what was not asked, in the words of terminal, summary and report."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.by_person import ByPerson
from ragatta.experiments.results.notes import NOTES, differing, notes, record_words
from ragatta.experiments.results.printed import latex
from ragatta.experiments.results.reading import RunResult, SweepResult, open_sweep
from ragatta.experiments.results.tables import markdown
from ragatta.pipeline.plugins.registry import Kind
from standins.sweeps import Sweep

LABELS = ("a", "b", "c")
SAME = {(label, f"Q_{n}", 0): 1.0 for label in LABELS for n in range(1, 5)}
APART = {**SAME, ("b", "Q_1", 0): 0.0, ("c", "Q_3", 0): 0.5}


def opened(folder: Path, sweep: Sweep) -> SweepResult:
    return open_sweep(str(sweep.write(folder / "s")))


def test_a_question_counts_where_any_variation_differs(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(LABELS, questions=4, scores=APART))
    assert differing(sweep, "score") == 2
    assert list(notes(sweep)) == [
        "The evidence recall differs between the variations on 2 of 4 questions, the score on 2."
    ]


@pytest.mark.parametrize("name", NOTES.names())
def test_what_an_extension_has_to_say_are_sentences_of_its_own(tmp_path: Path, name: str) -> None:
    sweep = opened(tmp_path, Sweep(LABELS, questions=4, scores=APART))
    said = list(NOTES.imported(name).notes(sweep))
    assert all(isinstance(sentence, str) and sentence.endswith(".") for sentence in said)
    assert {*said} <= {*notes(sweep)}


def test_notes_that_fail_are_said_and_cost_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = opened(tmp_path, Sweep(LABELS, questions=4, scores=APART))
    monkeypatch.setattr(Kind, "names", lambda _: ("mine",))
    monkeypatch.setattr(Kind, "function", lambda *_: lambda _: None)
    first, broken = notes(sweep)
    assert first.startswith("The evidence recall differs")
    assert re.match(r"note 'mine': TypeError: .* NoneType \(test_notes\.py:\d+\)\.$", broken)


def test_no_question_counts_where_all_are_alike(tmp_path: Path) -> None:
    assert differing(opened(tmp_path, Sweep(LABELS, questions=4, scores=SAME)), "score") == 0


def test_repeats_are_averaged_before_they_are_compared(tmp_path: Path) -> None:
    scores = {("a", "Q_1", 0): 1.0, ("a", "Q_1", 1): 0.0, ("b", "Q_1", 0): 0.0, ("b", "Q_1", 1): 1.0}
    assert differing(opened(tmp_path, Sweep(("a", "b"), questions=1, repeats=2, scores=scores)), "score") == 0


def test_one_run_differs_from_nothing(tmp_path: Path) -> None:
    assert list(notes(opened(tmp_path, Sweep(("a", "b"), twins={"b": "a"})))) == []


def test_where_evidence_is_compared_the_score_is_the_other_metric(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(LABELS, questions=4, scores=APART, info={"metric": "evidence_recall"}))
    (said,) = notes(sweep)
    assert said.startswith("The evidence recall differs between the variations on 2 of 4 questions, the score on ")


def test_that_no_model_answered_is_said_and_why_evidence_comes_first(tmp_path: Path) -> None:
    llm = {"name": "extractive"}
    sweep = opened(tmp_path / "unknown", Sweep(LABELS, questions=4, info={"metric": "evidence_recall"}))
    by_rule = opened(tmp_path / "rules", Sweep(LABELS, questions=4, info={"metric": "evidence_recall"}, llm=llm))
    assert any("No model answered" in said and said.endswith("is compared first.") for said in notes(by_rule))
    assert not any("No model answered" in said for said in notes(sweep))


@pytest.mark.parametrize("name", ["extractive", "unknown"])
def test_settings_that_rules_do_not_read_are_named(tmp_path: Path, name: str) -> None:
    llm = {"name": name}
    sweep = opened(tmp_path, Sweep(LABELS, questions=4, llm=llm))
    for run in sweep.runs[:2]:
        run.config["prompts"] = {"answerer": {"system": "Be terse."}}
    sweep.runs[1].config["agents"] = {"answerer": {"max_tokens": 9}}
    said = [each for each in notes(sweep) if "prompts" in each or "agents" in each]
    told = "Rules ask no model, so the setting {} changes nothing in {}; llm= names a model."
    assert said == [told.format("prompts", "a and b"), told.format("agents", "b")] * (name == "extractive")


def test_what_was_not_asked_is_said_with_the_way_to_ask_it(tmp_path: Path) -> None:
    info = {"not_asked": {"compare": 2, "filter": 3}}
    said = (
        "Not asked of router_planner, which is not made for them: 5 questions (2 compare, 3 filter). "
        "dataset.every_kind=true asks them."
    )
    found = opened(tmp_path, Sweep(("a",), questions=4, info=info))
    assert list(notes(found)) == [said]
    escaped = said.replace("_", "\\_")
    assert escaped in markdown(found)
    assert escaped in latex(found)


def test_what_a_content_filter_refused_is_counted_apart_from_the_model(tmp_path: Path) -> None:
    sweep = opened(tmp_path, Sweep(("a", "b"), questions=2, scores=SAME))
    run, other = sweep.runs
    first, *others = run.rows
    by_filter = replace(first, answer={**first.answer, "status": "refused", "safety_flags": ["content_filter"]})
    filtered = replace(sweep, runs=(replace(run, rows=(by_filter, *others)), other))
    assert "A content filter refused answers, not the model: 1 of a." in notes(filtered)
    assert not any("filter" in note for note in notes(sweep))


def test_what_declining_everything_would_score_stands_beside_the_scores(tmp_path: Path) -> None:
    made = Sweep(("a",), questions=4)
    made.gold = [replace(one, kind="unanswerable" if at == 1 else one.kind) for at, one in enumerate(made.gold)]
    assert "Declining every question would score 0.250." in list(notes(opened(tmp_path, made)))


def test_how_many_questions_a_mean_is_over_is_said_where_it_is_not_all(tmp_path: Path) -> None:
    made = opened(tmp_path, Sweep(("a", "b"), questions=4, scores=SAME, optional={"page_recall": 1.0, "ndcg": 1.0}))

    def without(run: RunResult, metric: str, first: int) -> RunResult:
        rows = [
            replace(row, scores={name: value for name, value in row.scores.items() if name != metric or at >= first})
            for at, row in enumerate(run.rows)
        ]
        return replace(run, rows=tuple(rows))

    a, b = made.runs
    some = replace(made, runs=(without(a, "page_recall", 1), without(b, "page_recall", 1)))
    assert "Of 4 questions, means are over 3 (page recall)." in list(notes(some))
    differ = replace(made, runs=(without(a, "ndcg", 1), without(b, "ndcg", 3)))
    assert "Of 4 questions, means are over 1 to 3 (nDCG)." in list(notes(differ))
    assert not any("means are over" in said for said in notes(made))


def test_who_decided_the_scores_is_said_where_not_only_rules_did(tmp_path: Path) -> None:
    made = opened(tmp_path, Sweep(("a",), questions=4))
    (run,) = made.runs
    assert not any(said.startswith("Verdicts") for said in notes(made))
    ends = zip(run.rows, ("person", "judge", "judge", "items"), ("", "", "", "read from prose"), strict=True)
    rows = tuple(replace(row, rule=rule, undecided=why) for row, rule, why in ends)
    said = list(notes(replace(made, runs=(replace(run, rows=rows),))))
    assert "Verdicts on 4 answers: 2 by judge, 1 by person." in said
    assert any(words.startswith("1 of 4 answers are undecided: ") for words in said)


def test_the_record_of_what_is_decided_is_said_for_right_and_wrong_apart() -> None:
    decided = [(1.0, 0.01), (0.9, 0.03), (0.0, 0.08)]
    said = record_words(decided)
    assert said.endswith('people judge otherwise: 2.0% of "right" (2) and 8.0% of "wrong" (1).')
    assert record_words([]) == ""


def test_verdicts_against_what_a_rule_decided_are_counted_with_who_gave_them(tmp_path: Path) -> None:
    scores = {(label, f"Q_{at}", 0): float(at > 1) for label in ("a", "b") for at in range(1, 5)}
    made = opened(tmp_path, Sweep(("a", "b"), questions=4, scores=scores))
    a, b = made.runs
    ends = (
        ByPerson(("ann",), "text: some said", 0.5),  # 0 by ann
        ByPerson(("ann", "bob"), "text: unsaid", 0.0),  # 1 by both
        ByPerson(("ann",), "text: unsaid", 0.0, "some of the words"),  # the rules had decided nothing
        ByPerson(("bob",), "text: all said", 1.0),  # as they had
    )
    rows = [replace(row, rule="person", by_person=end) for row, end in zip(a.rows, ends, strict=True)]
    rows[2] = replace(rows[2], scores={**rows[2].scores, "score": 0.5})
    moved = replace(made, runs=(replace(a, rows=tuple(rows)), b))
    assert (
        "Of 4 verdicts by person, 2 contradict what a rule had decided (2 by ann and 1 by bob): by the rule the score "
        "of a is 0.500 instead of 0.625."
    ) in list(notes(moved))
    agreed = replace(made, runs=(replace(a, rows=tuple(rows[2:])), b))
    assert not any("contradict" in said for said in notes(agreed))


@pytest.mark.parametrize(("share", "said"), [("0.380000", "38%"), ("0.100000", ""), ("", "")])
def test_tokens_in_no_vector_are_warned_of(tmp_path: Path, share: str, said: str) -> None:
    found = [*notes(opened(tmp_path, Sweep(("a", "b"), twins={"b": "a"}, summary={"tokens_unseen": share})))]
    begun = f"Warning: a and b: {said} of the chunks' tokens are in no vector"
    assert [note.startswith(begun) for note in found] == ([True] if said else [])


def test_documents_that_few_questions_are_about_count_for_less(tmp_path: Path) -> None:
    one, others = "paper 0.pdf", [f"paper {at}.pdf" for at in range(1, 5)]
    made = Sweep(LABELS, questions=20, scores=SAME, info={"cluster": "document"})
    files = [*others, *[one] * 16]
    made.gold = [
        replace(question, evidence=(replace(question.evidence[0], file=file),))
        for question, file in zip(made.gold, files, strict=True)
    ]
    said = list(notes(opened(tmp_path, made)))
    assert any("20 questions are about 5 documents (or other clusters), effectively 1.5" in words for words in said)
    assert any("hold for these and for no others" in words for words in said)


def test_how_large_a_kind_of_document_may_be_missing_is_said(tmp_path: Path) -> None:
    made = Sweep(LABELS, questions=20, scores=SAME, info={"cluster": "document"})
    made.gold = [
        replace(question, evidence=(replace(question.evidence[0], file=f"paper {at % 10}.pdf"),))
        for at, question in enumerate(made.gold)
    ]
    # 0.025^(1/10): of ten documents none is of a kind that a share of 0.31 has
    said = "even one that is up to 31% of all: the verdicts say nothing of it."
    sweep = opened(tmp_path, made)
    assert any(words.endswith(said) for words in notes(sweep))
    known = {**sweep.info, "documents": [f"paper {at}.pdf" for at in range(11)]}  # of which one has no question
    assert not any("kind of document may" in words for words in notes(replace(sweep, info=known)))
    more = {**known, "documents": [*known["documents"], *"abc"]}
    assert any("up to 29% of all" in words for words in notes(replace(sweep, info=more)))


DRAWN = {
    "questions": 4, "of_questions": 426, "documents": 4, "of_documents": 77, "effective": 4.0, "of_effective": 7.6,
    "kinds": 2, "of_kinds": 6,
}  # fmt: skip


@pytest.mark.parametrize("files", [["a.pdf"] * 4, ["a.pdf", "b.pdf", "c.pdf", "c.pdf"]])
def test_a_narrow_draw_is_named_as_a_reason_why_documents_are_few(tmp_path: Path, files: list[str]) -> None:
    def said(drawn: object, name: str) -> list[str]:
        made = Sweep(LABELS, questions=4, scores=SAME, info={"cluster": "document", "drawn": drawn})
        made.gold = [
            replace(question, evidence=(replace(question.evidence[0], file=file),))
            for question, file in zip(made.gold, files, strict=True)
        ]
        return list(notes(opened(tmp_path / name, made)))

    reason = "The draw is a reason: 4 of 426 questions, about 4 of 77 documents."
    narrow = said(DRAWN, "narrow")
    assert any("few documents" in words and words.endswith(reason) for words in narrow)
    assert "4 of 426 questions (dataset.limit), drawn over documents (4 of 77) and kinds (2 of 6)." in narrow
    assert reason not in " ".join(said({**DRAWN, "documents": 20, "effective": 18.0}, "wide"))
    assert "draw" not in " ".join(said(None, "whole"))


def test_a_script_that_knows_the_answers_is_named_in_every_table(tmp_path: Path) -> None:
    found = opened(tmp_path, Sweep(("a", "b"), llm={"name": "scripted"}))
    words = "No model answered in a and b, but a script that knows the gold answers"
    assert words in markdown(found)
    assert words in latex(found)
