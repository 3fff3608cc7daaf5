"""Questions are written, changed, rejected and taken back, and every act is in the files."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from extensions.studio.tests.page.conftest import HOURS, QUESTIONS, Started
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.faults import Fault
from ragatta.experiments.stored_drafts import read_drafts
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.own_files import Stale, Store


def act(api: Api, name: str, **given: Any) -> dict[str, Any]:
    """An act of a page that has just opened the entry."""
    key = f"q:{given['replaces']}" if given.get("replaces") else f"d:{given.get('draft')}"
    return api.call(name, {"version": api.call("item", {"key": key}).get("version", ""), "tab": "t", **given})


def groups(api: Api) -> list[tuple[str, str]]:
    return [(one["group"], one["text"]) for one in api.call("state", {})["queue"]]


def states(api: Api) -> list[str]:
    return [one.state for one in read_drafts(api.store.drafts_path).values()]


def test_a_question_is_accepted_and_taken_back(api: Api) -> None:
    said = act(api, "accept", record=HOURS)
    assert said["id"] == "G_2"
    added = load_questions(api.store.path)[1]
    assert (added.kind, added.expected) == ("number", "600 hours")
    assert (added.evidence[0].file, added.evidence[0].pages) == ("handbook.pdf", (4,))
    assert states(api) == ["accepted"]
    assert act(api, "undo")["said"] == "taken back: G_2 accepted"
    assert api.store.path.read_text() == QUESTIONS
    assert not api.store.drafts_path.exists()
    assert act(api, "undo")["said"] == "nothing to take back"


def test_the_first_question_of_a_file_that_is_not_there_yet(started: Started) -> None:
    api = started("")
    assert api.call("state", {})["power"] == "no questions yet"
    act(api, "accept", record=HOURS)
    assert [one.question for one in load_questions(api.store.path)] == [HOURS["question"]]


def test_a_question_is_changed_in_its_place(api: Api) -> None:
    record = {**api.call("item", {"key": "q:G_1"})["record"], "expected": "$25.00"}
    act(api, "accept", record=record, replaces="G_1")
    assert load_questions(api.store.path)[0].expected == "$25.00"
    assert api.store.path.read_text().startswith("# Our gold questions.\n- id: G_1\n")
    act(api, "undo")
    assert load_questions(api.store.path)[0].expected == "$25"


def test_a_question_that_is_rejected_is_remembered(api: Api) -> None:
    act(api, "reject", replaces="G_1")
    assert groups(api) == [("rejected", "What is the storage fee per season?")]
    assert "G_1" not in api.store.path.read_text()
    act(api, "undo")
    assert groups(api) == [("accepted", "What is the storage fee per season?")]


def test_the_id_of_a_question_that_was_taken_out_is_not_given_again(api: Api) -> None:
    assert act(api, "accept", record=HOURS)["id"] == "G_2"
    act(api, "reject", replaces="G_2")
    other = {**HOURS, "question": "When does the workshop replace seals?"}
    assert api.call("check", {"record": other})["id"] == "G_3"
    assert act(api, "accept", record=other)["id"] == "G_3"


def test_a_document_that_comes_later_is_named(api: Api) -> None:
    before, folder = api.call("digest", {})["digest"], Path(api.gold.dataset.pdfs)
    (folder / "later.pdf").write_bytes((folder / "letter.pdf").read_bytes())
    assert api.call("digest", {})["digest"] != before
    (one,) = api.call("state", {})["skipped"]
    assert one == {"source_file": "later.pdf", "reason": "it came after the studio began; start it again to read it"}


def test_a_draft_goes_from_kept_to_rejected_to_accepted(api: Api) -> None:
    act(api, "keep", record={"question": "How long?"})
    (name,) = read_drafts(api.store.drafts_path)
    act(api, "keep", record=HOURS, draft=name)
    act(api, "reject", draft=name)
    assert ("rejected", HOURS["question"]) in groups(api)
    act(api, "undo")
    act(api, "accept", record=api.call("item", {"key": f"d:{name}"})["record"], draft=name)
    assert states(api) == ["accepted"]
    assert [one.id for one in load_questions(api.store.path)] == ["G_1", "G_2"]


def test_a_draft_that_was_accepted_just_before_a_kill_is_not_shown_again(api: Api) -> None:
    act(api, "keep", record=HOURS)
    (draft,) = read_drafts(api.store.drafts_path).values()
    with api.store.path.open("a", encoding="utf-8") as stream:  # the question is written, the draft's line is not
        stream.write(f"\n- id: G_2\n  question: {HOURS['question']}\n  kind: number\n  expected: 600 hours\n")
    assert draft.state == "draft"
    assert [group for group, text in groups(api) if text == HOURS["question"]] == ["accepted"]


def test_a_tab_that_has_not_seen_a_change_is_refused(api: Api) -> None:
    act(api, "keep", record=HOURS)
    (draft,) = read_drafts(api.store.drafts_path)
    opened = {key: api.call("item", {"key": key}) for key in ("q:G_1", f"d:{draft}")}
    question = {"record": opened["q:G_1"]["record"], "replaces": "G_1", "version": opened["q:G_1"]["version"]}
    drafted = {"record": HOURS, "draft": draft, "version": opened[f"d:{draft}"]["version"]}
    act(api, "accept", record={**question["record"], "also_accepted": ["25 dollars"]}, replaces="G_1")
    act(api, "accept", record=HOURS, draft=draft)
    before = api.store.path.read_bytes()
    for name in ("accept", "reject", "keep"):
        for given in (question, drafted):
            with pytest.raises(Stale, match="changed elsewhere"):
                api.call(name, given)
    assert api.store.path.read_bytes() == before
    api.call("accept", {"record": {**HOURS, "question": "When are seals new?"}})  # a new one is in nobody's way


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_is_taken_back_was_never_there(started: Started, newline: str) -> None:
    last = "  # about the fee\n- {id: G_5, question: Why?, kind: text, expected: so, documents: [letter.pdf]}"
    text = (QUESTIONS + last).replace("\n", newline)
    api = started("")
    api.store.path.write_bytes(text.encode())
    api.call("state", {})
    record = {**api.call("item", {"key": "q:G_1"})["record"], "expected": "$25.00"}
    act(api, "keep", record=HOURS)
    (draft,) = read_drafts(api.store.drafts_path)
    act(api, "reject", draft=draft)
    drafts = api.store.drafts_path.read_bytes()
    for name, given in {
        "accept": {"record": HOURS, "draft": draft},
        "reject": {"replaces": "G_1"},
        "keep": {"record": {"question": "How long?"}},
    }.items():
        act(api, name, **given)
        act(api, "undo")
        assert (api.store.path.read_bytes(), api.store.drafts_path.read_bytes()) == (text.encode(), drafts)
    act(api, "accept", record=record, replaces="G_1")
    act(api, "undo")
    assert api.store.path.read_bytes() == text.encode()


def test_an_act_is_not_taken_back_over_what_others_wrote_since(api: Api) -> None:
    act(api, "accept", record=HOURS)
    with pytest.raises(GoldError, match="another tab's"):
        act(api, "undo", tab="u")
    with api.store.path.open("a", encoding="utf-8") as stream:
        stream.write("# mine\n")
    with pytest.raises(GoldError, match="changed since"):
        act(api, "undo")
    assert api.store.path.read_text().endswith("# mine\n")


def test_an_act_that_fails_in_the_midst_leaves_all_as_it_was(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = api.store.path.read_bytes()
    monkeypatch.setattr("ragatta.extensions.studio.own_files.append_drafts", full)
    with pytest.raises(OSError, match="No space"):
        act(api, "accept", record=HOURS)
    assert api.store.path.read_bytes() == before
    assert act(api, "undo")["said"] == "nothing to take back"


def test_of_two_studios_on_one_file_neither_undoes_what_the_other_writes(started: Started) -> None:
    studios = started(), started("")
    asked = [[{**HOURS, "question": f"{HOURS['question'][:-1]} in port {one}{n}?"} for n in range(6)] for one in "AB"]
    faults: list[BaseException] = []

    def accept(api: Api, records: list[dict[str, Any]]) -> None:
        for record in records:
            try:
                api.call("accept", {"record": record})
            except (GoldError, OSError) as fault:
                faults.append(fault)

    threads = [threading.Thread(target=accept, args=pair) for pair in zip(studios, asked, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    written = {one.question for one in load_questions(studios[0].store.path)}
    assert {record["question"] for records in asked for record in records} <= written


def test_a_file_that_an_editor_changed_is_read_again_and_a_broken_one_is_said(api: Api) -> None:
    path, digest = api.store.path, api.call("digest", {})["digest"]
    path.write_text(QUESTIONS.replace("$25\n", "$26\n"))
    assert api.call("digest", {})["digest"] != digest
    assert api.store.questions["G_1"].expected == "$26"
    path.write_text("- id: [")
    state = api.call("state", {})
    assert "not YAML" in state["faults"][0]
    assert [one["id"] for one in state["queue"]] == ["G_1"]
    with pytest.raises(GoldError):
        api.call("accept", {"record": HOURS})
    assert path.read_text() == "- id: ["


def test_what_is_not_on_the_page_cannot_be_accepted(api: Api) -> None:
    for evidence in ([], [{"file": "handbook.pdf", "pages": [4], "quote": "after 700 hours"}]):
        with pytest.raises(Fault, match="evidence"):
            act(api, "accept", record={**HOURS, "evidence": evidence})
    assert api.call("check", {"record": {**HOURS, "evidence": []}})["faults"] == [
        "evidence: missing; mark the words of the page that show the answer"
    ]
    act(api, "accept", record={"question": "How many stars has the cook?", "kind": "unanswerable", "expected": "x"})


def test_a_question_whose_quote_is_gone_is_broken(started: Started) -> None:
    api = started(QUESTIONS.replace("per season.}", "per year.}"))
    (item,) = api.call("state", {})["queue"]
    assert item["group"] == "broken"
    assert "per year" in item["why"]


def test_a_drafts_file_that_is_damaged_is_named_by_line(api: Api) -> None:
    api.store.drafts_path.write_text('{"id": "a", "record": {}}\n{"id": 5}\n')
    assert "line 2" in api.call("state", {})["faults"][0]


def test_a_draft_whose_record_has_another_form_is_named_by_line(api: Api) -> None:
    act(api, "keep", record={"question": "How long?"})
    with api.store.drafts_path.open("a") as stream:
        stream.write('{"id": "b", "record": {"question": ["x"]}}\n{"id": "c", "record": {"evidence": 5}}\n')
    assert ["line 2" in fault or "line 3" in fault for fault in api.call("state", {})["faults"]] == [True, True]
    for record in ({"question": []}, {"tags": "x"}, {"evidence": {"file": "handbook.pdf"}}, {"filters": []}):
        with pytest.raises(ValueError, match=r"texts|objects|object"):
            api.call("check", {"record": record})


def test_the_files_of_a_csv_are_left_alone(started: Started, documents: Path) -> None:
    api = started("id,question,expected_output\nfee,What is the fee?,$25\n", "gold.csv")
    act(api, "accept", record=HOURS)
    assert (documents / "gold.csv.added.yaml").exists()
    for name, given in {"reject": {}, "accept": {"record": {**HOURS, "id": "fee"}}}.items():
        with pytest.raises(GoldError, match="only the questions there are changed"):
            act(api, name, replaces="fee", **given)
    assert states(api) == ["accepted"]


def test_markup_in_names_and_texts_is_data(api: Api) -> None:
    text = "</script><img src=x onerror=alert(1)>"
    act(api, "keep", record={"question": text})
    assert json.loads(json.dumps(api.call("state", {})))["queue"][0]["text"] == text


def test_a_file_of_lines_is_edited_in_place(started: Started) -> None:
    line = '{"user_input": "What is the storage fee?", "id": "G_1", "reference": "$25", "persona_name": "x"}\n'
    api = started(line, "gold.jsonl")
    act(api, "accept", record=HOURS)
    record = {**api.call("item", {"key": "q:G_1"})["record"], "expected": "$25.00", "evidence": HOURS["evidence"]}
    act(api, "accept", record=record, replaces="G_1")
    first, second = api.store.path.read_text().splitlines()
    assert [*json.loads(first)][:4] == ["user_input", "id", "reference", "persona_name"]
    assert [one.expected for one in load_questions(api.store.path)] == ["$25.00", "600 hours"]
    assert json.loads(second)["id"] == "G_2"
    act(api, "undo")
    act(api, "undo")
    assert load_questions(api.store.path)[0].expected == "$25"
    assert len(api.store.path.read_text().splitlines()) == 1


def test_what_the_loader_takes_can_be_saved_as_it_is(started: Started) -> None:
    api = started("- {id: G 1, question: Is there a mill?, kind: yes_no, expected: no}\n")
    record = {**api.call("item", {"key": "q:G 1"})["record"], "tags": ["mills"]}
    assert api.call("check", {"record": record, "replaces": "G 1"})["faults"] == []
    act(api, "accept", record=record, replaces="G 1")
    assert load_questions(api.store.path)[0].tags == ("mills",)
    with pytest.raises(Fault, match="missing"):
        act(api, "accept", record={**record, "id": "G_2"})


def test_an_act_makes_nothing_beside_the_clones_datasets(
    documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragatta.experiments.corpora.dataset.DATASETS", tmp_path / "clone")
    monkeypatch.chdir(documents)
    (documents / "gold.yaml").write_text(QUESTIONS, encoding="utf-8")
    words = ["dataset=local", "dataset.pdfs=pdfs", "dataset.questions=gold.yaml"]
    store = Store(one_point(words, "studio").config.dataset, "ann")
    with store.alone():
        pass
    assert store.verdicts_path == documents / "verdicts.jsonl"
    assert not (tmp_path / "clone").exists()
