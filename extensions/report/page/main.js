"use strict";

/* The page: the masthead, the overview, and the question that the route names. */

const report = JSON.parse(document.getElementById("data").textContent);
const [overview, questionBox] = ["overview", "question"].map((id) => document.getElementById(id));
for (const { label, short } of report.variations) shortNames.set(label, short);
for (const [name, heading] of Object.entries(report.headings)) ownHeadings.set(name, heading);
for (const [suffix, unit] of Object.entries(report.units)) units.set(suffix, unit);
const heat = heatmap(report);

const SECTIONS = [
  ["ranking", "ranking"], ["growth", "growth"], ["stress", "stress"], ["effects", "settings that mattered"], ["diagnosis", "what to fix first"], ["kinds", "by kind"], ["latency", "latency"], ["losses", "failures"], ["heatmap", "questions"], ["confidence", "confidence"],
  ["times", "stage times"], ["changes", "changes"], ...report.sections.map(({ name, title }) => [name, title.toLowerCase()]), ["settings", "settings"],
];

function masthead() {
  const { sweep, questions, variations } = report;
  const facts = [
    when(sweep.created), `split ${sweep.split}`, counted(questions.length, "question"), counted(variations.length, "variation"),
    sweep.repeats > 1 ? `${sweep.repeats} repeats` : "", sweep.seconds ? `took ${seconds(sweep.seconds)}` : "", [...new Set(variations.map((v) => `${v.architecture}, ${v.llm}`))].join("; "),
  ];
  return [
    el("div", { class: "title" },
      el("p", { class: "name" }, el("a", { href: "#content" }, el("b", {}, sweep.dataset), " ", el("span", {}, sweep.sweep_id))),
      el("p", { class: "facts" }, facts.filter(Boolean).join(" · "))),
    el("nav", { "aria-label": "Sections" }, SECTIONS.filter(([id]) => document.getElementById(id)).map(([id, name]) => el("a", { href: `#${id}` }, name))),
    el("button", { class: "theme", type: "button", title: "Light or dark", "aria-label": "Light or dark", click: toggleTheme }, "◐"),
  ];
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

function drawOverview() {
  overview.append(
    ...[hatch(), ranking(report), notes(report), growth(report), stress(report), effects(report), diagnosis(report), byKind(report, heat.filter),
      latency(report), losses(report, heat.filter), heat.box, confidence(report), times(report), changed(report), ...brought(report), settingsAndOrigin(report)].filter(Boolean));
}

/** The id of the question that the address names, else null. */
function asked() {
  const named = /^#q=(.*)$/.exec(location.hash);
  if (!named) return null;
  try {
    return decodeURIComponent(named[1]);
  } catch (fault) {
    if (fault instanceof URIError) return named[1];
    throw fault;
  }
}

/** The question with all that its answers hold: the overview has little of them, and a line each holds the rest. */
function withAnswers(question) {
  const line = document.getElementById("answers").textContent.split("\n")[report.questions.indexOf(question)];
  const rest = JSON.parse(line);
  return { ...question, rows: question.rows.map((rows, run) => rows.map((row, number) => ({ ...row, ...rest[run][number] }))) };
}

function neighbours(id) {
  const shown = heat.shown();
  const order = shown.includes(id) ? shown : report.questions.map((question) => question.id);
  const at = order.indexOf(id);
  return { previous: order[at - 1], next: order[at + 1], position: `${at + 1} of ${order.length}` };
}

function navigate() {
  const id = asked();
  const question = report.questions.find((found) => found.id === id);
  overview.hidden = id !== null;
  questionBox.hidden = id === null;
  if (id === null) {
    document.title = `${report.sweep.dataset} ${report.sweep.sweep_id} · Ragatta`;
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    return;
  }
  document.title = `${id} · ${report.sweep.dataset}`;
  if (document.readyState === "loading") return; // the answers are still to come; it is called again when they are there
  const missing = [el("h1", { id: "question-title", tabindex: -1 }, `This sweep has no question ${id}`), el("p", {}, el("a", { href: "#heatmap" }, "all questions"))];
  questionBox.replaceChildren(...(question ? questionPage(report, withAnswers(question), neighbours(id)) : missing).filter(Boolean));
  scrollTo(0, 0);
  document.getElementById("question-title").focus({ preventScroll: true });
}

function keys(event) {
  if (asked() === null || event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const { previous, next } = neighbours(asked());
  const to = { ArrowLeft: previous, ArrowRight: next }[event.key];
  if (to) location.hash = route(to);
  if (event.key === "Escape") location.hash = "#heatmap";
}

drawOverview();
document.getElementById("masthead").append(...masthead());
addEventListener("hashchange", navigate);
addEventListener("DOMContentLoaded", () => { if (asked() !== null) navigate(); });
addEventListener("keydown", keys);
navigate();
document.documentElement.dataset.drawn = Math.round(performance.now()); // ms since it was opened
