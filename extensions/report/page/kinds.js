"use strict";

/* Which variation wins on which questions: every group of questions by itself, compared within it. */

const MARKS = { better: "▲", worse: "▼" };

/** The section; none where all questions are of one group, since the ranking says all then. */
function byKind(report, filter) {
  const { metric, baseline } = report.sweep;
  const groups = Object.keys(report.kinds).filter((name) => report.variations.some((variation) => variation.kinds[name]));
  if (groups.length < 2) return null;
  const reading = `Mean ${words(metric)} of each variation on each kind of question. ▲ and ▼: better and worse than ${baseline}, by a paired permutation `
    + "test within the kind, Holm-corrected over all kinds and variations; without a mark the difference is not significant. Choose a kind for the differences with their 95% intervals.";
  return section(
    "kinds", kindsHeadline(report, groups), reading,
    scrolling("Means by kind", kindsTable(report, groups)),
    groups.map((name) => folded(kindSummary(report, name), () => [
      kindForest(report, name),
      el("button", { type: "button", click: () => filter({ kind: name }) }, "show its questions"),
    ])),
  );
}

const verdictOf = (variation, name) => (variation.same_as ? "" : variation.kinds[name]?.comparison?.verdict || "");

const countOf = (report, groups, verdict) => groups.filter((name) => report.variations.some((variation) => verdictOf(variation, name) === verdict)).length;

function kindsHeadline(report, groups) {
  const [better, worse] = ["better", "worse"].map((verdict) => countOf(report, groups, verdict));
  const said = [better && `better on ${better}`, worse && `worse on ${worse}`].filter(Boolean);
  const of = `of ${counted(groups.length, "kind")} of questions`;
  return said.length ? `Against ${nameOf(report.sweep.baseline)}, variations are ${said.join(" and ")} ${of}` : `No significant difference from ${nameOf(report.sweep.baseline)} on any ${of}`;
}

function kindsTable(report, groups) {
  const columns = el("tr", {}, el("th", { scope: "col" }, "variation"),
    groups.map((name) => el("th", { scope: "col", class: "variation" }, words(name), el("small", {}, ` ${whole(report.kinds[name])}`))));
  const rows = report.variations.map((variation) => el("tr", { class: variation.label === report.sweep.baseline ? "baseline" : null },
    el("th", { scope: "row", title: variation.label }, variation.short), groups.map((name) => kindCell(report, variation, name))));
  return el("table", { class: "heat kinds" }, el("caption", {}, "Means by variation and kind of question"), el("thead", {}, columns), el("tbody", {}, rows));
}

function kindCell({ sweep }, variation, name) {
  const found = variation.kinds[name];
  if (!found) return el("td", { class: "cell none", title: `${variation.label}, ${words(name)}: ${words(sweep.metric)} does not apply` }, NONE);
  const title = `${variation.label}, ${words(name)}: ${fixed(found.mean)} over ${counted(found.questions, "question")}${againstBaseline(found, sweep)}`;
  const mark = MARKS[found.comparison?.verdict];
  return el("td", { class: found.mean === 0 ? "cell zero" : found.mean > 0.55 ? "cell deep" : "cell", "--value": found.mean, title },
    shortened(found.mean), mark ? el("span", { class: "mark" }, ` ${mark}`) : null);
}

const interval = ({ difference: middle, low, high }) => `${signed(middle)} (${signed(low)} to ${signed(high)})`;

const againstBaseline = ({ comparison }, { baseline }) => (comparison ? `; against ${baseline} ${interval(comparison)}, ${comparison.words}` : "");

/** "multi, 40 questions: multi_query better" */
function kindSummary(report, name) {
  const judged = (verdict) => report.variations.filter((variation) => verdictOf(variation, name) === verdict).map(({ label }) => label);
  const said = ["better", "worse"].map((verdict) => [verdict, judged(verdict)]).filter(([, labels]) => labels.length);
  const shown = said.map(([verdict, labels]) => `${MARKS[verdict]} ${few(labels)} ${verdict}`).join("; ");
  return `${words(name)}, ${counted(report.kinds[name], "question")}: ${shown || "no significant difference"}`;
}

/** The differences from the baseline within one kind, the best mean first. */
function kindForest(report, name) {
  const { metric, baseline } = report.sweep;
  const order = report.variations.filter((variation) => variation.kinds[name]).map((variation) => ({ ...variation, ...variation.kinds[name] }));
  order.sort((a, b) => b.mean - a.mean);
  const apart = scale(order.flatMap(({ comparison: c }) => (c ? [c.difference, c.low, c.high] : [])), { zero: true, count: 4 });
  const place = places(order.map(({ mean: value }) => value));
  const rows = order.map((variation, index) => {
    const isBaseline = variation.label === baseline;
    return el("tr", { class: isBaseline ? "baseline" : null },
      el("td", { class: "rank" }, String(place[index])),
      el("th", { scope: "row", class: lengthOf(variation.label) }, variation.label, isBaseline ? el("small", {}, " baseline") : null),
      el("td", { class: "number" }, fixed(variation.mean)),
      el("td", { class: "drawn", "data-what": isBaseline ? null : `difference from ${nameOf(baseline)}` }, difference(variation, apart, isBaseline)),
      el("td", { class: "said" }, verdict(variation, isBaseline)));
  });
  const headings = ["", "variation", words(metric), `difference from ${nameOf(baseline)}`, "verdict"];
  return el("table", { class: "forest" },
    el("caption", {}, `${words(name)}: differences from ${baseline}`),
    el("thead", {}, el("tr", {}, headings.map((heading) => el("th", { scope: "col" }, heading)))),
    el("tbody", {}, rows),
    el("tfoot", {}, el("tr", {}, el("td", { colspan: 3 }), el("td", { class: "drawn" }, axis(apart, `difference from ${nameOf(baseline)}`)), el("td", {}))));
}
