"""A package that is installed beside Ragatta or a folder, adds parts of several kinds to a sweep."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from standins.commands import Command
from standins.plug_in import FILES, install, lay


@pytest.fixture
def words(documents: Path) -> list[str]:
    files = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv")]
    chosen = ["embedder=letters,minilm", "architecture=deep,single_pass"]
    return [*files, "--grid", "none", "tracking=off", *chosen]


def rows(home: Path) -> dict[str, dict[str, str]]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        return {row["variation"]: row for row in csv.DictReader(stream)}


def test_a_package_adds_parts_and_its_code_and_version_are_in_the_keys(
    command: Command, words: list[str], home: Path, tmp_path: Path
) -> None:
    installed = {"PYTHONPATH": str(install(tmp_path / "site"))}
    done = command("sweep", *words, **installed)
    assert done.returncode == 0, done.stderr
    first = rows(home)
    parts = [(e, a) for e in ("letters", "minilm") for a in ("deep", "single_pass")]
    assert set(first) == {f"embedder={e} architecture={a}" for e, a in parts}
    assert all(float(row["acme_words"]) > 0 for row in first.values())
    assert [row["failed"] for row in first.values()] == ["0"] * 4
    install(tmp_path / "site", changed={"acme_parts/unused.py": "A = 1\n"})
    assert "0 to ask, 12 reused" in command("sweep", *words, **installed).stdout
    deeper = FILES["acme_parts/letters.py"].replace("6", "7")
    install(tmp_path / "site", changed={"acme_parts/letters.py": deeper})
    assert "9 to ask, 3 reused" in command("sweep", *words, **installed).stdout
    changed = rows(home)
    same = [name for name in first if first[name]["run_key"] == changed[name]["run_key"]]
    assert same == ["embedder=minilm architecture=single_pass"]
    install(tmp_path / "site", version="1.1", changed={"acme_parts/letters.py": deeper})
    assert "9 to ask, 3 reused" in command("sweep", *words, **installed).stdout


def test_what_is_wrong_with_a_package_is_said(command: Command, words: list[str], tmp_path: Path) -> None:
    site = install(tmp_path / "site", changed={"acme_parts/deep.py": "import nothing_of_that_name\n"})
    done = command("sweep", *words, "embedder.power=0", PYTHONPATH=str(site))
    place = f"{site}/acme_parts/deep.py:1"
    said = f"error: architecture 'deep' of acme-parts 1.0 ({place}): acme_parts.deep cannot be imported: ModuleNotFound"
    assert said in done.stderr
    done = command("sweep", *words[:-2], "embedder=letterz")
    assert "embedder=letterz: no embedder of that name; known: e5, minilm" in done.stderr


def test_a_folder_that_is_installed_nowhere_adds_them_too(
    command: Command, words: list[str], home: Path, tmp_path: Path
) -> None:
    chosen = [*words, "chunking=halves", "--config-dir", str(lay(tmp_path / "mine"))]
    done = command("sweep", *chosen)
    assert done.returncode == 0, done.stderr
    first = rows(home)
    assert len(first) == 4
    assert all(float(row["acme_words"]) > 0 for row in first.values())
    assert all(row["collection"].startswith("pdf_halves_") for row in first.values())
    assert "0 to ask, 12 reused" in command("sweep", *chosen).stdout
    lay(tmp_path / "mine", {"acme_parts/letters.py": FILES["acme_parts/letters.py"].replace("6", "7")})
    assert "9 to ask, 3 reused" in command("sweep", *chosen).stdout

    (tmp_path / "mine/ragatta_parts/scorers/broken.py").write_text("import no_such_module\n", encoding="utf-8")
    refused = command("sweep", *chosen, "--dry-run")
    assert refused.returncode == 1, "before a question is asked"
    assert "error: scorer 'broken' (" in refused.stderr
