"""The program `ragatta`: its commands are the files of experiments/commands/ and of the folders commands/ of extensions
(pipeline/plugins/registry.py), each imported when it is called."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Sequence
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click
from click.shell_completion import shell_complete

from ragatta.experiments import interrupts
from ragatta.experiments.command_line import folder_options
from ragatta.experiments.command_line.options import PREFIX, F, taken_away
from ragatta.experiments.faults import Fault
from ragatta.pipeline.machine.installation import own_version
from ragatta.pipeline.plugins.reach import source_of
from ragatta.pipeline.plugins.registry import Kind, suggestion

COMMANDS = Kind("commands")
PROGRAM = "ragatta"
SECTIONS = {  # of --help; what is in none comes last, and one that is away is left out
    "Begin with": ("init", "studio", "sweep", "report", "regress"),
    "Questions and verdicts": ("draft", "add-question", "check-questions", "verdicts", "calibrate"),
    "Runs": ("ask", "run", "compare", "score", "export", "import", "reproduce"),
    "What to change": ("diagnose", "tune", "grow", "stress"),
    "What there is": ("parts", "prompts", "data", "index", "collections", "disk", "log", "ui"),
}
OTHERS = "Others"
COMPLETION = "_RAGATTA_COMPLETE"  # by which a shell asks; bash_source, zsh_source and fish_source print what it runs
HELP = ("-h", "--help")
OFFLINE = PREFIX + "OFFLINE"


class Command(click.Command):
    """A command that takes options of ragatta.yaml. Variables that it does not read are refused, all are taken away."""

    examples: tuple[str, ...] = ()

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        takes = {each.name for each in self.params} & {*folder_options.NAMES.values()}
        of_folder = folder_options.defaults() if takes else {}
        return super().make_context(info_name, args, parent, default_map=of_folder, **extra)

    def invoke(self, context: click.Context) -> Any:
        if problems := self.unread(context.info_name or ""):
            raise Fault(problems)
        taken_away()
        interrupts.allow()  # not before: while modules are imported it would be a traceback
        return super().invoke(context)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Of a command that takes settings the groups too: made here, as they take long to find."""
        if "settings" in {each.name for each in self.params}:
            from ragatta.experiments.composing.groups import named_groups

            self.epilog = f"{named_groups()}\n\n{self.epilog}"
        super().format_epilog(ctx, formatter)

    def unread(self, name: str) -> list[str]:
        """A sentence for each variable that was written after make and that no command of its line reads."""
        goals = os.environ.pop(f"{PREFIX}GOALS", "").split()
        written = os.environ.pop(f"{PREFIX}WRITTEN", "").split()
        others = [command for goal in goals if goal != name and (command := GROUP.command_of(goal))]
        known = [PREFIX + one for command in (self, *others) for one in command.variables()]
        mine = sorted(self.variables())
        return [
            f"{one}=: make {name} takes no such variable; {suggestion(one, mine)}"
            for one in written
            if PREFIX + one not in known
        ]

    def variables(self) -> list[str]:
        """The names after RAGATTA_ of the variables that it reads."""
        return [str(each.envvar).removeprefix(PREFIX) for each in self.params if each.envvar]


class Commands(click.Group):
    """All commands, by the names of their files."""

    def list_commands(self, context: click.Context | None = None) -> list[str]:  # noqa: ARG002
        return sorted(map(_name, COMMANDS.names()))

    def get_command(self, context: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return self.command_of(cmd_name)

    def command_of(self, name: str) -> Command | None:
        """None where there is none."""
        part = _part(name)
        if not COMMANDS.knows(part):
            return None
        found = getattr(COMMANDS.imported(part), part, None)
        assert isinstance(found, Command), f"{COMMANDS.module(part)} declares no command {part}"
        return found

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands()
        if args[0] not in names:
            raise Fault(f"{PROGRAM} {args[0]}: no such command; {suggestion(args[0], names)}")
        return super().resolve_command(context, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Without importing them: the first sentence of each file."""
        names = self.list_commands()
        others = tuple(name for name in names if not any(name in own for own in SECTIONS.values()))
        for section, own in (SECTIONS | {OTHERS: others}).items():
            said = [(name, _first_sentence(source_of(COMMANDS.module(_part(name))))) for name in own if name in names]
            if said:
                with formatter.section(section):
                    formatter.write_dl(said)


def _part(name: str) -> str:
    part = name.replace("-", "_")
    return f"{part}_" if iskeyword(part) else part


def _name(part: str) -> str:
    return part.rstrip("_").replace("_", "-")


def _first_sentence(file: Path) -> str:
    try:
        docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    except SyntaxError as fault:
        return f"cannot be read: {file}:{fault.lineno}: {fault.msg}"
    return " ".join(docstring.split("\n\n")[0].split()).rstrip(".")


def command(help_text: str | None, *examples: str) -> Callable[[F], Command]:
    """Declares a function as the command of its file: `help_text` is the file's docstring, which is its help."""

    def declared(function: F) -> Command:
        epilog = "\b\nExamples:\n" + "\n".join(f"  {PROGRAM} {example}" for example in examples)
        made = click.command(
            cls=Command,
            help=help_text,
            epilog=epilog,
            context_settings={"help_option_names": [*HELP], "max_content_width": 100},
        )
        found: Command = made(OFFLINE_OPTION(function))
        found.examples = examples
        return found

    return declared


def _offline(context: click.Context, parameter: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value:
        os.environ[OFFLINE] = "1"


OFFLINE_OPTION = click.option(
    "--offline", is_flag=True, expose_value=False, callback=_offline, help="never fetch the embedding model"
)


def _version(context: click.Context, parameter: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value:
        print(f"{PROGRAM} {own_version()}")
        context.exit()


GROUP = Commands(
    PROGRAM,
    help="Which RAG pipeline is better on my documents, and can I believe it?",
    epilog=f"{PROGRAM} COMMAND --help lists the options of a command.",
    context_settings={"help_option_names": [*HELP]},
    params=[
        click.Option(
            ["--version"], is_flag=True, expose_value=False, is_eager=True, help="the version", callback=_version
        )
    ],
)


def run(arguments: Sequence[str]) -> int:
    """The exit code of the command that the words call. Raises Fault for words that are wrong."""
    if asked := os.environ.get(COMPLETION):
        return shell_complete(GROUP, {}, PROGRAM, COMPLETION, asked)
    words = [*arguments] or [HELP[1]]
    try:
        with GROUP.make_context(PROGRAM, words) as context:
            return GROUP.invoke(context) or 0
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as fault:
        raise Fault(_of_usage(fault)) from fault


def _setting(option: str) -> str:
    """The setting whose last name an option has; "" for none, or several."""
    from ragatta.conf.schema import Config  # these take a second to import
    from ragatta.experiments.composing.config import flat
    from ragatta.experiments.composing.kinds import keys

    name = option.lstrip("-").replace("-", "_")
    found = {key for key in {*flat(Config()), *keys()} if key.rpartition(".")[2] == name}
    return found.pop() if len(found) == 1 else ""


def _of_usage(fault: click.ClickException) -> str:
    """What click says, with the options that the command has, or how it is given."""
    context = fault.ctx if isinstance(fault, click.UsageError) else None
    if not context:
        return fault.format_message()
    said = f"{context.command_path}: {fault.format_message().rstrip('.')}"
    command = context.command
    takes_settings = "settings" in {each.name for each in command.params}
    if isinstance(fault, click.NoSuchOption) and takes_settings and (key := _setting(fault.option_name)):
        return f"{said}; it is a setting: {key}=VALUE"
    if isinstance(fault, click.NoSuchOption) and not fault.possibilities:
        options = sorted(name for each in command.params for name in each.opts if name.startswith("--"))
        said += f"; it takes {', '.join(options)}"
    if isinstance(command, Command) and command.examples:
        said += f"; for example: {PROGRAM} {command.examples[0]}"
    return said
