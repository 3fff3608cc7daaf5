"""Answers from the values that a plan's steps bound: code computes, rounds and writes the answer, and cites every
value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ragatta.pipeline.agents.answering.orchestrator import tell
from ragatta.pipeline.agents.calculating.bindings import Binding, Bound
from ragatta.pipeline.agents.calculating.result import Computed
from ragatta.pipeline.agents.calculating.rounding import Rounding, rounding_for
from ragatta.pipeline.agents.citing.citation_check import cite
from ragatta.pipeline.agents.context.context import Context, by_importance, context_of
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.text.arithmetic import Result, evaluate
from ragatta.pipeline.text.numbers import Figure, read_figure
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import (
    Answer,
    Calculation,
    Citation,
    Hit,
    Operand,
    RetrievalPlan,
    RetrievalResult,
    RetrievalStep,
)

_ADDED = re.compile(r"\b([^\W\d]\w*) [+-] (?=([^\W\d]\w*))")  # two names of a calculation
AS_PERCENTAGE = "* 100%"  # how a calculation says that its quotient is stated so
_UNNAMED = "premiums, prices, fees and charges are"  # what a question's other words would not find the rule by
Mark = Callable[[Hit, Context], str]  # how the text cites a chunk of the context
# The hits of a step in prose: of the documents that the router left out where the second is true.
FindRule = Callable[[RetrievalStep, bool], RetrievalResult]

_SCALE = re.compile(
    r"\b(?:in|of) (?P<word>thousand|million|billion)s?\b|(?<![\d,.])(?P<zeros>000)[’']?s\b", re.IGNORECASE
)


def known(binding: Binding) -> str:
    """The bound values, as an instruction to the agent that writes the answer."""
    return "\n".join(f"Known from the documents: {one.wanted} is {one.value}." for one in binding.bound)


def source_mark(hit: Hit, context: Context) -> str:
    """The mark of the passage that contains the chunk: " [Source 2]"."""
    return next(f" [Source {source}]" for source, ids in context.members.items() if hit.chunk.id in ids)


def rule_step(plan: RetrievalPlan, number: int) -> RetrievalStep:
    """The search for the sentence that says how the result is rounded."""
    query = f"{plan.result or _UNNAMED} rounded to the nearest: rounding rule"
    return RetrievalStep(number, "Find how the result is rounded", (), query, "a rule for rounding")


def answer_bound(binding: Binding, find_rule: FindRule, mark: Mark, tools: Toolbox, stage: Stage) -> Answer:
    """The calculated answer. The value as printed, if the calculation is a single name. If a value is missing:
    `no_information` that names it, with the context that was searched. Confidence is high if every value is certain and
    the values meet every condition of the question, else low."""
    plan, results = binding.found.plan, list(binding.found.step_results)
    computed: Computed | None = None
    if not binding.missing and not plan.is_look_up:
        result, wrong = _compute(plan.calculation, binding.bound)
        if result is None:
            stage.note(wrong)
            binding = replace(binding, missing=(wrong,))
        else:
            rule, rules = _rule(binding, results, find_rule, result.unit not in ("", "%"))
            results.append(rules)
            computed = Computed(result, rule, AS_PERCENTAGE in plan.calculation)
    rule_hit = computed.rule.hit if computed and computed.rule else None
    first = [one.hit for one in binding.bound] + ([rule_hit] if rule_hit else [])
    hits = {hit.chunk.id: hit for hit in [*first, *by_importance(replace(binding.found, step_results=tuple(results)))]}
    context = context_of(list(hits.values()), tools.context_tokens, tools.count_tokens)
    tell(context, tools.context_tokens, stage)
    if computed:
        stage.details["calculation"] = computed.line("")
    if binding.missing or not binding.bound or any(hit.chunk.id not in context.hits for hit in first):
        return _insufficient(binding, context)
    return _answered(binding, computed, context, lambda hit: mark(hit, context))


def _compute(expression: str, bound: Sequence[Bound]) -> tuple[Result | None, str]:
    """The result, or None and the reason why there is none."""
    figures: dict[str, Figure] = {}
    for one in bound:
        if figure := read_figure(one.value):
            figures[one.name] = figure
    result = evaluate(expression, figures)
    if result.value is None:
        words = [one.wanted for one in bound if one.name not in figures and one.name in expression]
        return None, f"a number for {words[0]}" if words else f"{expression}: {result.error}"
    return result, ""


def _rule(
    binding: Binding, results: Sequence[RetrievalResult], find_rule: FindRule, is_money: bool
) -> tuple[Rounding | None, RetrievalResult]:
    """The rounding rule of the result and the searches for it: in the routed documents, then in the others in scope."""
    plan = binding.found.plan
    step = rule_step(plan, len(results) + 1)
    operands = [one.wanted for one in binding.bound if one.name in plan.calculation]
    routed = find_rule(step, False)
    hits = {hit.chunk.id: hit for result in (*results, routed) for hit in result.hits}
    if rule := rounding_for(plan.result, plan.question, operands, hits.values(), is_money):
        return rule, routed
    beyond = find_rule(step, True)
    rule = rounding_for(plan.result, plan.question, operands, beyond.hits, is_money)
    return rule, beyond if rule else routed


def _insufficient(binding: Binding, context: Context) -> Answer:
    missing = "; ".join(binding.missing) or "the values do not fit the budget of the context"
    found = [f"{one.wanted}: {one.value}{'' if one.certain else ' (not certain)'}" for one in binding.bound]
    bound_values = f" Found: {'; '.join(found)}." if found else ""
    return Answer(
        status="no_information",
        text=f"The information is insufficient to answer this question. Not found: {missing}.{bound_values}",
        limitations=f"not found: {missing}",
        reasoning=binding.found.plan.strategy,
        citations=_cited([one.hit for one in binding.bound if one.hit.chunk.id in context.hits]),
        evidence=tuple(one.quote for one in binding.bound),
        context=context.chunks,
    )


def _answered(binding: Binding, computed: Computed | None, context: Context, mark: Callable[[Hit], str]) -> Answer:
    bound, plan = binding.bound, binding.found.plan
    unmet = [one for one in binding.left_unmet if one not in plan.calculation]
    doubts = [f"{one.wanted} ({one.value}) is not certain" for one in bound if not one.certain]
    doubts += [f"nothing found speaks of {', '.join(unmet)}"] if unmet else []
    doubts += _of_the_sum(computed, binding) if computed else []
    cited = [one.hit for one in bound]
    lines = [
        f"{one.value} ({one.quote}){mark(one.hit)}"
        if plan.is_look_up and one.name == plan.calculation
        else f"{one.wanted}: {one.value}{mark(one.hit)}"
        for one in bound
    ]
    calculation = None
    if computed:
        rule = computed.rule
        used = [one.hit for one in bound if one.name in plan.calculation]
        lines.append(computed.line("".join(dict.fromkeys(map(mark, used)))))
        stated = scales(used)
        doubts += (
            [f"the tables state figures in {' and in '.join(sorted(stated - {''}))}"] if len(stated - {""}) > 1 else []
        )
        if len(stated) == 1 and "" not in stated and computed.result.unit != "%":
            lines.append(f"The figures are in {next(iter(stated))}, as their table says.")
        if rule and rule.hit:
            cited.append(rule.hit)
            lines.append(f"Rounding: {rule.sentence}{mark(rule.hit)}")
        calculation = Calculation(
            plan.calculation,
            tuple(Operand(one.wanted, one.value, cite(one.hit)) for one in bound),
            computed.exact,
            computed.rounded,
            rule.sentence if rule else "",
            cite(rule.hit) if rule and rule.hit else None,
        )
    quotes = [one.quote for one in bound] + ([computed.rule.sentence] if computed and computed.rule else [])
    return Answer(
        status="answered",
        text="\n".join(lines),
        value=computed.final if computed else next(one.value for one in bound if one.name == plan.calculation),
        citations=_cited(cited),
        evidence=tuple(dict.fromkeys(quotes)),
        limitations="; ".join(doubts),
        reasoning=plan.strategy,
        confidence="low" if doubts else "high",
        context=context.chunks,
        calculation=calculation,
    )


def _of_the_sum(computed: Computed, binding: Binding) -> list[str]:
    """What is doubtful in a calculation whose values are certain: a percentage added to an amount (it may be a share of
    that amount), and a rounding rule from another document that does not name the result."""
    bound, plan = binding.bound, binding.found.plan
    percentages = {one.name for one in bound if one.value.rstrip().endswith("%")}
    added = _ADDED.findall(plan.calculation)
    mixed = any((first in percentages) != (second in percentages) for first, second in added)
    doubts = ["a percentage is added to an amount"] if mixed else []
    rule = computed.rule
    if rule and rule.hit and not frozenset(terms("_ " + plan.result)) <= frozenset(terms("_ " + rule.sentence)):
        files = {one.hit.chunk.source_file for one in bound}
        doubts += [] if rule.hit.chunk.source_file in files else ["the rule for rounding is of another document"]
    return doubts


def _cited(hits: Sequence[Hit]) -> tuple[Citation, ...]:
    """A citation a chunk."""
    return tuple(map(cite, {hit.chunk.id: hit for hit in reversed(hits)}.values()))[::-1]


def scales(hits: Iterable[Hit]) -> frozenset[str]:
    """The scales that the hits' tables state, as text; "" for a table that states none. Prose states the scale beside
    each figure."""
    return frozenset(_stated(hit.chunk.text) for hit in hits if hit.chunk.table)


def _stated(text: str) -> str:
    found = _SCALE.search(text)
    if found is None:
        return ""
    return "thousands" if found["zeros"] else f"{found['word'].lower()}s"
