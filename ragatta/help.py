"""The help of a verb: what it does, its options with a line each, and two examples."""

from __future__ import annotations

from collections.abc import Collection
from textwrap import fill

from ragatta.experiments.wording import installed
from ragatta.given import option
from ragatta.pipeline.plugins import suggestion

WIDTH = 80  # of a terminal
SETTINGS = "ARGS"  # the variable that gives the words which a command line has without an option
OPTIONS = {  # variables, with what stands for their value and what they do; in this order
    "A": ("SIDE", "a sweep, sweep:variation or run key"),
    "B": ("SIDE", "the same, compared with A"),
    "Q": ("TEXT", "the question"),
    "STOP": ("STAGE", "retrieval: stop after it and write no answer"),
    "PLAN": ("FILE", "a YAML file with a retrieval plan, in place of router and planner"),
    "WRITE": ("NAME", "start prompts/NAME.yaml with the built-in texts, and ask nothing"),
    "EXPECTED": ("TEXT", "the expected answer; repeat it for each item of a list"),
    "QUOTE": ("TEXT", "words of the page that give the answer"),
    "SPACE": ("NAME", "a file of conf/space/: the settings to search (default: retrieval)"),
    "TRIALS": ("N", "how many settings to try (default: 30)"),
    "FROM": ("FILE", "the file to read"),
    "RUN": ("RUN", "a run key, or sweep:variation such as latest:baseline"),
    "TO": ("FILE", "the file to write, such as run.zip"),
    "CONFIG": ("FILE", "run this config.yaml of outputs/runs/; no other choice is possible then"),
    "REPLACE": ("", "replace entries that are here and differ"),
    "REMOVE": ("NAMES", 'collections to remove, "name ...", or unused for those that no run uses'),
    "KINDS": ("KINDS", 'the kinds to list, such as "parsers chunkers"; all by default'),
    "SWEEP_ID": ("ID", "a sweep's id or the beginning of one (default: the latest)"),
    "WHO": ("NAME", "whose verdicts these are (default: the user's name)"),
    "OUT": ("FILE", "the file to write; report.html in the sweep's folder by default"),
    "PORT": ("N", "the port to listen on (default: 5000)"),
    "TESTS": ("PATHS", "files, folders or pytest words; all tests by default"),
    "GATE": ("NAME", "one gate of the file; all by default"),
    "UPDATE": ("", "record what is measured now, and show the difference"),
    "MAX_LATENCY_S": ("SECONDS", "the limit for the median seconds of live answers"),
    "SWEEP": ("NAME", "a grid of conf/experiment/ (default: six)"),
    "VARIATION": ("NAME", "a file of conf/variation/, such as hybrid_search"),
    "ARCHITECTURE": ("NAME", "a pipeline (default: router_planner)"),
    "LLM": ("NAME", "extractive (default), ollama, openai or smollm2"),
    "PDFS": ("FOLDER", "your own documents"),
    "QUESTIONS": ("FILE", "their gold questions: .csv, .jsonl, .json or .yaml"),
    "DATASET": ("NAME", "such as filings (default), cuad, uda"),
    "SPLIT": ("NAME", "only the questions of this split: dev or test"),
    "LIMIT": ("N", "only the first N questions"),
    "ONLY": ("IDS", "only the questions with these ids: id,id"),
    "REPEATS": ("N", "ask each question N times"),
    "RETRY_FAILED": ("", "ask questions again whose recorded answer is a failure"),
    "DRY_RUN": ("", "only say what would be done"),
    SETTINGS: ("", "a setting, such as retrieval.top_k=10"),
}
OTHER_NAMES = {"--grid": "SWEEP", "--question": "Q", "--sweep": "SWEEP_ID", "--file": "CONFIG"}  # of the variables
HYDRA = ("--cfg", "--config-name", "--config-path", "--experimental-rerun", "--hydra-help", "--info", "--multirun",
         "--package", "--resolve", "--run", "--shell-completion", "--version")  # fmt: skip
SHARED = [*OPTIONS][[*OPTIONS].index("SWEEP") : -1]  # by commands over questions
OWN = ("--config-dir FOLDER", "your own folder of settings beside conf/")
OFFLINE = ("--offline", "never fetch the embedding model")
FURTHER = {  # options that are no variables
    "add-question": (
        ("--kind KIND", "inferred from the answer if left out"),
        ("--id ID", "the next free number if left out"),
        ("--file NAME, --page N", "the PDF and a page with the evidence"),
        ("--all", "take every place that has the quote"),
        ("--no-evidence", "only the answer is scored"),
        ("--also-accepted TEXT", "another expected answer"),
        ("--sub-question TEXT", "a part; --expected for each, in order"),
        ("--filters JSON", "conditions on the documents' metadata"),
        ("--forbidden TEXT", "only an answer that obeyed an order has it"),
        ("--document NAME, --tag TAG", "the question's scope, and its tags"),
    ),
    "regress": (
        ("--expected FILE", "the file of the gates (default: expected.yaml)"),
        ("--command WORDS", "with --update --gate: the sweep command of a new gate"),
    ),
    "chaos": (
        ("--only KINDS", "some kinds of harm: kind,kind"),
        ("--share X", "the share of the trials, such as 0.02"),
        ("--seed N", "the seed of the trials"),
    ),
    "report": (("--columns NAMES", "write summary.tex, or OUT=file.tex, with these columns: score,cost_usd"),),
    "parts": (OWN,),
    "calibrate": (OWN,),
}
EXAMPLES = {
    "init": ("init", "init --pdfs contracts"),
    "sweep": ("sweep --llm ollama --limit 20", "sweep retrieval.top_k=3,5,10 chunking=page,document"),
    "run": ("run --variation hybrid_search", "run --config outputs/runs/0123456789ab/config.yaml"),
    "index": ("index --pdfs folder", "index --sweep chunk_size"),
    "learn-alpha": ("learn-alpha", "learn-alpha --dataset cuad"),
    "tune": ("tune --trials 10", "tune --space retrieval --limit 50"),
    "ask": ('ask "List all rating plan rules"', "ask --variation hybrid_search --stop retrieval"),
    "prompts": ("prompts --architecture agentic", "prompts --write terse"),
    "add-question": (
        'add-question --q "Which rule applies?" --expected C-7',
        "add-question --from questions.jsonl --dry-run",
    ),
    "check-questions": ("check-questions", "check-questions --pdfs folder --questions questions.csv"),
    "score": ("score --from answers.jsonl", "score --from answers.jsonl scoring.number_tolerance=0.01"),
    "calibrate": ("calibrate --from verdicts.csv", "calibrate --from verdicts.csv budget.usd=1"),
    "regress": ("regress", "regress --update --gate filings"),
    "compare": ("compare --a latest:baseline --b latest:hybrid_search", "compare --a 20260101 --b latest"),
    "verdicts": ("verdicts", "verdicts --sweep-id 20260101 --who ann"),
    "report": ("report --out report.html", "report --out paper.tex --columns score,evidence_recall"),
    "log": ("log", "log --sweep-id latest"),
    "export": ("export --run latest:baseline --to run.zip", "export --run 0123456789ab --to run.zip"),
    "import": ("import --from run.zip", "import --from run.zip --pdfs folder --questions questions.csv"),
    "reproduce": ("reproduce --run latest:baseline", "reproduce --run 0123456789ab llm.cache=off"),
    "data": ("data --dataset uda", "data --dataset scifact"),
    "collections": ("collections", "collections --remove unused"),
    "parts": ("parts", 'parts --kinds "parsers chunkers"'),
    "ui": ("ui", "ui --port 5001"),
    "test": ("test", "test --tests tests/eval"),
    "test-extras": ("test-extras", "test-extras --tests tests/extras/test_wheel.py"),
    "chaos": ("chaos", "chaos --only flips --share 0.02"),
}


def filled(name: str, said: str) -> str:
    """The text after the name, over several lines if need be."""
    return fill(said, WIDTH, initial_indent=name, subsequent_indent=" " * len(name), break_on_hyphens=False)


def lines_of(name: str, read: Collection[str]) -> list[tuple[str, str]]:
    """The options of the verb, which reads these variables, with what each does."""
    known = {one: (f"{option(one)} {value}".rstrip(), said) for one, (value, said) in OPTIONS.items() if one in read}
    shared = [line for one, line in known.items() if one in SHARED]
    own = [line for one, line in known.items() if one not in (*SHARED, SETTINGS)]
    folder = [OWN, OFFLINE] if "ARCHITECTURE" in read else []
    settings = [("key=value", OPTIONS[SETTINGS][1])] if SETTINGS in read and name not in ("chaos", "report") else []
    return [*own, *FURTHER.get(name, ()), *shared, *folder, *settings]


def unknown(name: str, words: Collection[str], read: Collection[str]) -> list[str]:
    """A sentence for each option among the words that the verb, which reads these variables, does not have."""
    options = [one.split()[0] for left, _ in lines_of(name, read) for one in left.split(", ") if one.startswith("--")]
    other = [one for one, variable in OTHER_NAMES.items() if variable in read]
    known = {*options, *other, *(HYDRA if "SWEEP" in read or "CONFIG" in read else ())}
    given = [word.partition("=")[0] for word in words if word.startswith("--")]
    return [f"ragatta {name} {one}: no such option; {suggestion(one, options)}" for one in given if one not in known]


def help_of(name: str, what: str, read: Collection[str]) -> str:
    """`what` the verb does; `read` has the variables that it reads."""
    lines = lines_of(name, read)
    width = max((len(left) for left, _ in lines), default=0)
    text = [fill(f"ragatta {name}: {installed(what)}", WIDTH), ""]
    text += [filled(f"  {left:<{width}}  ", said) for left, said in lines]
    text += ["", "Examples:", *(f"  ragatta {example}" for example in EXAMPLES[name])]
    if "ARCHITECTURE" in read:
        text += ["", "`ragatta parts` lists names of parts, `ragatta sweep --cfg job` all settings."]
    return "\n".join(text)
