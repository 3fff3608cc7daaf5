"""The CSV form: columns id, question, expected_output."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.pipeline.types import Question

HEADER = "id,question,expected_output,PDF Folder\r\n"


def load(tmp_path: Path, text: str) -> list[Question]:
    (tmp_path / "q.csv").write_bytes(text.encode("utf-8"))
    return load_questions(tmp_path / "q.csv")


@pytest.mark.parametrize(
    ("output", "kind", "expected"),
    [
        ('"* Onion Soup\r\n* Rye Bread, sliced\r\n"', "list", ("Onion Soup", "Rye Bread, sliced")),
        ('"- One\n• Two"', "list", ("One", "Two")),
        ("* One", "list", ("One",)),
        ("$604", "number", "$604"),
        ('"1,000"', "number", "1,000"),
        ("5%", "number", "5%"),
        ("-2.5", "number", "-2.5"),
        ("Yes", "yes_no", "Yes"),
        ("604 minutes", "number", "604 minutes"),
        ("Simmer it slowly", "text", "Simmer it slowly"),
        ("- 5.2%", "number", "-5.2%"),
        ("1 604", "number", "1 604"),
        ("* 604", "list", ("604",)),
        ('"- 604\n- 605"', "list", ("604", "605")),
    ],
)
def test_the_kind_follows_from_the_expected_output(
    tmp_path: Path, output: str, kind: str, expected: tuple[str, ...] | str
) -> None:
    (question,) = load(tmp_path, f"{HEADER}A,Why?,{output},2\r\n")
    assert (question.id, question.question, question.kind, question.expected) == ("A", "Why?", kind, expected)


def test_optional_columns_and_a_byte_order_mark(tmp_path: Path) -> None:
    text = "\ufeffexpected_output,kind,id,question,split\n,unanswerable,A,Who?,dev\n\n604,text,B,What?,\n"
    first, second = load(tmp_path, text)
    assert (first.kind, first.expected, first.split) == ("unanswerable", "", "dev")
    assert (second.kind, second.expected, second.split) == ("text", "604", "test")


def test_a_line_without_bullet_among_bullets_is_a_fault_unless_the_kind_is_text(tmp_path: Path) -> None:
    mixed = '"* One\nand more"'
    with pytest.raises(GoldError, match=r"q\.csv, line 2, A, expected_output: 'and more' has no bullet"):
        load(tmp_path, f"{HEADER}A,Why?,{mixed},2\r\n")
    header = "id,question,expected_output,kind\n"
    with pytest.raises(GoldError, match="'and more' has no bullet"):
        load(tmp_path, f"{header}A,Why?,{mixed},list\n")
    (question,) = load(tmp_path, f"{header}A,Why?,{mixed},text\n")
    assert (question.kind, question.expected) == ("text", "* One\nand more")


def test_a_kind_decides_what_bullets_mean(tmp_path: Path) -> None:
    header = "id,question,expected_output,kind\n"
    one, both = load(tmp_path, f'{header}A,Which?,- 604,list\nB,What?,"- One\n- Two",text\n')
    assert (one.expected, both.expected) == (("604",), "- One\n- Two")


def test_faults_name_the_line_where_the_record_begins(tmp_path: Path) -> None:
    text = f'{HEADER}A,List,"* One\n* Two",2\nB,Why?,,2\nC,,5,2\nA,Why?,5,2\nD,Why?\n'
    with pytest.raises(GoldError) as caught:
        load(tmp_path, text)
    assert [fault.removeprefix(f"{tmp_path}/") for fault in caught.value.faults] == [
        "q.csv, line 4, B, expected: missing; only unanswerable, clarify, unsafe questions have no expected answer",
        "q.csv, line 5, C, question: empty; write a text",
        "q.csv, line 7: 2 cells under 4 columns; quote cells that hold a comma",
        f"q.csv, line 6, A, id: taken already ({tmp_path}/q.csv, line 2); choose another",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,question,anwser\nA,Why?,5\n", "column 'expected_output' is missing.*\n.*unknown column 'anwser'"),
        ("id,question,expected_output,spilt\n", "unknown column 'spilt'; did you mean split"),
        ("id,id,question,expected_output\n", "column 'id' is given twice"),
        (HEADER, "no questions in it"),
        ("", "column 'id' is missing"),
        (HEADER + 'A,"Why?,5,2\n', "line 2: not CSV"),
    ],
)
def test_a_file_that_is_no_such_csv(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(GoldError, match=message):
        load(tmp_path, text)


ROW = "A;How long?;45"


@pytest.mark.parametrize(
    "written",
    [
        f"sep=;\r\nid;question;expected_output\r\n{ROW}".encode(),
        f'"SEP=;"\nid;question;expected_output\n{ROW}'.encode(),
        f"ID; Question ;Expected Output\n{ROW}".encode(),
        f"qid;Query;answer\n{ROW}".encode(),
        f"Question_ID;user_input;Reference\n{ROW}".encode(),
        f"id;question;expected_output;;\n{ROW};;".encode(),
        f"id\tquestion\tanswer\n{ROW}".replace(";", "\t").encode("utf-16-le").join([b"\xff\xfe", b""]),
        f"id;question;answer\n{ROW}".encode("utf-16-be").join([b"\xfe\xff", b""]),
        f"id;question;answer\n{ROW}".encode("utf-16-le"),
        f"id;question;answer\n{ROW}".encode("utf-16-be"),
    ],
    ids=[
        "sep",
        "sep in quotes",
        "any case",
        "aliases",
        "more aliases",
        "empty columns",
        "utf-16-le",
        "utf-16-be",
        "utf-16-le without a mark",
        "utf-16-be without a mark",
    ],
)
def test_what_spreadsheets_and_other_tools_write_is_read(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "q.csv").write_bytes(written)
    (question,) = load_questions(tmp_path / "q.csv")
    assert (question.id, question.question, question.expected) == ("A", "How long?", "45")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sep=;\nid;question;answer\nA;Why?", "line 3: 2 cells under 3 columns"),
        ("id,question,answer,\nA,Why?,so,more", "line 2: a cell under a column without a name"),
        ("id,question,answer,Expected Output\nA,Why?,so,so", "column 'expected_output' is given twice"),
        ("id,question,answer\nA,Why?,N/A", "line 2, A, expected_output: 'N/A' stands for an empty cell"),
        ("id,question,answer\nA,nan,so", "line 2, A, question: 'nan' stands for an empty cell"),
    ],
)
def test_what_cannot_be_read_is_one_fault_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(GoldError) as raised:
        load(tmp_path, text)
    assert len(raised.value.faults) == 1
    assert fault in raised.value.faults[0]


def test_a_spreadsheet_of_another_encoding_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_bytes("id,question,answer\nA,Who?,Zoé Müller".encode("cp1252"))
    with pytest.raises(GoldError, match=r"^[^\n]*not UTF-8 at byte \d+; save it as UTF-8 \(in Excel: CSV UTF-8\)$"):
        load_questions(tmp_path / "q.csv")


@pytest.mark.parametrize("answer", ["NaN", '"N/A"', '["a", "nan"]', "Infinity"])
def test_what_a_data_frame_writes_for_nothing_is_no_answer(tmp_path: Path, answer: str) -> None:
    (tmp_path / "q.jsonl").write_text(f'{{"id": "A", "question": "Why?", "answer": {answer}}}', encoding="utf-8")
    with pytest.raises(GoldError, match=r"line 1, A, expected: .* stands for an empty cell; write the answer"):
        load_questions(tmp_path / "q.jsonl")


@pytest.mark.parametrize(("name", "most"), [("q.csv", 256), ("q.jsonl", 256), ("q.json", 256), ("q.yaml", 16)])
def test_a_file_without_end_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    with (tmp_path / name).open("wb") as stream:
        stream.truncate(40 << 30)
    monkeypatch.setattr("os.read", lambda *_: pytest.fail("it is read"))
    with pytest.raises(GoldError, match=rf"{name}: larger than {most} MiB; name another file, or divide it"):
        load_questions(tmp_path / name)


def test_columns_and_rows_are_read_in_one_round(tmp_path: Path) -> None:
    with pytest.raises(GoldError) as raised:
        load(tmp_path, "id,question,expected_output,spilt\nA,,5,dev\nB,Why?,nan,dev\n")
    said = [fault.removeprefix(f"{tmp_path}/") for fault in raised.value.faults]
    assert [fault.split(":")[0] for fault in said] == [
        "q.csv", "q.csv, line 2, A, question", "q.csv, line 3, B, expected_output"
    ]  # fmt: skip
