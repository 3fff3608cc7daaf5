"use strict";

/* Every question in every variation: one row a question, coloured by a score or by what lost it. */

const LOSS = "lost at"; // what a cell may show beside the metrics

/** The section, with `filter(choice)`, which shows chosen questions, and `shown()`, the ids in their present order. */
function heatmap(report) {
  const first = report.metrics.includes(report.sweep.metric) ? report.sweep.metric : report.metrics[0] || LOSS;
  const state = { kind: "", outcome: "", variation: "", text: "", show: first, sort: "order" };
  const body = el("tbody");
  const count = el("output", { "aria-live": "polite" });
  const controls = filters(report, state, () => draw());
  const key = el("p", { class: "legend" });
  let shown = report.questions;

  function draw() {
    shown = sorted(report.questions.filter((question) => passes(question, state, report)), state);
    body.replaceChildren(...shown.map((question) => heatRow(question, state.show, report)));
    count.textContent = `${whole(shown.length)} of ${counted(report.questions.length, "question")}`;
    key.replaceChildren(...heatKey(state.show));
  }

  function filter(choice) {
    Object.assign(state, { kind: "", outcome: "", variation: "", text: "" }, choice);
    controls.set(state);
    draw();
    document.getElementById("heatmap").scrollIntoView();
  }

  const crowded = report.variations.reduce((sum, { short }) => sum + short.length, 0) > 120; // they would not fit side by side
  const columns = el(
    "tr", {}, ["question", "kind", "text"].map((name) => el("th", { scope: "col", class: name }, name)),
    report.variations.map(({ label, short }) => el("th", { scope: "col", class: "variation" }, el("span", { title: label }, short))),
  );
  const grid = el("table", { class: crowded ? "heat tall" : "heat" }, el("caption", {}, "Questions by variation"), el("thead", {}, columns), body);
  draw();
  const box = section(
    "heatmap", "Every question in every variation",
    "Each row is a question, each column a variation; choose a question for its answers, contexts and citations.",
    controls.bar, el("p", { class: "counted" }, count), key, el("div", { class: "scroll tall", role: "region", tabindex: 0, "aria-label": "Heat map" }, grid),
  );
  return { box, filter, shown: () => shown.map((question) => question.id) };
}

function filters(report, state, draw) {
  const kinds = [...new Set(report.questions.flatMap(groupsOf))].sort();
  const lost = report.lost_at.filter((stage) => report.variations.some((variation) => variation.lost[stage]));
  const choices = {
    kind: ["kind", [["", "every kind"], ...kinds.map((kind) => [kind, words(kind)])]],
    outcome: ["outcome", [
      ["", "any outcome"], ["kept", "nothing lost"], ["missed", "missed"], ["differs", "not alike in all variations"], ["failed", "failed"],
      ...lost.filter((stage) => stage !== "failed").map((stage) => [`lost:${stage}`, `lost at: ${words(stage)}`]),
    ]],
    variation: ["in", [["", "any variation"], ["*", "every variation"], ...report.variations.map(({ label }) => [label, label])]],
    sort: ["order", [["order", "as in the gold set"], ["worst", "lowest mean first"], ["spread", "largest difference first"]]],
    show: ["colour", [...report.metrics.map((metric) => [metric, words(metric)]), [LOSS, LOSS]]],
  };
  const fields = {};
  for (const [name, [, options]] of Object.entries(choices)) {
    fields[name] = el("select", { change: (event) => { state[name] = event.target.value; draw(); } },
      options.map(([value, text]) => el("option", { value, selected: state[name] === value }, text)));
  }
  fields.text = el("input", { type: "search", placeholder: "id or words", input: (event) => { state.text = event.target.value; draw(); } });
  const bar = el("form", { class: "filters", role: "search", submit: (event) => event.preventDefault() },
    Object.entries(choices).map(([name, [text]]) => el("label", {}, el("span", {}, text), fields[name])),
    el("label", {}, el("span", {}, "find"), fields.text),
    el("button", { type: "button", click: () => { Object.assign(state, { kind: "", outcome: "", variation: "", text: "" }); set(state); draw(); } }, "show all"));
  const set = (values) => { for (const [name, field] of Object.entries(fields)) field.value = values[name]; };
  return { bar, set };
}

/** Those that it is compared in: its kind, and of a turn of a conversation others. */
const groupsOf = (question) => question.groups || [question.group];

function passes(question, state, report) {
  if (state.kind && !groupsOf(question).includes(state.kind)) return false;
  if (state.text && !`${question.id} ${question.question}`.toLowerCase().includes(state.text.toLowerCase())) return false;
  if (!state.outcome) return true;
  if (state.outcome === "differs") return spread(question, report.sweep.metric) > 1e-9;
  const hits = question.rows.map((rows) => rows.some((row) => outcomeIs(row, state.outcome)));
  if (state.variation === "*") return hits.every(Boolean);
  const chosen = report.variations.findIndex(({ label }) => label === state.variation);
  return chosen < 0 ? hits.some(Boolean) : hits[chosen];
}

function outcomeIs(row, outcome) {
  if (outcome === "kept") return !row.lost_at;
  if (outcome === "missed") return Boolean(row.lost_at);
  if (outcome === "failed") return row.status === "failed";
  return row.lost_at === outcome.slice("lost:".length);
}

const scoresOf = (rows, metric) => rows.map((row) => row.scores[metric]).filter((score) => score !== undefined);

const means = (question, metric) => question.rows.map((rows) => mean(scoresOf(rows, metric)));

function spread(question, metric) {
  const known = means(question, metric).filter((value) => value !== null);
  return known.length ? Math.max(...known) - Math.min(...known) : 0;
}

function sorted(questions, { sort, show }) {
  const metric = show === LOSS ? "score" : show;
  if (sort === "order") return questions;
  const worth = sort === "worst" ? (question) => mean(means(question, metric).filter((value) => value !== null)) ?? 2 : (question) => -spread(question, metric);
  return questions.map((question) => [worth(question), question]).sort((a, b) => a[0] - b[0]).map(([, question]) => question);
}

function heatRow(question, show, report) {
  return el(
    "tr", {},
    el("th", { scope: "row" }, el("a", { href: route(question.id), title: question.question }, question.id)),
    el("td", { class: "kind" }, words(question.group)),
    el("td", { class: "text" }, question.question),
    question.rows.map((rows, index) => heatCell(rows, show, report.variations[index].label)),
  );
}

function heatCell(rows, show, label) {
  if (!rows.length) return el("td", { class: "cell none", title: `${label}: no answer yet` }, NONE);
  if (show === LOSS) return lossCell(rows, label);
  const scores = scoresOf(rows, show);
  if (!scores.length) return el("td", { class: "cell none", title: `${label}: ${words(show)} does not apply` }, NONE);
  const value = mean(scores);
  const lost = [...new Set(rows.map((row) => row.lost_at).filter(Boolean))].map(words).join(", ");
  const samples = scores.length > 1 ? ` (${scores.map((score) => fixed(score, 2)).join(", ")})` : "";
  const title = `${label}: ${words(show)} ${fixed(value)}${samples}${lost ? `, lost at: ${lost}` : ""}`;
  return el("td", { class: value === 0 ? "cell zero" : value > 0.55 ? "cell deep" : "cell", "--value": value, title }, shortened(value));
}

/** 0, .33, 1 */
const shortened = (value) => (value === 0 || value === 1 ? String(value) : rounded(value, 2).replace(/^0/, ""));

function lossCell(rows, label) {
  const stages = [...new Set(rows.map((row) => row.lost_at || ""))];
  const stage = stages.find(Boolean) || "";
  const said = stages.map((name) => (name ? words(name) : "nothing lost")).join(", ");
  return markedCell(stage, `${label}: ${said}`);
}

/** A stage that lost something in its colour, or a tick where nothing was lost. */
function markedCell(stage, title, remark = "") {
  if (!stage) return el("td", { class: "cell kept", title }, "✓");
  const kind = LIGHT_LOSSES.has(stage) ? "cell loss" : "cell loss deep";
  return el("td", { class: kind, "--colour": lossOf(stage)[1], title }, el("span", {}, words(stage) + remark));
}

function heatKey(show) {
  if (show === LOSS) return [document.createTextNode("The colours are those of the failure attribution above; ✓ is nothing lost.")];
  return [
    el("span", {}, `${words(show)}: `), ...[0, 0.25, 0.5, 0.75, 1].map((value) => el("span", { class: value > 0.55 ? "step deep" : "step", "--value": value }, shortened(value))),
    el("span", {}, ` ${NONE} does not apply`),
  ];
}
