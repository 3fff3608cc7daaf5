"""Gathers the recorded judgements behind a run's scores, if a model judged its answers (eval/scorers/judge.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ragatta.conf.schema import Config
from ragatta.eval.scorers import judge
from ragatta.experiments.corpora.dataset import open_course
from ragatta.experiments.paths import JUDGEMENTS
from ragatta.experiments.running.journal import answer_of
from ragatta.experiments.showing.results import ResultRow, RunResult
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.recorded import Recorded, asked
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import ReplyMissing
from ragatta.pipeline.types import Answer


def judgements(run: RunResult, config: Config) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Any]]:
    """The judgements by key, and the judge by request; both empty without a judge. The prompts are rebuilt from answers
    and gold questions to get the keys; no model is asked."""
    if not config.scoring.judge or not JUDGEMENTS.exists():
        return {}, {}
    llm = replace(config.scoring.judge_llm, cache="only")
    questions = {question.id: question for question in open_course(config.dataset).questions}
    store = Replies(JUDGEMENTS)
    try:
        asker = Asker(Recorded(llm, store), store, "only", seed=llm.seed, more=llm.options)
        for row in run.rows:
            if row.question_id in questions:
                _judge(questions[row.question_id], _answer(row), asker, config)
        entries = {call.key: entry for call in asker.calls if (entry := store.entry(call.key))}
        return entries, {name: told for name, told in store.models().items() if name == asked(llm, None)}
    finally:
        store.close()


def _judge(question: Any, answer: Answer, asker: Asker, config: Config) -> None:
    try:
        judge.score(question, answer, asker.ask, config.scoring.judge_max_tokens)
    except ReplyMissing:  # judged without a record, or the gold has changed since: another prompt
        return


def _answer(row: ResultRow) -> Answer:
    """The answer from its line in answers.jsonl."""
    record = {key: value for key, value in row.answer.items() if key not in ("question_id", "sample", "answer")}
    return answer_of({**record, "text": row.answer["answer"]})
