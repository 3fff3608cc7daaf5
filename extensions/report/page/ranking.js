"use strict";

/* The ranking: each variation's mean with its interval, its difference from the baseline, and what may be said of it. */

function ranking(report) {
  const { metric, baseline } = report.sweep;
  const measured = report.variations.filter((variation) => variation.means[metric]);
  const order = [...measured].sort((a, b) => b.means[metric].mean - a.means[metric].mean);
  const missing = report.variations.filter((variation) => !variation.means[metric]);
  const reading = `Mean ${words(metric)} per variation with its 95% interval; beside it the paired difference from ${baseline} `
    + "on the questions in common. The verdicts follow from a paired permutation test, Holm-corrected over the sweep.";
  const empty = el("p", { class: "note" }, `No answer of this sweep has a ${words(metric)}: nothing can be ranked.`);
  return section(
    "ranking", report.decision.sentences[0], "",
    ...decided(report),
    el("p", { class: "reading" }, reading),
    order.length ? forest(order, report) : empty,
    bySecond(report),
    missing.length && order.length
      ? el("p", {}, `Not measured for: ${missing.map((variation) => variation.label).join(", ")}.`) : null,
    figures(report),
    judged(report),
    meanings(report),
  );
}

/** The same by score, where no model answered and the evidence is compared first. */
function bySecond(report) {
  const variations = report.variations.filter((variation) => variation.means.score).map((variation) => ({ ...variation, comparison: variation.second }));
  if (!variations.some((variation) => variation.comparison)) return null;
  const order = variations.sort((a, b) => b.means.score.mean - a.means.score.mean);
  return folded("By score, second", () => [forest(order, { sweep: { ...report.sweep, metric: "score" } })], true);
}

function forest(order, { sweep, decision }) {
  const { metric, baseline } = sweep;
  const own = order.map((variation) => variation.means[metric]);
  const compared = order.map((variation) => variation.comparison).filter(Boolean);
  const along = scale(own.flatMap((m) => [m.mean, m.low, m.high]), { count: 4 });
  const apart = scale(compared.flatMap((c) => [c.difference, c.low, c.high]), { zero: true, count: 4 });
  const reference = order.find((variation) => variation.label === baseline);
  const middle = reference ? reference.means[metric].mean : null;
  const place = places(own.map((m) => m.mean));
  const standings = Object.fromEntries((decision?.ranked ?? []).map(({ label, standing }) =>
    [label, decision.worse[label] ? `worse than ${decision.worse[label]}` : standing]));
  const rows = order.map((variation, index) => ranked(variation, place[index], { sweep, standings, along, apart, middle }));
  const foot = [
    el("td", { colspan: 3 }), el("td", { class: "drawn" }, axis(along, `mean ${words(metric)}`)),
    el("td", { class: "drawn" }, compared.length ? axis(apart, `difference from ${nameOf(baseline)}`) : null), el("td", {}),
  ];
  const headings = ["", "variation", words(metric), "95% interval", `difference from ${nameOf(baseline)}`, `against ${nameOf(baseline)}`];
  return el(
    "table", { class: "forest" },
    el("caption", {}, `Ranking by mean ${words(metric)}`),
    el("thead", {}, el("tr", {}, headings.map((heading) => el("th", { scope: "col" }, heading)))),
    el("tbody", {}, rows),
    el("tfoot", {}, el("tr", {}, foot)),
  );
}

function ranked(variation, place, { sweep, standings, along, apart, middle }) {
  const own = variation.means[sweep.metric];
  const isBaseline = variation.label === sweep.baseline;
  const title = `${variation.label}: ${fixed(own.mean)}, 95% interval ${fixed(own.low)} to ${fixed(own.high)}, ${counted(own.questions, "question")}`;
  return el(
    "tr", { class: isBaseline ? "baseline" : null },
    el("td", { class: "rank" }, String(place)),
    el("th", { scope: "row", class: lengthOf(variation.label) }, variation.label, isBaseline ? el("small", {}, " baseline") : null,
      standings[variation.label] ? el("small", { class: "standing" }, standings[variation.label]) : null,
      variation.same_as ? el("small", {}, ` = ${variation.same_as}`) : null),
    el("td", { class: "number" }, fixed(own.mean)),
    el("td", { class: "drawn", "data-what": "95% interval" }, whisker(along, own, middle, title)),
    el("td", { class: "drawn", "data-what": isBaseline ? null : `difference from ${nameOf(sweep.baseline)}` }, difference(variation, apart, isBaseline)),
    el("td", { class: "said" }, verdict(variation, isBaseline)),
  );
}

function difference({ label, comparison }, apart, isBaseline) {
  if (!comparison || isBaseline) return null;
  const { difference: middle, low, high } = comparison;
  const title = `${label} minus baseline: ${signed(middle)}, 95% interval ${signed(low)} to ${signed(high)}`;
  return whisker(apart, { mean: middle, low, high }, 0, title, comparison.verdict.split(" ")[0]);
}

function verdict({ comparison, same_as: twin }, isBaseline) {
  if (isBaseline) return el("span", { class: "muted" }, "what the others are compared with");
  if (!comparison) return el("span", { class: "muted" }, twin ? `the same as ${twin}` : "no question in common with the baseline");
  const p = pValue(comparison.p_corrected);
  const alone = (comparison.p_by_question < 0.05) === (comparison.p < 0.05) ? "" : `; with every question on its own ${pValue(comparison.p_by_question)}`;
  const least = comparison.detectable === null ? "too few questions to show any difference with 80% power" : `a difference of ${fixed(comparison.detectable)} could have been shown`;
  return [
    el("strong", { class: comparison.verdict.split(" ")[0] }, comparison.words),
    el("small", {}, `${signed(comparison.difference)} (${signed(comparison.low)} to ${signed(comparison.high)}), ${p} corrected, d = ${signed(comparison.effect_size, 2)}${alone}; ${least}`),
  ];
}

/** Every figure of every variation, the best mean of each metric in bold. */
function figures(report) {
  const { variations } = report;
  const metrics = report.metrics.filter((name) => !report.agreements[name]);
  const best = Object.fromEntries(metrics.map((name) => [name, bestOf(variations, name)]));
  const priced = variations.some((variation) => Number(variation.cost_usd) > 0);
  const { metric } = report.sweep;
  const stated = [...new Set(variations.flatMap((variation) => Object.keys(variation.figures)))];
  const spread = variations.some((variation) => variation.means[metric]?.variance_repeat !== undefined);
  const headings = [
    "variation", "model", "answers", "failed", ...metrics.map((name) => defined(report, name)), ...stated.map((name) => defined(report, name)),
    ...(spread ? ["variance of questions", "of repeats"] : []),
    "live calls", "replayed calls", "tokens in", "tokens out", ...(priced ? ["cost, USD"] : []),
  ];
  const rows = variations.map((variation) => [
    variation.label,
    variation.by_rule ? el("span", { class: "whole" }, `${variation.llm} (a floor)`) : variation.model,
    whole(variation.answers),
    whole(variation.failed),
    ...metrics.map((name) => figure(variation.means[name], best[name])),
    ...stated.map((name) => variation.figures[name] ?? NONE),
    ...(spread ? ["variance_question", "variance_repeat"].map((name) => fixed(variation.means[metric]?.[name])) : []),
    ...["live_calls", "replayed_calls", "tokens_in", "tokens_out"].map((name) => whole(variation[name])),
    ...(priced ? [variation.cost_usd === "" ? NONE : fixed(Number(variation.cost_usd), 4)] : []),
  ]);
  return folded("All figures", () => [
    scrolling("All figures per variation", table("Means over the questions to which a metric applies", headings, rows, { class: "numbers figures" })),
  ], true);
}

/** What a model judged, with the number of questions and how far that model agrees with people; nothing without a judge. */
function judged(report) {
  const metrics = report.metrics.filter((name) => report.agreements[name]);
  if (!metrics.length) return null;
  const headings = ["variation", ...metrics.map((name) => [defined(report, name), el("small", {}, report.agreements[name])])];
  const rows = report.variations.map((variation) => [variation.label, ...metrics.map((name) => {
    const found = variation.means[name];
    return found ? [fixed(found.mean), el("small", {}, `over ${whole(found.questions)}`)] : NONE;
  })]);
  return folded(`Judged by ${report.judge}`, () => [
    scrolling("Judged figures per variation", table("Means over the questions with a judgement, whose number is below", headings, rows, { class: "numbers judged" })),
  ], true);
}

/** A metric's name; its definition shows under the pointer. */
const defined = ({ definitions }, name) => el("span", { title: definitions[name] }, words(name));

/** The definition of each metric that was measured. */
function meanings({ definitions }) {
  const pairs = Object.entries(definitions).flatMap(([name, said]) => [el("dt", {}, words(name)), el("dd", {}, said)]);
  return folded("What the metrics mean", () => [el("dl", { class: "meanings" }, pairs)]);
}

/** The highest mean of a metric, as it is shown; null where all read alike. */
function bestOf(variations, name) {
  const known = variations.map((variation) => variation.means[name]?.mean).filter((value) => value !== undefined);
  const highest = fixed(Math.max(...known));
  return highest === fixed(Math.min(...known)) ? null : highest;
}

function figure(found, best) {
  if (!found) return NONE;
  const interval = found.low === undefined ? "" : `, 95% interval ${fixed(found.low)} to ${fixed(found.high)}`;
  return el(fixed(found.mean) === best ? "strong" : "span", { title: `${counted(found.questions, "question")}${interval}` }, fixed(found.mean));
}
