"""Does `ragatta diagnose` name the stage at which a fault was planted, and does its bound hold what mending it gains?

    python -m benchmarks.planted_stages [--seeds 20] [world ...]

A world is forty small documents with two questions each, made from a seed; router_planner answers them with a stand-in
for its model that reads what it is shown (planted_parts/). At one stage something is wrong: the router names other
documents for 30% of the questions; the plan searches for something else; a search finds one passage only, and many
documents have one that is nearer; the sentence with the value is cut in two; the reader is wrong where it is shown more
than one passage; it reads no tables. Any reply is wrong in 3% of its tries. In two worlds no stage is at fault: one
with this luck alone, one whose reader is wrong in half of its tries. The world is diagnosed, and then its fault is
mended and the same questions are asked again: that is the true gain.

A row a world: how often the planted stage was named first, how often the 95% interval of its gain held the true gain,
how often the true gain was below its upper end, and the mean of both. Printed as Markdown. A seed takes two minutes.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.results import arguments, keep
from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics import question_means
from ragatta.experiments.paths import OUTPUTS, ROOT
from ragatta.extensions.diagnosis.diagnosing.asking import asking

HOME = OUTPUTS / "bench" / "planted_stages"
PARTS = ROOT / "benchmarks" / "planted_parts"
COLUMNS = {"world": "world", "at fault": "stage", "named first": "named", "interval holds": "held",
           "upper end holds": "below", "gain said": "said", "true gain": "true"}  # fmt: skip
DOCUMENTS, FACTS, ASKED = 40, 6, 2
WHATS = ("capacity", "flow rate", "lift height", "annual output", "storage volume", "staff number", "boiler load",
         "pipe length", "fuel stock", "shaft depth", "roof area", "fence length")  # fmt: skip
UNITS = ("litres", "meters", "tons", "persons", "hours")
FILLER = (
    "Visitors report at the gate and sign the book.",
    "The keeper walks the yard twice a day and notes the weather.",
    "Tools are returned to the shed before dusk.",
    "A lamp burns on the east wall from October on.",
    "The road to the works is closed in deep snow.",
)
SYLLABLES = ("bar", "den", "fol", "gris", "hal", "kor", "lim", "mor", "nes", "pel", "rud", "sten", "tor", "vik", "wend")


@dataclass(frozen=True)
class World:
    """`stage` is where the fault is, "" for none. `plant` are the settings with it, `mended` those without."""

    name: str
    stage: str
    plant: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    form: str = "sentence"  # of a part of the facts: sentence, decoy, long or table
    parts: int = 1  # of a question


WORLDS = (
    World("router wrong", "routing", ("llm.plant=router",), ("llm.plant=''",)),
    World("plan wrong", "planning", ("llm.plant=plan",), ("llm.plant=''",), parts=2),
    World("search cut", "retrieval", ("retrieval.top_k=1",), ("retrieval.top_k=10",), form="decoy"),
    World("evidence split", "retrieval", ("chunking.chunk_size=150", "retrieval.top_k=2"),
          ("chunking.chunk_size=600", "retrieval.top_k=2"), form="long"),
    World("reader distracted", "context", ("llm.plant=crowd",), ("llm.plant=''",)),
    World("reader blind to tables", "reader, gold or scorer", ("llm.plant=tables",), ("llm.plant=''",), form="table"),
    World("nothing", ""),
    World("reader at random", "", ("llm.luck=0.5",)),
)  # fmt: skip
SHARE = 0.4  # of the facts that have the world's form


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("worlds", nargs="*", default=[])
    words.add_argument("--seeds", type=int, default=20)
    words.add_argument("--seed", type=int, default=0, help="measures this one, in this process")
    given = words.parse_args()
    if given.seed:
        for world in WORLDS:
            if not given.worlds or world.name in given.worlds:
                print(json.dumps(measured(world, given.seed)), flush=True)
        return
    found = [one for seed in range(1, given.seeds + 1) for one in _apart(seed, given.worlds)]
    keep("planted_stages", [*_rows(found)], COLUMNS, docs=given.docs)


def _apart(seed: int, worlds: Sequence[str]) -> list[dict[str, Any]]:
    """Of a seed, in a process with a home of its own."""
    command = [sys.executable, "-m", "benchmarks.planted_stages", "--seed", str(seed), *worlds]
    environment = {**os.environ, "RAGATTA_HOME": str(HOME / str(seed)), "PYTHONPATH": f"{PARTS}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    print(f"seed {seed}", file=sys.stderr, flush=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def _rows(found: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for world in WORLDS:
        own = [one for one in found if one["world"] == world.name]
        if not own:
            continue
        named = sum(one["named"] == world.stage for one in own)
        held, below = (sum(one[key] for one in own) for key in ("held", "below"))
        of = len(own)
        yield {
            "world": world.name,
            "stage": world.stage or "none",
            "named": f"{named} of {of}",
            "held": f"{held} of {of}" if world.stage else "",
            "below": f"{below} of {of}" if world.stage else "",
            "said": f"{fmean(one['said'] for one in own):.3f}" if world.stage else "",
            "true": f"{fmean(one['true'] for one in own):.3f}" if world.stage else "",
        }


def measured(world: World, seed: int) -> dict[str, Any]:
    """What the diagnosis of a world says, and what its mending gains."""
    from ragatta import sweep

    folder = Path(os.environ["RAGATTA_HOME"]) / "worlds" / world.name.replace(" ", "_")
    questions = write(world, folder, random.Random(f"{world.name} {seed}"))
    usual = ["architecture=router_planner", "chunking=page", "chunking.chunk_size=600", "chunking.chunk_overlap=0",
             "retrieval.top_k=3", "llm=stand_in", "llm.luck=0.03", f"llm.world={seed}", "tracking=off"]  # fmt: skip

    def swept(changes: Sequence[str]) -> Any:
        kept = [word for word in usual if word.partition("=")[0] not in {one.partition("=")[0] for one in changes}]
        return sweep(*kept, *changes, pdfs=folder / "documents", questions=questions, grid="none").sweep

    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        planted = swept(world.plant)
        (run,) = planted.runs
        own = asking(planted, run.label)
        found = own.ask()[0] if own.asked.lost else None
        mended = swept(world.mended).runs[0] if world.stage else run
    first = found.first if found else None
    true = _score(mended) - _score(run)
    each = {one.stage.name: one.own for one in (*found.stages, found.rest)} if found else {}
    said = each.get(world.stage)
    return {
        "world": world.name,
        "seed": seed,
        "named": first.stage.name if first else "",
        "held": bool(said and said.low <= true <= said.high),
        "below": bool(said and true <= said.high),
        "said": said.mean if said else 0.0,
        "true": true,
        "gains": {name: [round(one.mean, 3), round(one.low, 3), round(one.high, 3)] for name, one in each.items()},
    }


def _score(run: Any) -> float:
    return fmean(question_means(run.scores(SCORE)).values())


def write(world: World, folder: Path, drawn: random.Random) -> Path:
    """The documents of a world, a fact a page, and its questions; the path of the latter."""
    names = drawn.sample([a + b for a in SYLLABLES for b in SYLLABLES if a != b], DOCUMENTS)
    records = []
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    for name in names:
        site, file = name.capitalize(), f"{name}.txt"
        pages = [f"Register of the {site} station. {' '.join(drawn.sample(FILLER, 2))}"]
        facts: list[tuple[str, str, str, int]] = []
        for what in drawn.sample(WHATS, FACTS):
            value = f"{drawn.randint(20, 9999)} {drawn.choice(UNITS)}"
            own, quote = _page(world.form if drawn.random() < SHARE else "sentence", what, site, value, drawn)
            facts.append((what, value, quote, len(pages) + 1))
            pages += own
        (folder / "documents" / file).write_text("\f".join(pages), encoding="utf-8")
        asked = drawn.sample(facts, ASKED * world.parts)
        for number in range(ASKED):
            records.append(_record(f"{name}_{number}", site, file, asked[number::ASKED]))
    path = folder / "questions.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def _page(form: str, what: str, site: str, value: str, drawn: random.Random) -> tuple[list[str], str]:
    """The pages of a fact, that with the fact first, and the words that state it."""
    filler = " ".join(drawn.sample(FILLER, 3))
    quote = f"The {what} of the {site} station is {value}."
    if form == "table":
        quote = f"{site} station | {what} | {value}"
        return [f"Place | Entry | Amount\n{quote}\n{site} station | last seen | spring"], quote
    if form == "long":
        clause = "as it was measured by the works in spring and entered by the keeper after the inspection of the yard"
        quote = f"The {what} of the {site} station, {clause}, is {value}."
        return [f"{quote} {filler}"], quote
    if form == "decoy":
        note = f"What is the {what} of the {site} station? The {what} of the {site} station is discussed in a letter."
        return [f"{filler} {quote} {filler}", note], quote
    return [f"{quote} {filler}"], quote


def _record(id_: str, site: str, file: str, facts: Sequence[tuple[str, str, str, int]]) -> dict[str, Any]:
    parts = [f"What is the {what} of the {site} station?" for what, *_ in facts]
    values = [value for _, value, *_ in facts]
    evidence = [{"file": file, "pages": [page], "quote": quote} for *_, quote, page in facts]
    if len(parts) == 1:
        return {"id": id_, "question": parts[0], "kind": "number", "expected": values[0], "evidence": evidence}
    asked = " ".join(f"({number}) {part}" for number, part in enumerate(parts, 1))
    return {"id": id_, "question": asked, "kind": "multi", "expected": values, "sub_questions": parts,
            "evidence": evidence}  # fmt: skip


if __name__ == "__main__":
    main()
