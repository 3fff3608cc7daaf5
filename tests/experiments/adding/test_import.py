"""Questions imported from files, and those added to a dataset that is generated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.appending import append_questions
from ragatta.eval.gold.conversations import said_up_to
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.experiments.adding.gold import header, target
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.pipeline.types import Evidence, Question
from standins.adding import QUESTIONS, Command, printed
from standins.pdfs import write_pdf


def test_many_are_imported_at_once_and_their_quotes_found(add: Command, own: list[str], file: Path) -> None:
    source = file.parent / "more.jsonl"
    source.write_text(
        '{"id": "J_1", "question": "What costs the hose?", "answer": "$19", "evidence": [{"quote": "Garden hose"}]}\n'
        '{"id": "J_2", "question": "When is the fair?", "answer": "April"}\n',
        encoding="utf-8",
    )
    done = add(*own, "--from", str(source))
    assert done.returncode == 0, done.stderr
    assert load_questions(file)[1].evidence == (Evidence("prices.pdf", (1,), "Garden hose"),)
    assert "1 of 2 questions without evidence: J_2; retrieval is not scored for them" in done.stdout
    assert printed(done.stdout).endswith("--only J_1,J_2")
    again = add(*own, "--from", str(source))
    assert again.returncode == 1
    assert "J_1, id: taken already" in again.stderr
    assert "J_2, id: taken already" in again.stderr


def test_an_import_with_a_fault_imports_nothing(add: Command, own: list[str], file: Path) -> None:
    source = file.parent / "more.jsonl"
    source.write_text(
        '{"id": "J_1", "question": "What?", "answer": "$19", "evidence": [{"quote": "Garden hoes"}]}\n'
        '{"id": "J_2", "question": "Which?", "answer": "x", "evidence": [{"file": "prices.pdf", "pages": [9], '
        '"quote": "Pump"}]}\n{"id": "J_3", "qustion": "When?", "answer": "April"}\n',
        encoding="utf-8",
    )
    done = add(*own, "--from", str(source))
    assert done.returncode == 1
    assert "more.jsonl, line 1, J_1, evidence[1]: 'Garden hoes' is on no page" in done.stderr
    assert "more.jsonl, line 3, J_3, qustion: unknown field; did you mean question" in done.stderr
    assert file.read_text(encoding="utf-8") == QUESTIONS


PASSAGE = "The storage fee is $25"
SHOWN = {"quote": "Store each pump dry and above 4 degrees. The storage fee is $25 per season.", "value": "$25"}
RAGAS = {"user_input": "What does storage cost?", "reference": "$25", "reference_contexts": [PASSAGE, "nowhere"]}
DEEPEVAL = {"input": "What does storage cost?", "expected_output": "It is not dear", "context": [PASSAGE]}


@pytest.mark.parametrize(
    ("name", "text", "evidence"),
    [
        ("a.jsonl", json.dumps(RAGAS | {"response": "x", "synthesizer_name": "y"}), SHOWN),
        (
            "a.csv",
            f"user_input,reference,reference_contexts,persona_name\nWhat does storage cost?,$25,\"['{PASSAGE}']\",p",
            SHOWN,
        ),
        ("a.jsonl", json.dumps(DEEPEVAL | {"actual_output": None, "name": None}), {"quote": PASSAGE}),
        ("a.json", json.dumps([RAGAS], indent=1), SHOWN),
        ("a.json", json.dumps([DEEPEVAL | {"source_file": None}]), {"quote": PASSAGE}),
        (
            "a.csv",
            f"input,expected_output,context,comments\nWhat does it cost?,It is not dear,{PASSAGE}|nowhere,c",
            {"quote": PASSAGE},
        ),
    ],
    ids=["RAGAS", "RAGAS, CSV", "DeepEval", "RAGAS, JSON", "DeepEval, JSON", "DeepEval, CSV"],
)
def test_questions_of_other_tools_get_an_id_and_the_places_of_their_passages(
    add: Command, own: list[str], file: Path, name: str, text: str, evidence: dict[str, str]
) -> None:
    source = file.parent / name
    source.write_text(text, encoding="utf-8")
    done = add(*own, "--from", str(source))
    assert done.returncode == 0, done.stderr
    _, new = load_questions(file)
    assert (new.id, new.evidence) == ("G_2", (Evidence("handbook.pdf", (3,), **evidence),))
    finds = (
        r"1 with passages or pages to be found \(line \d\); ids and pages are found by ragatta add-question .*--from"
    )
    with pytest.raises(GoldError, match=finds):
        load_questions(source)


GENERATOR = """import argparse, shutil, pathlib
words = argparse.ArgumentParser()
words.add_argument("--seed")
words.add_argument("--out", type=pathlib.Path)
given = words.parse_args()
shutil.rmtree(given.out, ignore_errors=True)
shutil.copytree(pathlib.Path(__file__).parent / "model", given.out)
"""


def test_a_generated_dataset_keeps_what_was_added_when_it_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, made = tmp_path / "datasets" / "tiny", tmp_path / "made" / "tiny" / "seed_7"
    (home / "model" / "pdfs").mkdir(parents=True)
    (home / "__main__.py").write_text(GENERATOR, encoding="utf-8")
    write_pdf(home / "model" / "pdfs" / "a.pdf", ["The fee is $25."])
    (home / "model" / "questions.yaml").write_text(QUESTIONS, encoding="utf-8")
    monkeypatch.setattr("ragatta.experiments.corpora.dataset.DATASETS", tmp_path / "datasets")
    monkeypatch.setattr("ragatta.experiments.corpora.dataset.GENERATED", tmp_path / "made")
    dataset = Dataset("tiny", generator="tiny", added="added-seed-7.yaml")
    assert [q.id for q in open_dataset(dataset).questions] == ["G_1"]

    append_questions(target(dataset), [Question("G_2", "How much?", "number", "$25")], header(dataset))
    assert (home / "added-seed-7.yaml").read_text(encoding="utf-8").startswith("# Gold questions on tiny, seed 7")
    stamp = (made / "generator.sha256").stat().st_mtime_ns
    assert [q.id for q in open_dataset(dataset).questions] == ["G_1", "G_2"]
    assert (made / "generator.sha256").stat().st_mtime_ns == stamp  # not taken for another generator

    (home / "more.py").write_text("changed = True\n", encoding="utf-8")
    dataset.only = ["G_2"]
    assert [q.id for q in open_dataset(dataset).questions] == ["G_2"]
    assert (made / "generator.sha256").stat().st_mtime_ns != stamp
    dataset.only = ["G_3"]
    with pytest.raises(Fault, match="no question 'G_3'; did you mean"):
        open_dataset(dataset)


def test_conversations_are_imported_with_their_turns(add: Command, own: list[str], file: Path) -> None:
    source = file.parent / "talk.yaml"
    source.write_text(
        "- {id: T_1, question: What does the hose cost?, kind: text, expected: little}\n"
        "- {id: T_2, after: T_1, question: And in May?, kind: text, expected: less}\n"
        "- {id: T_3, question: And in June?, kind: text, expected: most, turns: [\n"
        "   {user: What does the hose cost?, assistant: little}, {user: And in May?, assistant: less}]}\n"
    )
    assert add(*own, "--from", str(source)).returncode == 0
    first, second, third = load_questions(file)[-3:]
    assert (second.after, second.turns) == ("T_1", said_up_to(first))
    assert (third.after, third.turns) == ("T_2", said_up_to(second))
    assert "turns" not in file.read_text(encoding="utf-8")
    source.write_text("- {id: T_4, after: T_9, question: Why?, kind: text, expected: so}\n")
    refused = add(*own, "--from", str(source))
    assert "T_4, after: no question 'T_9'" in refused.stderr
