"use strict";

/* What the variations are and where the figures come from. */

function settingsAndOrigin(report) {
  const { variations, settings, origin, sweep } = report;
  const labels = variations.map(({ short }) => short);
  const identity = [
    ["run key", variations.map((variation) => variation.run_key)],
    ["collection", variations.map((variation) => variation.collection)],
    ["answers", variations.map((variation) => (variation.reused ? "reused" : "new"))],
  ];
  const across = (rows) => rows.map(([key, values]) => [key, ...values.map(plain)]);
  const shared = origin.filter(([, values]) => values.length === 1).map(([key, [value]]) => [key, plain(value)]);
  const apart = origin.filter(([, values]) => values.length > 1 && labels.length > 1);
  const stages = (sweep.stages || []).map((stage) => [stage.name, seconds(stage.wall_s), seconds(stage.cpu_s), `${whole(Math.round(stage.peak_mb))} MB`]);
  return section(
    "settings", "Settings and origin", "Only the keys in which the variations differ; config.yaml of each run holds them all.",
    scrolling("Settings that differ", table("Settings that differ between the variations", ["key", ...labels], across([...settings, ...identity]), { class: "plain" })),
    apart.length ? folded("Origin that differs between the variations", () => scrolling("Origin that differs", table("Origin", ["what", ...labels], across(apart), { class: "plain" }))) : null,
    folded("Data, code, machine and packages", () => scrolling("Origin", table("The same for every variation", ["what", "value"], shared, { class: "plain" }))),
    stages.length ? folded("What the sweep took", () => scrolling("Seconds and memory", table("Per stage of the whole sweep", ["stage", "wall", "CPU", "peak memory"], stages, { class: "numbers" }))) : null,
  );
}
