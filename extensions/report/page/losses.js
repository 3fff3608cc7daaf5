"use strict";

/* Failure attribution: the first stage that lost each missed question, and each piece of gold evidence. */

const LOST = {
  failed: ["the pipeline failed", "#3d3d3d"],
  not_parsed: ["not in the text that the parser read", "#2d0b59"],
  not_indexed: ["in no chunk of the collection", "#4b0c6b"],
  not_reworded: ["asked in words that lack those of the turns before", "#54106a"],
  wrong_filter: ["the search rested on other conditions than the question names", "#5c1668"],
  not_annotated: ["the metadata of its document does not meet the right conditions", "#6a176e"],
  not_routed: ["its document was not routed to", "#781c6d"],
  not_planned: ["no step of the plan searched its document", "#a52c60"],
  not_retrieved: ["no search found it", "#cf4446"],
  cut_from_context: ["found, but cut from the context", "#ed6925"],
  withheld: ["taken for an order to the model, and not shown", "#f0701f"],
  not_filtered: ["the question names conditions, the search had none", "#f37819"],
  wrongly_refused: ["refused, though there is an answer", "#33658a"],
  wrongly_asked_back: ["asked back, though there is an answer", "#5b8db8"],
  not_used: ["in the context, but not in the answer", "#fb9b06"],
  wrongly_cited: ["answered, but cited wrongly", "#f7d13d"],
  wrong_format: ["all evidence used; wrong in form or value", "#f3ec8b"],
  invented: ["answered, though there is no answer", "#56b4e9"],
  not_asked_back: ["should have asked back, and did not", "#94d2bd"],
  not_refused: ["should have been refused, and was not", "#d55e00"],
  no_evidence: ["missed, and no gold evidence says where", "#a9a9a9"],
};
const KEPT = "#2c7fb8"; // nothing lost
const LIGHT_LOSSES = new Set(["cut_from_context", "withheld", "not_filtered", "wrongly_asked_back", "not_asked_back", "not_refused", "not_used", "wrongly_cited", "wrong_format", "invented", "no_evidence"]);

const lossOf = (stage) => LOST[stage] || [words(stage), "#a9a9a9"];

function losses(report, filter) {
  const missed = report.variations.map((variation) => ({ ...variation.lost, "": 0 }));
  const most = topOf(missed);
  const [where, are] = [most.map((stage) => `“${words(stage)}”`).join(" and "), most.length > 1 ? "are" : "is"];
  const title = most.length ? `Failure attribution: ${where} ${are} where the most questions are lost` : "Failure attribution: no question is missed";
  const questions = attribution(report, "lost", "answers", filter);
  const pieces = attribution(report, "pieces", "pieces of gold evidence", null);
  return section(
    "losses", title,
    "A missed question counts at the first stage that lost any of its gold evidence, in the order of the pipeline. Blue: nothing lost.",
    questions,
    pieces && folded("The same for each piece of gold evidence", () => pieces),
  );
}

/** The stages with the highest count. */
function topOf(counts) {
  const sums = {};
  for (const own of counts) for (const [stage, number] of Object.entries(own)) sums[stage] = (sums[stage] || 0) + number;
  const highest = Math.max(0, ...Object.values(sums));
  return highest ? Object.keys(sums).filter((stage) => sums[stage] === highest) : [];
}

function attribution(report, field, what, filter) {
  const { variations, lost_at: stages } = report;
  const shown = ["", ...stages].filter((stage) => variations.some((variation) => variation[field][stage]));
  if (!shown.length) return null;
  const rows = shown.map((stage) => [
    [swatch(stage ? lossOf(stage)[1] : KEPT), stage ? words(stage) : "nothing lost", stage ? el("small", {}, ` ${lossOf(stage)[0]}`) : null],
    ...variations.map((variation) => lossCount(variation, stage, field, filter)),
  ]);
  return [
    el("div", { class: "bars" }, variations.map((variation) => lossBar(variation, shown, field, what))),
    scrolling(`Failure attribution of ${what}`, table(`Number of ${what} per stage that lost them`, ["lost at", ...variations.map((v) => v.short)], rows, { class: "numbers losses" })),
  ];
}

function lossBar(variation, shown, field, what) {
  const total = shown.reduce((sum, stage) => sum + (variation[field][stage] || 0), 0);
  const parts = shown.map((stage) => {
    const value = variation[field][stage] || 0;
    return {
      value, text: String(value), colour: stage ? lossOf(stage)[1] : KEPT, dark: !LIGHT_LOSSES.has(stage),
      title: `${variation.label}: ${value} of ${total} ${what} ${stage ? `lost as ${words(stage)}` : "lost nowhere"}`,
    };
  });
  const said = parts.filter((part) => part.value).map((part) => part.title).join("; ");
  return el("div", { class: "bar" },
    el("span", { class: "name", title: variation.label }, variation.short), stacked(parts, total || 1, { label: said }), el("span", { class: "number" }, whole(total)));
}

/** A count that leads to its questions in the heat map. */
function lossCount(variation, stage, field, filter) {
  const value = variation[field][stage] || 0;
  if (!value || !filter) return whole(value);
  const title = `Show these questions of ${variation.label} in the heat map`;
  return el("button", { class: "link", title, click: () => filter({ outcome: stage ? `lost:${stage}` : "kept", variation: variation.label }) }, whole(value));
}
