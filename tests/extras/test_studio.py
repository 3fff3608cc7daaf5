"""The studio in a real browser, with the real command: questions by keys alone, a kill between two keys, hostile texts
(Debian: apt-get install chromium)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragatta.eval.gold.questions import load_questions
from standins.commands import Command
from standins.pdfs import write_pdf
from tests.standins.browser import CHROMIUM, CONTROL, SHIFT, Browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine (Debian: chromium)")
SHOPS, GOODS = ("Ashford", "Brenton", "Calder"), ("kettle", "lantern", "ladder", "bucket")
HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
SCREENS = [(1400, 900, False), (390, 844, True)]  # px, and whether it is a phone's

Begin = Callable[..., tuple[subprocess.Popen[str], str]]


def price(shop: int, item: int) -> str:
    return f"${17 + 40 * shop + 7 * item}.{25 + shop}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pdfs").mkdir()
    for n, shop in enumerate(SHOPS):
        rows = [f"{item.title()} {price(n, at)}" for at, item in enumerate(GOODS)]
        about = f"The shop in {shop} was founded in {1900 + n}.\nIt has {n + 3} floors and a yard."
        write_pdf(tmp_path / "pdfs" / f"{shop}.pdf", [about, "\n".join([f"Prices in {shop}", *rows])])
    return tmp_path


def printed(process: subprocess.Popen[str]) -> str:
    """The next link that a studio prints."""
    assert process.stdout
    return next(line.strip() for line in process.stdout if line.startswith("http"))


@pytest.fixture
def begin(folder: Path) -> Iterator[Begin]:
    """Starts the command; gives its process and the link that it prints."""
    running: list[subprocess.Popen[str]] = []

    def start(*more: str, **variables: str) -> tuple[subprocess.Popen[str], str]:
        words = ["studio", "--pdfs", "pdfs", "--questions", "gold.yaml", "--port", "0", "--no-drafts", *more]
        environment = {**os.environ, "RAGATTA_HOME": str(folder / "home"), **variables}
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "ragatta", *words],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process, printed(process)

    yield start
    for process in running:
        process.kill()
        process.wait()


def asked(browser: Browser, question: str, answer: str, count: int) -> None:
    """Writes a question whose answer stands at one place, and accepts it."""
    browser.key("n")
    browser.type(question)
    browser.key("Tab")
    browser.type(answer)
    browser.until("current.record.evidence.length === 1 && !document.getElementById('accept').disabled")
    browser.key("Escape")
    browser.key("a")
    browser.until(f"state.queue.filter((one) => one.group === 'accepted').length === {count}")
    browser.until("!busy && document.activeElement.id === 'in-question' && current.record.question === ''")  # the next
    browser.key("Escape")


def test_questions_by_keys_alone_and_a_kill_between_two_keys(
    folder: Path, begin: Begin, tmp_path: Path, command: Command
) -> None:
    gold = folder / "gold.yaml"
    with Browser(tmp_path / "profile") as browser:
        process, link = begin()
        browser.open(link)
        assert "token" not in browser.script("location.href")
        wanted = [(f"What does the {item} cost in {shop}?", price(n, at))
                  for n, shop in enumerate(SHOPS) for at, item in enumerate(GOODS)]  # fmt: skip
        for count, (question, answer) in enumerate(wanted[:6], 1):
            asked(browser, question, answer, count)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert [one.question for one in load_questions(gold)] == [question for question, _ in wanted[:6]]
        process, link = begin()
        browser.open(link)
        browser.said.clear()  # of the page whose server was killed
        for count, (question, answer) in enumerate(wanted[6:], 7):
            asked(browser, question, answer, count)
        _mark_words(browser)
        browser.key("n")
        browser.type("How many cellars has the shop in Calder?")
        browser.key("Escape")
        browser.key("u")
        browser.until("!document.getElementById('accept').disabled && checks.places.length")
        browser.key("a")
        browser.until("state.queue.some((one) => one.kind === 'unanswerable')")
        browser.until("!busy && document.activeElement.id === 'in-question' && current.record.question === ''")
        browser.key("Escape")
        browser.key("z", CONTROL)
        browser.until("!state.queue.some((one) => one.kind === 'unanswerable' && one.group === 'accepted')")
        assert browser.said == []
    questions = load_questions(gold)
    assert len(questions) == len(wanted) + 1
    assert all(one.evidence[0].value == one.expected for one in questions[:-1])
    done = command("check-questions", "--pdfs", f"{folder}/pdfs", "--questions", str(gold))
    assert done.returncode == 0, done.stderr
    assert "OK, 13 questions" in done.stdout


def _mark_words(browser: Browser) -> None:
    """Evidence by word cursor: from the first word of the page on, four more."""
    browser.key("n")
    browser.type("When was the shop in Ashford founded?")
    browser.key("Tab")
    browser.type("in the year 1900")
    browser.key("Escape")
    browser.until("checks.places.length")
    browser.key("1")
    browser.until("view.file === 'Ashford.pdf' && view.page === 1 && view.marks.length")
    browser.key("m")
    browser.until("view.from >= 0")
    for _ in range(7):
        browser.key("ArrowRight", SHIFT)
    assert browser.script("document.getElementById('word').textContent") == "The shop in Ashford was founded in 1900."
    browser.key("Enter")
    browser.until("current.record.evidence.length === 1 && !document.getElementById('accept').disabled")
    browser.key("a")
    browser.until("!busy && document.activeElement.id === 'in-question' && current.record.question === ''")
    browser.key("Escape")


def test_pages_are_found_by_meaning_once_the_index_is_there(begin: Begin, tmp_path: Path) -> None:
    _, link = begin()
    asked_for = "call('check', {record: {question: 'How much money for something to carry water in?'}})"
    with Browser(tmp_path / "profile") as browser:
        browser.open(link)
        end = time.monotonic() + 60
        while (found := browser.script(asked_for))["found_by"] == "words":
            assert time.monotonic() < end
            time.sleep(0.5)
    assert [one["page"] for one in found["places"][:3]] == [2, 2, 2], "the prices, though they share no word with it"


def test_two_browsers_and_an_editor_do_not_overwrite_one_another(folder: Path, begin: Begin, tmp_path: Path) -> None:
    process, link = begin()
    gold = folder / "gold.yaml"
    with Browser(tmp_path / "one") as one, Browser(tmp_path / "two") as two:
        one.open(link)
        two.open(printed(process))
        asked(one, "What does the kettle cost in Ashford?", price(0, 0), 1)
        two.key("n")
        two.type("What does the ladder cost in Ashford?")
        two.key("Tab")
        two.type(price(0, 2))
        two.until("state.queue.length === 1")  # it has noticed
        two.until("current.record.evidence.length === 1 && !document.getElementById('accept').disabled")
        two.key("Escape")
        two.key("a")
        two.until("state.queue.filter((one) => one.group === 'accepted').length === 2")
        gold.write_text(gold.read_text().replace("kettle", "old kettle"))
        one.until("state.queue.some((item) => item.text.includes('old kettle'))")
    assert [one.question.split()[3] for one in load_questions(gold)] == ["old", "ladder"]


GOLD = """# ours
- {id: G_1, question: How much is the kettle in Ashford?, kind: number, expected: $17.25, evidence: \
[{file: Ashford.pdf, pages: [2], quote: Kettle $17.25}]}
- {id: G_2, question: How many floors has the shop in Calder?, kind: number, expected: "5", evidence: \
[{file: Calder.pdf, pages: [1], quote: It has 5 floors and a yard.}]}
"""


def test_what_another_tab_has_changed_is_not_overwritten(folder: Path, begin: Begin, tmp_path: Path) -> None:
    gold = folder / "gold.yaml"
    gold.write_text(GOLD)
    process, link = begin()
    with Browser(tmp_path / "one") as one, Browser(tmp_path / "two") as two:
        for browser, opened in ((one, lambda: link), (two, lambda: printed(process))):
            browser.open(opened())
            browser.script("open('q:G_1')")
            browser.until("current.key === 'q:G_1'")
        one.script("set('question', 'What is the price of the kettle in Ashford?')")
        two.script("set('also_accepted', ['17.25 dollars'])")
        two.key("a")
        two.until("!busy && document.getElementById('said').textContent === 'G_1 changed'")
        one.key("a")
        one.until("!busy && document.getElementById('alert').textContent.includes('changed elsewhere')")
        assert "17.25 dollars" in gold.read_text()
        assert one.script("current.record.question") == "What is the price of the kettle in Ashford?"  # is not lost
        one.key("z", CONTROL)
        one.until("document.getElementById('said').textContent === 'nothing to take back' || "
                  "document.getElementById('alert').textContent.includes('another tab')")  # fmt: skip
        two.key("z", CONTROL)
        two.until("document.getElementById('said').textContent === 'taken back: G_1 changed'")
    assert gold.read_text() == GOLD


def test_what_an_older_copy_takes_away_is_named_and_put_back_by_a_key(
    folder: Path, begin: Begin, tmp_path: Path
) -> None:
    gold = folder / "gold.yaml"
    gold.write_text(GOLD)
    _, link = begin()
    with Browser(tmp_path / "profile") as browser:
        browser.open(link)
        asked(browser, "What does the kettle cost in Brenton?", price(1, 0), 3)
        for put_back in (
            lambda: browser.key("p"),
            lambda: browser.script("document.getElementById('put-back').click()"),
        ):
            gold.write_text(GOLD)
            browser.until("document.getElementById('lost').textContent.includes('without G_3')")
            assert browser.script("document.documentElement.scrollWidth") <= 1400
            put_back()
            browser.until("document.getElementById('said').textContent === 'G_3 put back'")
            browser.until("!busy && !document.getElementById('lost').textContent")
            assert [one.id for one in load_questions(gold)] == ["G_1", "G_2", "G_3"]
        assert browser.said == []


def test_what_is_typed_is_kept_of_each_entry_and_a_held_key_decides_once(
    folder: Path, begin: Begin, tmp_path: Path
) -> None:
    (folder / "gold.yaml").write_text(GOLD)
    _, link = begin()
    with Browser(tmp_path / "profile") as browser:
        browser.open(link)
        browser.key("n")
        browser.type("What does the ladder cost in Brenton?")
        browser.script("open('q:G_1')")
        browser.until("current.key === 'q:G_1'")
        browser.script("set('question', 'What is the price of the kettle in Ashford?')")
        browser.script("open('q:G_2')")
        browser.until("current.key === 'q:G_2'")
        browser.script("open('q:G_1')")
        browser.until("current.record.question === 'What is the price of the kettle in Ashford?'")
        browser.key("n")
        browser.until("current.record.question === 'What does the ladder cost in Brenton?'")
        browser.key("Tab")
        browser.type(price(1, 2))
        browser.until("current.record.evidence.length === 1")
        browser.type("9")  # another answer than the one whose evidence was found
        browser.key("Enter", CONTROL)
        browser.until("document.getElementById('alert').textContent.includes('evidence: missing')")
        browser.key("Escape")
        browser.key("x")
        browser.until("current.record.question === ''")
        browser.key("Escape")
        browser.key("z", CONTROL)
        browser.until("current.record.question === 'What does the ladder cost in Brenton?'")
        browser.script("open('q:G_2')")
        browser.until("current.key === 'q:G_2'")
        for _ in range(5):  # as a keyboard repeats it
            browser.key("x", repeat=True)
        assert browser.script("state.queue.filter((one) => one.group === 'accepted').length") == 2


def test_a_key_is_not_typed_into_what_it_opens_and_a_page_is_taken_as_a_whole(
    folder: Path, begin: Begin, tmp_path: Path
) -> None:
    (folder / "gold.yaml").write_text(GOLD)
    _, link = begin()
    with Browser(tmp_path / "profile") as browser:
        browser.open(link)
        browser.until("state.queue.length > 1")
        browser.key("n", late=True)  # its letter comes after the field is open
        browser.type("What does the ladder cost?")
        assert browser.script("current.record.question") == "What does the ladder cost?"
        browser.key("Escape")
        browser.script("current.record.question = ''; checks.places = []")
        browser.key("t")
        browser.until("document.getElementById('said').textContent.includes('no place to take')")
        browser.key("w")
        browser.until("current.record.evidence[0].quote === '' && current.record.evidence[0].pages[0] === view.page")
        assert "the page" in browser.script("document.querySelector('.evidence').textContent")
        browser.key("u")
        browser.until("document.getElementById('evidence').textContent.includes('no page answers it')")
        browser.size(390, 800, mobile=True)
        assert browser.script("document.getElementById('masthead').offsetHeight") < 50


SLOW = """const send = fetch; window.fetch = async (address, ...how) => {
  if (/state|item/.test(address)) await new Promise((done) => setTimeout(done, 1000));
  return send(address, ...how);
}"""


def test_a_question_without_evidence_opens_beside_the_document_that_it_names(
    folder: Path, begin: Begin, tmp_path: Path
) -> None:
    (folder / "gold.yaml").write_text(
        "- {id: G_1, question: Has it a cellar?, kind: unanswerable, documents: [Calder.pdf]}\n"
    )
    _, link = begin()
    with Browser(tmp_path / "profile") as browser:
        browser.open(link)
        assert browser.script("view.file") == "Ashford.pdf"
        browser.script("open('q:G_1')")
        browser.until("view.file === 'Calder.pdf'")


def test_the_look_for_other_writers_does_not_come_between_an_act_and_what_follows(
    folder: Path, begin: Begin, tmp_path: Path
) -> None:
    _, link = begin()
    with Browser(tmp_path / "profile") as browser:
        browser.open(link)
        for shop, item in ((0, 0), (1, 2)):
            browser.key("n")
            browser.type(f"What does the {GOODS[item]} cost in {SHOPS[shop]}?")
            browser.key("Tab")
            browser.type(price(shop, item))
            browser.until("current.record.evidence.length === 1 && !document.getElementById('accept').disabled")
            browser.key("Escape")
            browser.key("k")
            browser.until(f"!busy && state.queue.filter((one) => one.group === 'draft').length === {shop + 1}")
        browser.key("Escape")
        browser.script("open(state.queue.find((one) => one.group === 'draft').key)")
        browser.until("current.draft && !document.getElementById('accept').disabled")
        first = browser.script("current.key")
        browser.script(SLOW)
        browser.key("a")
        while not (folder / "gold.yaml").exists():  # the act is done, and what it changed is not read yet
            time.sleep(0.02)
        browser.script("watch()")
        browser.until("!busy && current.draft")
        assert browser.script("current.key") != first
        browser.key("a")
        browser.until("state.queue.filter((one) => one.group === 'accepted').length === 2")
        assert "elsewhere" not in browser.script("document.getElementById('said').textContent")


@pytest.mark.parametrize(("width", "height", "phone"), SCREENS)
def test_hostile_texts_run_nothing_and_no_screen_scrolls_sideways(
    folder: Path, begin: Begin, tmp_path: Path, width: int, height: int, phone: bool
) -> None:
    name = "<img src=x onerror=\"document.title='owned'\">.pdf"
    write_pdf(folder / "pdfs" / name, [f"{HOSTILE}\nThe {HOSTILE[:20]} costs $99.17"])
    (folder / "pdfs" / "page.html").write_text(f"<p>{HOSTILE.replace('<', '&lt;')} weighs 81 kg</p>")
    _, link = begin()
    with Browser(tmp_path / "profile", width, height) as browser:
        browser.size(width, height, mobile=phone)
        browser.open(link)
        asked(browser, f"What does {HOSTILE} cost?", "$99.17", 1)
        script = HOSTILE.partition(">")[2]  # the whole is the other document's name, which then would be meant
        asked(browser, f"What does {script} weigh?", "81 kg", 2)
        browser.key("v")
        time.sleep(0.3)
        assert browser.script("document.title") == "Studio · Ragatta"
        foreign = "main img:not([src^='data:image/jpeg;']), main script"
        assert browser.script(f'document.querySelectorAll("{foreign}").length') == 0
        for part in ("queue", "viewer", "form"):
            browser.script(f"part('{part}')")
            assert browser.script("document.documentElement.scrollWidth") <= width
        assert browser.said == []


def test_a_link_of_a_report_opens_the_question_after_the_printed_link(
    folder: Path, begin: Begin, tmp_path: Path
) -> None:
    (folder / "gold.yaml").write_text(
        "- {id: G 1, question: How much is the kettle in Ashford?, kind: number, expected: $17.25, evidence: "
        "[{file: Ashford.pdf, pages: [2], quote: Kettle $17.25}]}\n"
    )
    _, link = begin()
    place = f"{link.split('/?')[0]}/question/G%201"
    report = folder / "report.html"
    report.write_text(f'<html data-drawn="1"><a href="{place}">in the studio</a>')
    with Browser(tmp_path / "profile") as browser:
        browser.open(f"file://{report}")
        browser.script("document.querySelector('a').click()")
        browser.until("document.body.textContent.includes('open the link that ragatta studio printed')")
        browser.open(link)
        browser.open(f"file://{report}")
        browser.script("document.querySelector('a').click()")
        browser.until("current.record.id === 'G 1'")
