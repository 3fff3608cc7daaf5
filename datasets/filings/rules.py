"""The rules of the manual: wording with drawn values, and the questions that each rule can answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

WORDING = Path(__file__).parent / "wording"
BULLET = "* "
RATING_RULES = 35


@cache
def wording(name: str) -> Any:
    """The wording file `name`: plain YAML, described at its top."""
    return yaml.safe_load((WORDING / f"{name}.yaml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that sentence `sentence` answers (from 0, as printed). `kind` is text, number, list (the rule's
    bullets from that sentence on), items (all its sentences) or levels (the rows of its exhibit)."""

    kind: str
    sentence: int
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as filed. `sentences` are the printed ones in order, "" a paragraph break; `old` the same sentences
    of the manual being replaced."""

    section: str
    number: int
    id: str
    name: str
    sentences: tuple[str, ...]
    old: tuple[str, ...]
    values: Mapping[str, str]
    asks: tuple[Ask, ...]
    levels: tuple[str, ...]
    effect: str

    @property
    def label(self) -> str:
        return f"{self.section}-{self.number}"

    def spoken(self) -> list[str]:
        """The sentences without paragraph breaks: what `Ask.sentence` counts."""
        return [sentence for sentence in self.sentences if sentence]

    def bullets(self, start: int = 0) -> list[str]:
        """The first unbroken run of bullets from sentence `start` on, without their marks."""
        found: list[str] = []
        for sentence in self.spoken()[start:]:
            if not sentence.startswith(BULLET):
                if found:
                    break
                continue
            found.append(sentence.removeprefix(BULLET))
        return found


@dataclass(frozen=True, slots=True)
class Section:
    letter: str
    title: str
    rules: tuple[Rule, ...]


def draw_values(choices: Mapping[str, Sequence[object]], rng: Random) -> tuple[dict[str, str], dict[str, str]]:
    """One value a name for the new manual and, where there is a choice, another for the old one."""
    new, old = {}, {}
    for name, options in choices.items():
        pair = rng.sample([str(option) for option in options], min(2, len(options)))
        new[name], old[name] = pair[0], pair[-1]
    return new, old


def fill(sentences: Sequence[str], values: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Put values into sentences; a sentence that is the name of a list becomes its bullets."""
    out: list[str] = []
    for sentence in sentences:
        name = sentence.strip("{}")
        if sentence == f"{{{name}}}" and name in lists:
            out.extend(BULLET + item for item in lists[name])
        else:
            out.append(sentence.format(**values))
    return tuple(out)


def make_rule(
    spec: Mapping[str, Any],
    place: tuple[str, int],
    rng: Random,
    common: Mapping[str, str],
    lists: Mapping[str, Sequence[str]],
) -> Rule:
    new, old = draw_values(spec.get("values", {}), rng)
    values = {**common, **new}
    written = [sentence for sentence in spec["text"] if sentence]
    asks = tuple(
        Ask(kind, len(fill(written[:index], values, lists)), question.format(**values), answer.format(**values))
        for kind, index, question, answer in spec["asks"]
    )
    return Rule(
        section=place[0],
        number=place[1],
        id=spec.get("id", ""),
        name=rng.choice(spec["names"]),
        sentences=fill(spec["text"], values, lists),
        old=fill(spec["text"], {**values, **old}, lists),
        values=new,
        asks=asks,
        levels=tuple(spec.get("levels", ())),
        effect=spec.get("effect", ""),
    )


def rating_specs(rng: Random) -> list[Mapping[str, Any]]:
    """The core rules with as many drawn options as make 35, the minimum premium last."""
    core, options = wording("rating_core"), wording("rating_options")
    chosen = sorted(rng.sample(range(len(options)), RATING_RULES - len(core)))
    rng.shuffle(chosen)
    return [*core[:-1], *(options[index] for index in chosen), core[-1]]


def with_boilerplate(spec: Mapping[str, Any], rng: Random) -> Mapping[str, Any]:
    """The rule with a last paragraph of the kind that stands under many rules, on which nothing is asked."""
    usual = rng.sample(wording("boilerplate"), rng.randrange(2, 5))
    return {**spec, "text": [*spec["text"], "", *usual]}


def draw_sections(seed: int, common: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> tuple[Section, ...]:
    """Sections A to I of the manual. `common` fills {state} and the like, `lists` the drawn lists."""
    rng = Random(f"{seed}:rules")
    specs: dict[str, Mapping[str, Any]] = {**wording("general"), **wording("coverages")}
    specs["C"] = {"title": "RATING PLAN", "rules": rating_specs(rng)}
    sections = []
    for letter in sorted(specs):
        rules = list(specs[letter]["rules"])
        kept = sorted(rng.sample(range(len(rules)), specs[letter].get("draw", len(rules))))
        texts = [with_boilerplate(rules[index], rng) for index in kept]
        made = [make_rule(text, (letter, number), rng, common, lists) for number, text in enumerate(texts, 1)]
        sections.append(Section(letter, specs[letter]["title"], tuple(made)))
    return tuple(sections)


def draw_withdrawn(seed: int, filed: Sequence[Rule], common: Mapping[str, str]) -> tuple[Rule, ...]:
    """Three rating rules of the old manual that the new one does not have."""
    rng = Random(f"{seed}:withdrawn")
    names = {rule.name for rule in filed}
    unused = [spec for spec in wording("rating_options") if not names.intersection(spec["names"])]
    chosen = rng.sample(unused, 3)
    return tuple(make_rule(spec, ("C", 40 + number), rng, common, {}) for number, spec in enumerate(chosen))


def draw_prose(seed: int, common: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> dict[str, tuple[Rule, ...]]:
    """The headed passages of every other document, by the document's short name."""
    rng = Random(f"{seed}:prose")
    return {
        document: tuple(make_rule(spec, (document, n), rng, common, lists) for n, spec in enumerate(part["rules"], 1))
        for document, part in wording("prose").items()
    }
