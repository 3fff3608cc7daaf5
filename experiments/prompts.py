"""make prompts: shows what an architecture sends to a model for a real question: every message with its tokens.

Q="..." asks that question, ONLY=id a gold question; without either, the first gold question. LLM=scripted answers
unless another model is named; nothing is recorded. WRITE=name asks nothing: it starts a file of prompts with the
built-in texts.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from ragatta.experiments.composing.arguments import overrides_of, parser
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_course
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.paths import CONF, IS_CLONE
from ragatta.experiments.progress import Bars
from ragatta.experiments.running.prepare import Preparation
from ragatta.experiments.running.runner import ask
from ragatta.experiments.showing.prompts import Listening, as_file, markdown
from ragatta.pipeline.agents.routing.summarizer import summarize
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.settings.pipeline import Pipeline
from ragatta.pipeline.storage.files import write_whole
from ragatta.pipeline.types import AskedQuestion


def main(arguments: list[str]) -> int:
    words = parser()
    words.set_defaults(grid="none")
    words.add_argument("--question", default=os.environ.get("RAGATTA_Q", ""))
    words.add_argument("--write", default="")
    options = words.parse_args(arguments)
    overrides = overrides_of(options, questions_needed=False)
    named = any(override.startswith("llm=") for override in overrides)
    points = compose_grid(overrides if named else [*overrides, "llm=scripted"])
    if len(points) > 1:
        raise Fault("make prompts takes one configuration, not a grid")
    config, progress = points[0].config, Bars()
    settings = config.pipeline()
    if options.write:
        return _start(options.write, Path(options.config_dir or CONF), settings)
    with progress.shown():
        with_questions = not options.pdfs or bool(options.questions)
        prepared = Preparation(open_course(config.dataset, progress, with_questions, config.architecture), progress)
        retriever = prepared.index.retriever(settings)
        prepared.summaries.of(settings)
        prepared.annotations.of(settings)
    first = next((question.asked() for question in prepared.course.questions), None)
    asked = AskedQuestion(options.question) if options.question else first
    if asked is None:
        raise Fault('no question to ask: make prompts Q="..."')
    heard = Listening(prepared.models.backend(settings.llm))
    llm, texts = settings.llm, settings.words()
    asker = Asker(heard, None, mode="off", seed=llm.seed, more=llm.options, omit=llm.omit, prompts=texts)
    used = settings.architecture.used()
    if "summarizer" in used:
        name, pages = next(iter(prepared.documents.corpus(settings.parser).pages.items()))
        summarize(name, pages, asker.ask, settings.architecture.summarizer)
    ask(asked, settings, prepared, retriever, asker)
    print(markdown(settings.architecture.name, asked.question, heard.exchanges))
    return 0


def _start(name: str, folder: Path, settings: Pipeline) -> int:
    """Writes prompts/<name>.yaml into the folder of a configuration. Raises Fault for a file that is there already."""
    file = folder / "prompts" / f"{name}.yaml"
    if not re.fullmatch(r"\w[\w-]*", name):
        raise Fault(f"WRITE={name}: must be a name of letters, digits, _ and -, such as terse")
    if folder == CONF and not IS_CLONE:
        raise Fault("WRITE= needs --config-dir, the folder of your configuration")
    if file.exists() or (CONF / "prompts" / file.name).exists():
        raise Fault(f"{file}: there is such a file already; choose another name, or edit it")
    read = settings.read()
    if not settings.llm.plugin().ASKS_A_MODEL or not read:
        raise Fault(f"architecture={settings.architecture.name} llm={settings.llm.name} reads no prompt")
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, as_file(name, settings.architecture.name, read))
    print(f"{file}: {counted(len(read), 'prompt')}; edit them, remove what stays as it is, then prompts=builtin,{name}")
    return 0


if __name__ == "__main__":
    run_command(main, sys.argv[1:])
