"use strict";

/* The same questions over more documents, and under stress: the tables that ragatta grow and ragatta stress leave, as intervals. */

/** The section of a sweep over a growing corpus; none of another sweep. */
function growth(report) {
  const rows = [...report.tables.growth];
  if (!rows.length) return null;
  const order = [...new Set(rows.map((row) => row.variation))];
  rows.sort((one, other) => order.indexOf(one.variation) - order.indexOf(other.variation) || Number(one.times) - Number(other.times));
  const shares = [...new Set(rows.map((row) => row.metric))].filter((metric) => !["seconds", "megabytes"].includes(metric));
  return section(
    "growth", "More documents: the same questions over a corpus that grows",
    "The mean of the same questions at each size, as a multiple of the documents, with its 95% interval. Hollow: forecast from these sizes, with the interval of a prediction.",
    shares.map((metric) => intervals(
      `${words(metric)} by the size of the corpus`, words(metric), rows.filter((row) => row.metric === metric),
      (row) => [row.variation, el("small", {}, ` ${Number(row.times)}x${row.forecast === "True" ? ", forecast" : `, ${whole(Number(row.documents))} documents`}`)],
      (row) => ({ mean: Number(row.mean), low: figureOf(row.low), high: figureOf(row.high), kind: row.forecast === "True" ? "forecast" : "" }), null)),
  );
}

/** The section of a sweep under stress; none of another sweep. */
function stress(report) {
  const rows = report.tables.stress;
  if (!rows.length) return null;
  return section(
    "stress", "Under stress: the same questions with other words, or over other documents",
    "The paired difference to the same questions without the stress, with its 95% interval, its p, and p corrected for all rows of the table (Holm), which decides.",
    [...new Set(rows.map((row) => row.metric))].map((metric) => intervals(
      `What each stress changes of ${words(metric)}`, `difference of ${words(metric)}`, rows.filter((row) => row.metric === metric),
      (row) => [row.stress, el("small", {}, ` ${nameOf(row.variation)}, ${counted(Number(row.questions), "question")}`)],
      (row) => ({ mean: Number(row.difference), low: figureOf(row.low), high: figureOf(row.high), kind: ["better", "worse"].includes(row.verdict) ? row.verdict : "no", said: `p ${fixed(Number(row.p))}, ${fixed(Number(row.p_corrected))} corrected: ${row.words}` }), 0)),
  );
}

const figureOf = (text) => (text === "" || text === undefined ? null : Number(text));

/** A table of marks on one scale; `reference` is a value to compare by eye, or null. */
function intervals(caption, unit, rows, named, marked, reference) {
  const marks = rows.map(marked);
  const along = scale(marks.flatMap(({ mean, low, high }) => [mean, low, high]), { zero: reference === 0, count: 4 });
  const body = rows.map((row, at) => {
    const { mean, low, high, kind, said } = marks[at];
    const figures = `${reference === 0 ? signed(mean) : fixed(mean)}${low === null ? "" : `, 95% interval ${fixed(low)} to ${fixed(high)}`}`;
    return el(
      "tr", {},
      el("th", { scope: "row" }, named(row)),
      el("td", { class: "number" }, reference === 0 ? signed(mean) : fixed(mean)),
      el("td", { class: "drawn", "data-what": unit }, whisker(along, { mean, low, high }, reference, figures, kind)),
      el("td", { class: "said" }, said || (low === null ? NONE : `${fixed(low)} to ${fixed(high)}`)),
    );
  });
  const foot = [el("td", { colspan: 2 }), el("td", { class: "drawn" }, axis(along, unit)), el("td", {})];
  return el("table", { class: "forest" },
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, ["", unit, "95% interval", ""].map((heading) => el("th", { scope: "col" }, heading)))),
    el("tbody", {}, body),
    el("tfoot", {}, el("tr", {}, foot)));
}
