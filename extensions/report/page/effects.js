"use strict";

/* Which setting mattered: the effect of each change of a setting with its interval. */

/** The section; none where the variations have no setting to compare. */
function effects(report) {
  const [first, second] = report.effects;
  if (!first || !(first.rows.length || first.notes.length)) return null;
  const reading = first.rows.length
    ? "Each change of one setting, averaged over all variations that differ in it alone: the paired difference with its 95% interval. "
      + "The verdict is corrected over all changes and their interactions."
    : null;
  return section(
    "effects", effectsHeadline(first), reading,
    effectsOf(first),
    second && second.rows.length ? folded(`By ${words(second.metric)}, second`, () => effectsOf(second)) : null,
  );
}

/** The largest effect that the tests carry, in one sentence. */
function effectsHeadline({ metric, rows }) {
  if (!rows.length) return "No setting to compare";
  const [largest] = rows.filter(({ found }) => ["better", "worse"].includes(found.verdict));
  if (!largest) return `No setting is shown to change the ${words(metric)}`;
  return `Largest effect that is shown: ${largest.setting}, ${largest.change}: ${signed(largest.found.difference)} ${words(metric)}`;
}

function effectsOf({ metric, rows, notes }) {
  const said = notes.map((note) => el("p", {}, note));
  if (!rows.length) return said;
  const apart = scale(rows.flatMap(({ found }) => [found.difference, found.low, found.high]), { zero: true, count: 4 });
  const body = rows.map((row) => el(
    "tr", {},
    el("th", { scope: "row" }, row.setting, el("small", {}, ` ${row.change}`)),
    el("td", { class: "number" }, signed(row.found.difference)),
    el("td", { class: "drawn", "data-what": "effect" }, effectMark(row, apart)),
    el("td", { class: "said" }, effectVerdict(row)),
  ));
  const headings = ["setting", "effect", "95% interval", "verdict"];
  const foot = [el("td", { colspan: 2 }), el("td", { class: "drawn" }, axis(apart, `effect on ${words(metric)}`)), el("td", {})];
  return [
    el("table", { class: "forest" },
      el("caption", {}, `Effects of the settings on ${words(metric)}`),
      el("thead", {}, el("tr", {}, headings.map((heading) => el("th", { scope: "col" }, heading)))),
      el("tbody", {}, body),
      el("tfoot", {}, el("tr", {}, foot))),
    said,
  ];
}

function effectMark({ setting, change, found }, apart) {
  const { difference: middle, low, high } = found;
  const title = `${setting}, ${change}: ${signed(middle)}, 95% interval ${signed(low)} to ${signed(high)}`;
  return whisker(apart, { mean: middle, low, high }, 0, title, found.verdict.split(" ")[0]);
}

function effectVerdict({ found, words: said, depends, over }) {
  return [
    el("strong", { class: found.verdict.split(" ")[0] }, said), depends ? `; ${depends}` : null,
    el("small", {}, `${signed(found.low)} to ${signed(found.high)}, ${pValue(found.p_corrected)} corrected; over ${over}`),
  ];
}
