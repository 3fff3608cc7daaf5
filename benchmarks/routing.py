"""What a router chooses among 10, 1,000 and 10,000 documents, and what it costs.

    python -m benchmarks.routing [--documents 10 1000 10000] [--questions 100]

Documents are summaries of 40 drawn words. A question is about one of them: some of its words are from that summary, and
more are any. The model is a stand-in with a window of 32,768 tokens that names the document whenever it is listed, so
`found` is the most that a model can find among what it is shown; by shared words alone is the least. Tokens are upper
bounds of what the model reads.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

from benchmarks.results import arguments, keep
from ragatta.pipeline.agents.routing.router import Router
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.llm.seam import ContextOverflow, Prompt, R
from ragatta.pipeline.llm.tokens import upper_bound
from ragatta.pipeline.tasks.documents import DocumentSummary, SelectDocuments
from ragatta.pipeline.types import AskedQuestion, StageRecord

WINDOW = 32_768
SUMMARY, SHARED, OTHERS = 40, 4, 6  # words of a summary; of a question from its document's, and from any
COLUMNS = {
    "documents": "documents", "listed": "listed", "found": "found", "by shared words": "by_words",
    "fell back": "fell_back", "tokens a question": "tokens", "CPU ms a question": "cpu_ms",
}  # fmt: skip
Asked = Callable[[Router, int], tuple[bool, StageRecord, int]]


def asked_of(documents: int, questions: int) -> Asked:
    """Has a router choose for a question of that number: whether its document is among the chosen, what the stage
    recorded, and the tokens that the model read."""
    drawn = random.Random(5)
    words = [
        "".join(drawn.choices("bcdfglmnprst", k=2)) + drawn.choice(["ela", "ino", "usa", "ort"]) for _ in range(999)
    ]
    words += [f"{word}{end}" for word in words for end in ("ing", "al", "or", "ism")]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    texts = [drawn.choices(words, weights, k=SUMMARY) for _ in range(documents)]
    names = [f"{number:05}.pdf" for number in range(documents)]
    gold = [drawn.randrange(documents) for _ in range(questions)]
    asked = [[*drawn.sample(texts[one], SHARED), *drawn.choices(words, weights, k=OTHERS)] for one in gold]
    read, about = [0], [""]

    def ask(prompt: Prompt[R]) -> R:
        schema = json.dumps(prompt.reply.model_json_schema())
        size = upper_bound(prompt.user) + upper_bound(schema)
        if size > WINDOW:
            raise ContextOverflow("too long")
        read[0] += size
        if not isinstance(prompt.task, SelectDocuments):
            return prompt.reply.model_validate({"analysis": ""})
        known = prompt.task.summaries
        return prompt.reply.model_validate({"documents": [about[0] if about[0] in known else next(iter(known))]})

    trace = Trace([])
    tools = Toolbox(
        documents=tuple(names),
        summaries={
            name: DocumentSummary(document_type="text", summary=" ".join(own), key_topics=[], use_for="")
            for name, own in zip(names, texts, strict=True)
        },
        search=lambda *_, **__: [],
        expand=lambda hits, *_: [*hits],
        embed=lambda _: np.zeros(1),
        embed_documents=lambda all_: np.zeros((len(all_), 1)),
        count_tokens=len,
        context_tokens=1000,
        ask=ask,
        stage=trace.stage,
    )

    def routed(router: Router, number: int) -> tuple[bool, StageRecord, int]:
        read[0], about[0] = 0, names[gold[number]]
        with tools.stage("router") as stage:
            chosen = router.route(AskedQuestion(" ".join(asked[number])), tools, stage)
        return about[0] in chosen, trace.records[-1], read[0]

    return routed


def row(documents: int, questions: int) -> dict[str, Any]:
    asked, begun = asked_of(documents, questions), process_time()
    found = [asked(Router(), number) for number in range(questions)]
    spent = process_time() - begun
    notes = [note for _, record, _ in found for note in record.notes]
    listed = sorted({int(note.split(" documents the ")[1].split()[0]) for note in notes if " documents the " in note})
    return {
        "documents": documents,
        "listed": ", ".join(map(str, listed)) or "all",
        "found": round(fmean(there for there, _, _ in found), 2),
        "by_words": round(fmean(asked(Router(kind="lexical"), number)[0] for number in range(questions)), 2),
        "fell_back": sum(record.fallbacks > 0 for _, record, _ in found),
        "tokens": round(fmean(tokens for _, _, tokens in found)),
        "cpu_ms": round(1000 * spent / questions, 1),
    }


def table(sizes: Sequence[int], questions: int) -> list[dict[str, Any]]:
    return [row(size, questions) for size in sizes]


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--documents", type=int, nargs="+", default=[10, 1000, 10_000])
    words.add_argument("--questions", type=int, default=100)
    given = words.parse_args()
    rows = table(given.documents, given.questions)
    print(*rows, sep="\n", file=sys.stderr)
    keep("routing", rows, COLUMNS, docs=given.docs)


if __name__ == "__main__":
    main()
