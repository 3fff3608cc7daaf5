"""`ragatta VERB [--option value ...] [key=value ...]`; also `python -m ragatta`, which make calls."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ragatta.defaults import folder_file, folder_options, grid_told, taken, takes_default, told, with_options
from ragatta.experiments import interrupts
from ragatta.experiments.faults import Fault, run_command, visible
from ragatta.experiments.paths import IS_CLONE, ROOT
from ragatta.experiments.wording import installed
from ragatta.given import Given, spelled
from ragatta.help import filled, help_of, unknown
from ragatta.pipeline.installation import own_version
from ragatta.pipeline.plugins import suggestion
from ragatta.verbs import NO_TARGETS, OF_THE_CLONE, VERBS, unread

COMPLETION = ("-sc", "--shell-completion")  # what a shell calls; in this process, whose name Hydra tells the shell
PASSING_ON = (*OF_THE_CLONE, "regress")  # verbs whose own program refuses options; regress with a code of its own
DEFAULT = "no ragatta.yaml here, so Ragatta's own documents; for yours: ragatta init, or --pdfs and --questions"
OFFLINE = "--offline"  # of every verb: the embedding model is not fetched


def main() -> None:
    """The console script."""
    run_command(run, code_of_faults=2 if sys.argv[1:2] == ["regress"] else 1)  # where 1 is a regression


def run(arguments: list[str]) -> int:
    """Becomes the process of the verb's module. Raises Fault for options that the verb does not read."""
    verbs = {name: verb for name, verb in VERBS.items() if IS_CLONE or name not in OF_THE_CLONE}
    if not arguments or arguments[0] in ("-h", "--help"):
        print("ragatta VERB [--option value ...] [key=value ...]\n")
        said = {name: verb.help if name in OF_THE_CLONE else installed(verb.help) for name, verb in verbs.items()}
        print("\n".join(filled(f"  {name:<16}", text) for name, text in said.items()))
        print(f"\n{OFFLINE} forbids to fetch the embedding model.\nragatta VERB --help lists the options of a verb.")
        return 0
    if arguments[0] == "--version":
        print(f"ragatta {own_version()}")
        return 0
    name, *written = arguments
    if name in COMPLETION:
        from ragatta.experiments.launching import program

        return program.main(arguments)
    if name not in verbs:
        raise Fault(f"ragatta {name}: no such verb; {suggestion(name, tuple(verbs))}")
    verb, empty = verbs[name], Given({})
    verb.words(empty)
    if {"-h", "--help"} & {*written}:
        print(help_of(name, verb.help, empty.read))
        return 0
    environment, words = spelled([word for word in written if word != OFFLINE], empty.options_read, os.environ)
    if OFFLINE in written:
        environment["RAGATTA_OFFLINE"] = "1"
    if name not in PASSING_ON and (problems := unknown(name, words, empty.read)):
        raise Fault(problems)
    environment, words = _with_defaults(name, environment, words, empty.read)
    given = Given(environment)
    command = verb.words(given)
    if problems := unread(name, given.read, environment):
        raise Fault(problems)
    module = f"{__package__}.{command[0]}" if command[0].startswith("experiments.") else command[0]
    # Installed, a types.py in the user's folder does not take the place of Python's: run_command adds the folder last.
    safe = [] if IS_CLONE else ["-P"]
    if module != command[0]:
        interrupts.postpone()
    os.execve(sys.executable, [sys.executable, *safe, "-m", module, *command[1:], *words], environment)


def _with_defaults(
    name: str, environment: Mapping[str, str], words: Sequence[str], read: Collection[str]
) -> tuple[dict[str, str], list[str]]:
    """The environment and the words with what ragatta.yaml says, of this folder or of one above it. Installed, its
    folder is where everything is kept, and RAGATTA_HOME may have it too."""
    here, home = Path.cwd(), environment.get("RAGATTA_HOME")
    alone = name in NO_TARGETS or (IS_CLONE and here.is_relative_to(ROOT))
    file = folder_file(here, () if alone else [*here.parents, *([Path(home).resolve()] if home else ())])
    of_folder = folder_options(file, read)
    said = []
    if options := taken(environment, words, read, of_folder):
        said.append(told(file, options))
    elif not (IS_CLONE or file.is_file()) and takes_default(environment, words, read):
        said.append(DEFAULT)
    if "SWEEP" in read and "sweep" not in options:
        said.append(grid_told(environment, words, of_folder))
    if said:
        print(visible("; ".join(said)), file=sys.stderr, flush=True)
    kept = {} if home or IS_CLONE or not file.is_absolute() else {"RAGATTA_HOME": str(file.parent)}
    return with_options({**environment, **kept}, words, options)


if __name__ == "__main__":
    main()
