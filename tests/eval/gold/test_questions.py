"""Gold questions load whole, or every fault is said at once."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest

from ragatta.eval.gold.questions import check_evidence, load_questions, repeated
from ragatta.eval.gold.records import GoldError
from ragatta.eval.matching.evidence import Corpus
from ragatta.pipeline.types import Component, Evidence, Page, Question

WHOLE = """
- id: SOUP
  question: How long does the soup simmer?
  kind: number
  expected: 45
  also_accepted: [forty-five (45)]
  evidence:
    - {file: book.pdf, pages: 2, quote: "Simmer for 45 minutes", value: 45}
  filters: {year: 2024, course: starter}
  documents: [book.pdf]
  tags: [soup]
  split: dev
- id: DISHES
  question: List all dishes
  kind: list
  expected: [Onion Soup, Rye Bread]
  evidence:
    - file: book.pdf
      pages: [1]
- id: STARS
  question: How many stars has the chef?
  kind: unanswerable
- id: WARM
  question: Is it served warm?
  kind: yes_no
  expected: yes
- id: COST
  question: Compare the prices
  kind: compare
  expected: soup 6, bread 4.50
  components: [{name: soup, weight: 2, match: $6}, {name: right document, weight: 1, files: [prices.pdf]}]
"""


def load(tmp_path: Path, text: str, annotations: str = "", name: str = "questions.yaml") -> list[Question]:
    (tmp_path / name).write_text(text, encoding="utf-8")
    if not annotations:
        return load_questions(tmp_path / name)
    (tmp_path / "annotations.yaml").write_text(annotations, encoding="utf-8")
    return load_questions(tmp_path / name, tmp_path / "annotations.yaml")


def faults(tmp_path: Path, text: str, annotations: str = "", name: str = "questions.yaml") -> list[str]:
    with pytest.raises(GoldError) as caught:
        load(tmp_path, text, annotations, name)
    assert str(caught.value).splitlines() == list(caught.value.faults)
    return [fault.removeprefix(f"{tmp_path}/") for fault in caught.value.faults]


def test_everything_is_read_as_written(tmp_path: Path) -> None:
    soup, dishes, stars, warm, cost = load(tmp_path, WHOLE)
    assert soup == Question(
        id="SOUP",
        question="How long does the soup simmer?",
        kind="number",
        expected="45",
        also_accepted=("forty-five (45)",),
        evidence=(Evidence("book.pdf", (2,), "Simmer for 45 minutes", "45"),),
        filters={"year": 2024, "course": "starter"},
        documents=("book.pdf",),
        tags=("soup",),
        split="dev",
    )
    assert dishes.expected == ("Onion Soup", "Rye Bread")
    assert dishes.split == "test"
    assert stars.expected == ""
    assert warm.expected == "yes"  # not the boolean that YAML 1.1 makes of it
    assert cost.components == (
        Component("soup", 2.0, "$6"),
        Component("right document", 1.0, files=("prices.pdf",)),
    )


def test_figures_keep_their_digits(tmp_path: Path) -> None:
    (question,) = load(tmp_path, "- {id: A, question: What?, kind: number, expected: 2.060}")
    assert question.expected == "2.060"


def test_all_faults_are_said_at_once(tmp_path: Path) -> None:
    broken = """
- id: A
  question: ""
  kind: nubmer
  expcted: 5
- id: A
  question: List
  kind: list
  evidence: [{file: a.pdf, pages: [0]}]
- question: Which?
  kind: text
  expected: so
  evidence:
    - {pages: [1], quot: x}
"""
    assert faults(tmp_path, broken) == [
        "questions.yaml, line 5, A, expcted: unknown field; did you mean expected?",
        "questions.yaml, line 4, A, kind: unknown 'nubmer'; did you mean number?",
        "questions.yaml, line 3, A, question: empty; write a text",
        "questions.yaml, line 2, A, expected: missing; only unanswerable, clarify, unsafe questions have no "
        "expected answer",
        "questions.yaml, line 6, A, expected: missing; only unanswerable, clarify, unsafe questions have no "
        "expected answer",
        "questions.yaml, line 9, A, evidence[1].pages: pages are counted from 1",
        "questions.yaml, line 10, id: missing; add it",
        "questions.yaml, line 13, evidence[1].quot: unknown field; did you mean quote?",
        "questions.yaml, line 13, evidence[1].file: missing; name the document, as a path below dataset.pdfs",
        "questions.yaml, line 13, evidence[1].quote: missing; give a quote (a line or a table's row, as the page "
        'prints it), a value (a bare figure), or both; or quote: "" if only the page is known, as in '
        '{file: prices.pdf, pages: [3], quote: ""}',
        f"questions.yaml, line 6, A, id: taken already ({tmp_path}/questions.yaml, line 2); choose another",
    ]


def test_an_empty_quote_says_that_only_the_page_is_known(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    evidence = {"file": "a.pdf", "pages": [3], "quote": ""}
    file.write_text(json.dumps({"id": "A", "question": "Why?", "expected": "so", "evidence": [evidence]}))
    (question,) = load_questions(file)
    assert question.evidence == (Evidence("a.pdf", (3,)),)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("kind: number, expected: many", "'many' must hold exactly one number"),
        ("kind: number, expected: 5 and 6", "'5 and 6' must hold exactly one number"),
        ("kind: yes_no, expected: perhaps", "'perhaps' must be yes or no"),
        ("kind: list, expected: one", "expects a list of items"),
        ("kind: text, expected: [one]", "expects one text, not a list"),
        ("kind: list, expected: [One, ' one. ']", "is given twice"),
        ("kind: list, expected: [One, '']", "must be a list of texts, none of them empty"),
        ("kind: unanswerable, expected: 5", "has no answer; remove it or change the kind"),
        ("kind: unsafe, evidence: [{file: a, pages: [1], value: x}]", "has none; remove it or change the kind"),
        ("expected: 5", "kind: missing; add one of list, number"),
        ("kind: text, expected: a, tags: one", "must be a list of texts"),
        ("kind: text, expected: a, filters: 3", "must be a mapping"),
        ("kind: text, expected: a, filters: {day: 2024-05-01}", "quote the value"),
        ("kind: text, expected: a, evidence: x", "must be a list of mappings"),
        ("kind: text, expected: a, split: ''", "split: empty"),
        ("kind: text, expected: a, evidence: [{file: a, quote: x}]", "missing; list the document's pages"),
        ("kind: multi, expected: a, components: [{name: n, weight: -1, match: m}]", "must be a number above 0"),
        ("kind: multi, expected: a, components: [{name: n, weight: 1}]", "match: missing; add it, or files"),
        (
            "kind: multi, expected: a, components: [{name: n, weight: 1, match: m, files: [a]}]",
            "make it two components",
        ),
        ("kind: multi, expected: a, components: [{name: n, weight: 1, match: [m]}]", "match: must be one text"),
        ("kind: multi, expected: a, components: [{name: n, weight: 1, match: '...'}]", "match: must be one text"),
        (
            "kind: multi, expected: a, components: [{name: n, weight: 1, files: a.pdf}]",
            "files: must be a list of documents",
        ),
        ("kind: text, expected: a, kind: list", "is given twice"),
        ("kind: list, expected: [a, b], sub_questions: [x, y]", "a question of kind list has none; use kind multi or"),
        ("kind: multi, expected: [a, b], sub_questions: [x]", "2 for 1 sub_questions; list one answer for each"),
        ("kind: compare, expected: a, sub_questions: [x, y]", "1 for 2 sub_questions; list one answer for each"),
        ("kind: text, expected: a, forbidden: PWNED", "must be a list of texts"),
    ],
)
def test_each_fault_names_its_fix(tmp_path: Path, fields: str, message: str) -> None:
    (fault,) = faults(tmp_path, f"- {{id: A, question: Why?, {fields}}}")
    assert fault.startswith("questions.yaml, line 1")
    assert message in fault


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no questions in it"),
        ("[]", "no questions in it"),
        ("a: 1", "must be a list of questions"),
        ("- a", "must be a mapping of fields"),
        ("- {id: A", "line [12]: not YAML"),
        ("- id: A\n  question: why: because\n", "line 2: not YAML"),
        ("- id: A\n  tags: &t [*t]\n", "not YAML|alias of itself"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, text: str, message: str) -> None:
    assert re.search(message, faults(tmp_path, text)[0])


BOMB = "- &a0 [x]\n" + "".join(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))


@pytest.mark.parametrize(
    "text",
    [BOMB, "- {id: A, tags: " + "[" * 5000 + "]" * 5000 + "}", "- {id: A, filters: " + "[" * 60 + "]" * 60 + "}"],
)
def test_a_bomb_of_aliases_or_depth_is_refused_at_once(tmp_path: Path, text: str) -> None:
    assert re.search(
        r"line \d+: (aliases stand for more than 100000|nested more than 50 deep)", faults(tmp_path, text)[0]
    )


@pytest.mark.parametrize(
    "identity",
    ["it's", 'a"b', "a`b`", "$(x)", "${x}", "a\x07", "a\u202eb", "a\u200bb", "a\u2028b", "a\u3164b"],
)
@pytest.mark.parametrize("form", ["yaml", "csv", "jsonl"])
def test_an_id_that_could_be_taken_for_something_else_is_refused(tmp_path: Path, identity: str, form: str) -> None:
    record = {"id": identity, "question": "Why?", "kind": "text", "expected": "so"}
    path = tmp_path / f"questions.{form}"
    doubled = identity.replace('"', '""')
    texts = {"yaml": f"- {json.dumps(record)}\n", "jsonl": json.dumps(record) + "\n",
             "csv": f'id,question,expected_output\n"{doubled}",Why?,so\n'}  # fmt: skip
    path.write_text(texts[form], encoding="utf-8")
    with pytest.raises(GoldError, match=r", id: .* holds a quote, a backtick, \$\( or an invisible character; choose"):
        load_questions(path)


def test_a_tag_builds_no_object(tmp_path: Path) -> None:
    text = "- {id: A, question: Why?, kind: text, expected: !!python/object/apply:os.getcwd []}"
    assert "missing" in faults(tmp_path, text)[0]
    text = "- {id: A, question: Why?, kind: text, expected: a, filters: {x: !!python/name:os.getcwd ''}}"
    assert "not a plain value" in faults(tmp_path, text)[0]


def test_files_that_are_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"none\.yaml: no such file"):
        load_questions(tmp_path / "none.yaml")
    with pytest.raises(GoldError, match=r"questions\.txt: .*\.yaml"):
        load_questions(tmp_path / "questions.txt")
    (tmp_path / "latin.csv").write_bytes("id,question,expected_output\nA,caf\xe9,x".encode("latin-1"))
    with pytest.raises(GoldError, match=r"latin\.csv: not UTF-8"):
        load_questions(tmp_path / "latin.csv")


CSV = 'id,question,expected_output\nSOUP,"How long, in minutes?",45\n'


def test_annotations_add_what_the_source_lacks(tmp_path: Path) -> None:
    added = "SOUP: {evidence: [{file: book.pdf, pages: [2], value: 45}], tags: [x], also_accepted: [46]}"
    (question,) = load(tmp_path, CSV, added, "questions.csv")
    assert question.evidence == (Evidence("book.pdf", (2,), value="45"),)
    assert (question.tags, question.also_accepted, question.expected) == (("x",), ("46",), "45")


def test_faults_of_annotations_name_their_own_file(tmp_path: Path) -> None:
    added = "SUOP: {tags: [x]}\nSOUP:\n  expected: 46\n  evidense: []\n"
    assert faults(tmp_path, CSV, added, "questions.csv") == [
        "annotations.yaml, line 1: no question 'SUOP' to annotate; did you mean SOUP?",
        "annotations.yaml, line 3, SOUP, expected: already given in the source; remove it here",
        "annotations.yaml, line 4, SOUP, evidense: unknown field; did you mean evidence?",
    ]
    assert "must be a mapping" in faults(tmp_path, CSV, "- SOUP", "questions.csv")[0]


def test_evidence_that_stands_on_its_pages(tmp_path: Path, corpus: Corpus) -> None:
    assert check_evidence(load(tmp_path, WHOLE), corpus) == []


def test_evidence_that_does_not(corpus: Corpus) -> None:
    questions = [
        Question(
            "A",
            "?",
            "text",
            "x",
            evidence=(Evidence("bok.pdf", (1,), quote="x"),),
            components=(Component("right document", 1.0, files=("price.pdf",)),),
            documents=("price.pdf",),
        ),
        Question("B", "?", "text", "x", evidence=(Evidence("book.pdf", (3, 4), quote="x"),)),
        Question(
            "C", "?", "text", "x", evidence=(Evidence("book.pdf", (3,), quote="Bake for 45 minutes", value="45"),)
        ),
        Question("D", "?", "list", ("Onion Soup", "Cake"), evidence=(Evidence("book.pdf", (1,)),)),
    ]
    assert check_evidence(questions, corpus) == [
        "A, documents: no document 'price.pdf'; did you mean prices.pdf?",
        "A, components[1].files: no document 'price.pdf'; did you mean prices.pdf?",
        "A, evidence[1]: no document 'bok.pdf'; did you mean book.pdf?",
        "B, evidence[1]: book.pdf has 3 pages, not a page 4",
        "C, evidence[1]: 'Bake for 45 minutes' is not on page 3 of book.pdf; copy it from the page as read",
        "C, evidence[1]: '45' is not on page 3 of book.pdf; it is on page 2",
        "D, expected: 'Cake' is on no page of the evidence; word it as the page does or add the page that has it",
    ]
    renamed = replace(
        questions[0],
        evidence=(Evidence("old.pdf", (1,), quote="Simmer for 45 minutes at 92 degrees"),),
        components=(),
        documents=(),
    )
    assert check_evidence([renamed], corpus) == [
        "A, evidence[1]: no document 'old.pdf'; was it renamed? its quote is on page 2 of book.pdf",
    ]
    only, _, evidence, *_ = check_evidence(questions, corpus, {"bok.pdf": "encrypted: x", "price.pdf": "damaged: y"})
    assert only == "A, documents: price.pdf cannot be read: damaged: y"
    assert evidence == "A, evidence[1]: bok.pdf cannot be read: encrypted: x"


SENTENCE = "The keeper of the lighthouse receives a supplementary allowance of 523 crowns"
BEGUN, ENDED = "The keeper of the lighthouse", "receives a supplementary allowance of 523 crowns"


@pytest.mark.parametrize(
    ("texts", "pages", "fault"),
    [
        ([BEGUN, f"{ENDED}."], (1, 2), ""),
        ([f"{BEGUN}\nHarbour rules\n1", f"RULES\n{ENDED}"], (1, 2), ""),
        ([f"{BEGUN}\n1", ENDED], (1,), "pages 1, 2"),
        (["nothing", "else", SENTENCE], (1,), "page 3"),
        ([BEGUN, "rests.", f"He {ENDED}"], (1, 2, 3), "copy"),
        ([f"{BEGUN} rests.\n" + "A line of the page.\n" * 4, ENDED], (1, 2), "copy"),
    ],
)
def test_a_sentence_may_go_on_over_a_page_break(texts: list[str], pages: tuple[int, ...], fault: str) -> None:
    corpus = {"a.pdf": tuple(Page("a.pdf", number, text) for number, text in enumerate(texts, 1))}
    question = Question("A", "?", "number", "523", evidence=(Evidence("a.pdf", pages, SENTENCE),))
    said = check_evidence([question], corpus)
    assert [fault in one for one in said] == ([True] if fault else [])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("-5,164", "Grain (5,164) 1,275"),
        ("(5,164)", "Grain -5,164"),
        ("-5,164", "Grain (€5,164)"),
        ("-608", "Coal 608\u2013 719"),
        ("-4.5%", "Growth (4.5)%"),
        ("6,276", "Hemp 5 165 6 276"),
        ("5,164", "Salt \uff15\uff0c\uff11\uff16\uff14"),
        ("\uff15,164", "Salt 5\u00a0164"),
        ("365", "Cutter 365^2 520"),
    ],
)
def test_an_amount_is_found_in_the_forms_of_accounts(value: str, text: str) -> None:
    question = Question("A", "?", "number", value, evidence=(Evidence("a.pdf", (1,), value=value),))
    assert check_evidence([question], {"a.pdf": (Page("a.pdf", 1, text),)}) == []


@pytest.mark.parametrize(
    ("value", "text"), [("-5,164", "Grain 5,164"), ("5,164", "(5,165)"), ("6,276", "16 276"), ("-7", "5-7")]
)
def test_other_amounts_are_not(value: str, text: str) -> None:
    question = Question("A", "?", "number", value, evidence=(Evidence("a.pdf", (1,), value=value),))
    assert check_evidence([question], {"a.pdf": (Page("a.pdf", 1, text),)})


def test_a_name_is_found_in_either_form_of_its_accents(tmp_path: Path) -> None:
    file, quote = "relev\u00e9.pdf", "le relev\u00e9 des march\u00e9s"
    evidence = f"[{{file: {file}, pages: [1], quote: {quote}}}]"
    written = f"[{{id: A, question: '?', kind: text, expected: x, documents: [{file}], evidence: {evidence}}}]"
    corpus = {file: (Page(file, 1, f"Voici {quote}."),)}
    assert check_evidence(load(tmp_path, normalize("NFD", written)), corpus) == []


def test_a_quote_that_stands_on_other_pages_too_is_said() -> None:
    sentence = "Notice of renewal is mailed within 45 days"
    texts = [f"{sentence}.", f"As before: {sentence}.", "45 days."]
    corpus = {
        file: tuple(Page(file, number, text) for number, text in enumerate(texts, 1)) for file in ("a.pdf", "b.pdf")
    }
    asked = Question("N", "When?", "number", "45", evidence=(Evidence("a.pdf", (1,), quote=sentence),))
    (finding,) = repeated(asked, corpus)
    assert (finding.question_id, finding.field) == ("N", "evidence[1]")
    assert "is also in a.pdf page 2; b.pdf page 1; b.pdf page 2;" in finding.message
    both = (*asked.evidence, Evidence("a.pdf", (2,), quote=sentence), Evidence("b.pdf", (1, 2), quote=sentence))
    assert repeated(replace(asked, evidence=both), corpus) == []
    short = (Evidence("a.pdf", (1,), quote="45 days"), Evidence("a.pdf", (1,), value="45"))
    assert repeated(replace(asked, evidence=short), corpus) == []
    assert repeated(replace(asked, expected=(sentence,)), corpus) == [], "an item of a list is no quote"


def test_parts_may_have_the_same_answer_and_their_evidence_is_quoted(tmp_path: Path, corpus: Corpus) -> None:
    written = """- id: A
  question: What do soup and bread cost, and is it cheap?
  kind: multi
  sub_questions: [Soup?, Bread?, Cheap?]
  expected: ["6", "6", "yes"]
  evidence: [{file: prices.pdf, pages: [1], quote: Soup $6}]
  forbidden: [PWNED]
"""
    (question,) = load(tmp_path, written)
    assert (question.expected, question.forbidden) == (("6", "6", "yes"), ("PWNED",))
    assert check_evidence([question], corpus) == [], "what its parts expect stands where its quotes are, or nowhere"


def test_what_can_be_read_beside_faults_is_handed_on_once_an_id(tmp_path: Path) -> None:
    one = "{{id: {}, question: Why {}?, kind: text, expected: so}}"
    lines = [one.format("A", 1), one.format("B", 2), one.format("A", 3), "{id: C, question: Why?, kind: txt}"]
    (tmp_path / "q.yaml").write_text("".join(f"- {line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(GoldError) as raised:
        load_questions(tmp_path / "q.yaml")
    assert sorted(each.question.question for each in raised.value.readable) == ["Why 1?", "Why 2?"]
