"use strict";

/* Where the seconds of a question go, stage by stage. */

// Okabe and Ito's palette, which readers with any colour vision can tell apart.
const STAGE_COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#7a7a7a"];
const DARK = new Set(["#0072b2", "#7a7a7a", "#009e73", "#d55e00"]);

function times(report) {
  const title = "Stage times: mean seconds a question in each stage";
  const rows = report.variations.flatMap((variation) => variation.times.map((time) => ({ ...time, label: variation.label })));
  const names = [...new Set(rows.flatMap((row) => row.stages.map(([name]) => name)))];
  if (!names.length) return section("times", title, null, el("p", { class: "note" }, "No stage was timed."));
  const colour = (name) => STAGE_COLOURS[names.indexOf(name) % STAGE_COLOURS.length];
  const longest = Math.max(...rows.map(totalOf)) || 1;
  const unit = timeUnit(longest);
  const along = scale([0, longest * unit.each], { zero: true });
  const replayed = rows.some((row) => row.measured !== "live");
  return section(
    "times", title,
    replayed ? "Striped bars are replayed: seconds as recorded when a question was answered or a model call was made, not measured in this sweep." : "All seconds were measured in this sweep.",
    el("p", { class: "legend" }, names.map((name) => el("span", {}, swatch(colour(name)), words(name)))),
    el("div", { class: "bars" }, rows.map((row) => timeBar(row, colour, (value) => along.at(value * unit.each))),
      el("div", { class: "bar" }, el("span"), axis(along, `mean ${unit.name} a question`), el("span"))),
    folded("The same as a table", () => scrolling("Stage times", table(
      "Mean seconds a question", ["variation", "measured", "answers", ...names.map(words), "all stages"],
      rows.map((row) => [row.label, row.measured, whole(row.answers), ...names.map((name) => seconds(Object.fromEntries(row.stages)[name])), seconds(totalOf(row))]),
      { class: "numbers" }))),
    report.tables.stages.length ? folded("Median and 95th percentile of each stage, and peak memory", () => stageTable(report.tables.stages)) : null,
  );
}

/** stages.csv as it is; a cell that was not measured is empty there. */
function stageTable(rows) {
  const cell = (text, shown) => (text ? shown(Number(text)) : NONE);
  const times = ["live_latency_p50_s", "live_latency_p95_s", "replayed_latency_p50_s", "replayed_latency_p95_s", "wall_s"];
  return scrolling("Stages", table(
    "Seconds and memory by stage", ["variation", "stage", "answers", "live p50", "live p95", "replayed p50", "replayed p95", "whole command", "peak MiB"],
    rows.map((row) => [nameOf(row.variation), words(row.stage), cell(row.answers, whole), ...times.map((name) => cell(row[name], seconds)), cell(row.peak_mb, (value) => value.toFixed(0))]),
    { class: "numbers" }));
}

const totalOf = (row) => row.stages.reduce((sum, [, value]) => sum + value, 0);

function timeBar(row, colour, width) {
  const parts = row.stages.map(([name, value]) => ({
    value: width(value), colour: colour(name), dark: DARK.has(colour(name)),
    title: `${row.label}, ${words(name)}: ${seconds(value)} a question, ${row.measured}`,
  }));
  const said = row.stages.map(([name, value]) => `${words(name)} ${seconds(value)}`).join(", ");
  return el(
    "div", { class: "bar" },
    el("span", { class: "name" }, nameOf(row.label), row.measured === "live" ? null : el("small", {}, " replayed")),
    stacked(parts, 100, { hatched: row.measured !== "live", label: `${row.label}, ${row.measured}: ${said}` }),
    el("span", { class: "number" }, seconds(totalOf(row))),
  );
}
