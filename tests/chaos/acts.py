"""The studio's acts as a program: what of them has not happened happens, by the calls that its page sends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from ragatta.eval.gold.records import GoldError
from ragatta.experiments.adding.gold import open_gold
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.pictures import pages_of
from ragatta.experiments.faults import Fault
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.own_files import Store

QUOTES = {
    "Who replaces the seals?": ("the workshop", 4, "Seals are replaced by the workshop after 600 hours of use."),
    "How often is a filter cleaned?": ("once a month", 2, "Clean the filter of every pump once a month"),
    "How warm is a pump stored?": ("above 4 degrees", 3, "Store each pump dry and above 4 degrees."),
}
KEPT = {"question": "Where are hoses stored?"}
CHANGED = ("fee", "$25.00")


def main() -> int:
    words = ["dataset=local", "dataset.pdfs=pdfs", "dataset.questions=gold.yaml"]
    config = one_point(words, "studio").config
    try:
        gold = open_gold(config.dataset, config.parser, lambda *_: None)
        with ExitStack() as stack:
            pages = pages_of(gold.dataset, gold.read.files, config.parser)
            stack.callback(pages.close)
            api = Api(gold, Store(config.dataset, "ann"), pages, None, False)
            stack.callback(api.store.give_room)
            for name, given in wanted(api):
                api.call(name, {"tab": "t", **given})
    except (GoldError, Fault, ValueError, OSError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 1
    return 0


def wanted(api: Api) -> Iterator[tuple[str, dict[str, Any]]]:
    """The acts that have not happened, with what each call is given."""
    there = {one["text"] for one in api.call("state", {})["queue"]}
    for question, (expected, page, quote) in QUOTES.items():
        if question not in there:
            evidence = [{"file": "handbook.pdf", "pages": [page], "quote": quote}]
            yield "accept", {"record": {"question": question, "expected": expected, "evidence": evidence}}
    if KEPT["question"] not in there:
        yield "keep", {"record": KEPT}
    name, expected = CHANGED
    item = api.call("item", {"key": f"q:{name}"})
    if item["record"]["expected"] != expected:
        record = {**item["record"], "expected": expected}
        yield "accept", {"record": record, "replaces": name, "version": item["version"]}


if __name__ == "__main__":
    sys.exit(main())
