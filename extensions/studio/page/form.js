"use strict";

/* The right part: the question with its faults, or an answer to judge. */

const EMPTY = { question: "", expected: "", kind: "", also_accepted: [], evidence: [], documents: [], tags: [], split: "", id: "" };
const LINES = ["also_accepted", "documents", "tags"]; // fields of one text a line
// The keys are the first digits of the shares, as ragatta verdicts takes them in the terminal: 0.25 is 2.
const VERDICTS = [["0", "wrong", 0], ["2", "a quarter", 0.25], ["5", "half", 0.5], ["7", "three quarters", 0.75], ["1", "right", 1]];
let checks = { kind: "", faults: [], warnings: [], near: [], places: [] };

/** The expected answer as it is typed: a list with an item a line. */
function typed(record) {
  const expected = record.expected ?? "";
  if (!Array.isArray(expected)) return expected;
  return (record.sub_questions?.length ? expected : expected.map((item) => `- ${item}`)).join("\n");
}

/** The record of the form: lists of several lines are texts only until here. */
function sent() {
  const { record } = current;
  const lines = record.expected.split("\n").map((line) => line.trim()).filter(Boolean);
  return { ...record, expected: record.sub_questions?.length ? lines : record.expected.trim() };
}

/** The texts of the evidence that is in a document, to be highlighted on its pages. */
function evidenceTexts(file) {
  const own = (current.record?.evidence ?? []).filter((one) => one.file === file);
  const items = () => typed(current.record).split("\n").map((line) => line.replace(/^- /, ""));
  return own.flatMap((one) => (one.quote ? [one.quote] : one.value ? [one.value] : items())).filter(Boolean);
}

const entry = () => state.queue.find((one) => one.key === current.key);

/** Where a draft comes from, or why to look at a question again. */
function why() {
  return current.draft ? [current.origin, current.difficulty].filter(Boolean).join(" · ") : entry()?.group === "doubtful" && entry().why;
}

function drawForm() {
  if (current.answer !== undefined) return drawVerdict();
  const { record } = current;
  const area = (name, label, rows, hint) => el("label", {}, el("span", {}, label),
    el("textarea", { id: `in-${name}`, rows, placeholder: hint, input: (event) => set(name, event.target.value) }, record[name] ?? ""));
  const lines = (name, label, list) => el("label", {}, el("span", {}, label),
    el("input", { id: `in-${name}`, value: record[name].join("; "), list, autocomplete: "off",
      input: (event) => set(name, event.target.value.split(";").map((one) => one.trim()).filter(Boolean)) }));
  const line = (name, label, hint = "") => el("label", {}, el("span", {}, label),
    el("input", { id: `in-${name}`, value: record[name] ?? "", placeholder: hint, autocomplete: "off", input: (event) => set(name, event.target.value) }));
  byId("form").replaceChildren(...[
    el("div", { class: "head" }, el("h1", {}, current.replaces ? current.replaces : current.draft ? "Draft" : "New question"),
      why() && el("p", { class: "muted" }, why())),
    drawBefore(),
    area("question", "Question", 3, "What do you ask of these documents?"),
    el("div", { id: "near" }),
    ...(current.before?.length ? [area("standalone", "In words that stand alone", 2, "as it would be asked by itself"),
      line("dependence", "What its own words depend on", "pronoun, ellipsis or subject")] : []),
    record.sub_questions?.length ? el("ol", { class: "muted" }, record.sub_questions.map((part) => el("li", {}, part))) : null,
    area("expected", "Expected answer", 2, "for a list, begin each line with '- '"),
    el("label", {}, el("span", {}, "Kind ", el("em", { id: "kind" })),
      el("select", { id: "in-kind", change: (event) => set("kind", event.target.value) },
        ["", ...state.kinds].map((kind) => el("option", { value: kind, selected: kind === record.kind }, kind || "from the answer")))),
    el("div", { id: "evidence" }),
    el("div", { id: "faults", "aria-live": "polite" }),
    el("div", { id: "places" }),
    el("details", { id: "more", open: record.also_accepted.length + record.documents.length + record.tags.length > 0 }, el("summary", {}, "More"),
      lines("also_accepted", "Also accepted (; between them)"), lines("documents", "Only in these documents"), lines("tags", "Tags"),
      line("split", "Split", "test"), line("id", "Id", checks.id)),
    drawAnswers(),
    el("div", { class: "acts" },
      el("button", { type: "button", class: "main", id: "accept", click: accept }, current.replaces ? "Save " : "Accept ", el("kbd", {}, "a")),
      el("button", { type: "button", click: reject }, current.replaces ? "Take out " : current.draft ? "Reject " : "Clear ", el("kbd", {}, "x")),
      current.replaces ? el("button", { type: "button", click: followUp }, "Ask on ", el("kbd", {}, "f")) : null,
      current.replaces ? null : el("button", { type: "button", click: keep }, "Keep as draft ", el("kbd", {}, "k"))),
  ].filter(Boolean));
  drawEvidence();
  drawChecks();
}

/** What was said before the question, in the gold's words. */
function drawBefore() {
  if (!current.before?.length) return null;
  const turn = ({ user, assistant, key }) => el("li", {}, key ? el("button", { type: "button", class: "go", click: () => open(key) }, user) : el("span", {}, user), el("p", { class: "muted" }, assistant));
  return el("div", {}, el("h2", {}, "Before it"), el("ol", { class: "before" }, current.before.map(turn)));
}

function drawAnswers() {
  if (!current.answers?.length) return null;
  const row = ({ label, score, undecided, text }) => [label, undecided ? "undecided" : score?.toFixed(2) ?? "", text];
  return el("details", { open: entry()?.group === "doubtful" }, el("summary", {}, `What ${current.answers.length} variations answered`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Answers" }, table("Answers", ["variation", "score", "answer"], current.answers.map(row))));
}

/** Called for each change of a field. */
function set(name, value) {
  current.record[name] = value;
  current.dirty = true;
  wiped = null;
  hold();
  check();
}

/** What is typed stays in the browser until it is accepted, rejected or kept, of each entry by itself. */
function hold() {
  const { key, draft, replaces, record, before, origin, version } = current;
  localStorage.setItem(slot(key), JSON.stringify({ key, draft, replaces, record, before, origin, version }));
}

const slot = (key) => `ragatta ${state.target} ${key}`;
const held = (key) => JSON.parse(localStorage.getItem(slot(key)) ?? "null");
const release = (key) => localStorage.removeItem(slot(key));

/** Has the server check what is typed, and takes the place where alone the answer stands. */
async function checkNow() {
  const mine = current;
  const told = await trying(() => call("check", { record: sent(), replaces: current.replaces }));
  if (!told || mine !== current || current.answer !== undefined) return;
  checks = told;
  const sure = told.places.filter((place) => place.evidence);
  const alone = sure.length === 1 && !sure[0].elsewhere ? [sure[0].evidence] : []; // it stands at one place alone
  const { evidence } = current.record;
  if (current.dirty && (current.found || (!evidence.length && alone.length)) && JSON.stringify(evidence) !== JSON.stringify(alone)) {
    current.record.evidence = alone;
    current.found = alone.length > 0;
    hold();
    if (current.found) await show(sure[0].file, sure[0].page);
    if (mine === current) await checkNow();
    return;
  }
  drawEvidence();
  drawChecks();
}

const check = resting(checkNow);

const withoutAnswer = () => state.without_answer.includes(current.record.kind || checks.kind);

function drawEvidence() {
  const items = current.record.evidence.map((one, at) => el("li", {},
    el("button", { type: "button", class: "go", click: () => show(one.file, one.pages[0]) }, `${one.file}, ${one.pages.join(", ")}`),
    el("q", {}, one.quote || one.value || (one.quote === "" ? "the page" : "the items")), one.quote && one.value ? el("b", {}, ` ${one.value}`) : "",
    el("button", { type: "button", class: "drop", "aria-label": `Remove evidence ${at + 1}`, click: () => { current.record.evidence.splice(at, 1); current.found = false; set("evidence", current.record.evidence); drawEvidence(); show(view.file, view.page); } }, "×")));
  byId("evidence")?.replaceChildren(el("h2", {}, "Evidence"),
    items.length ? el("ul", { class: "evidence" }, items) : el("p", { class: "muted" }, withoutAnswer() ? "None: no page answers it." :
      "Drag over words of the page, click a figure of a table, or take a place below. A picture or a chart is taken as a whole page (w)."));
}

function drawChecks() {
  if (!byId("faults")) return;
  byId("kind").textContent = current.record.kind || !checks.kind ? "" : checks.kind;
  byId("faults").replaceChildren(...checks.faults.map((fault) => el("p", { class: "fault" }, fault)), ...checks.warnings.map((one) => el("p", { class: "warning" }, one)));
  if (checks.faults.some((fault) => /^(id|split|tags|documents|also_accepted)\b/.test(fault))) byId("more").open = true;
  byId("accept").disabled = checks.faults.length > 0 || !current.record.question.trim();
  byId("near").replaceChildren(...checks.near.map((one) => el("p", { class: "warning" }, `near it (${Math.round(one.share * 100)}% of the words): `, el("button", { type: "button", class: "go", click: () => open(`q:${one.id}`) }, one.id), ` ${one.question}`)));
  const nothing = current.record.kind === "unanswerable" && checks.places.length ? el("p", { class: "muted" }, "A search finds these pages. Make sure that none answers it.") : null;
  byId("places").replaceChildren(...(checks.places.length ? [el("h2", {}, `Places, by ${checks.found_by}`), nothing, el("ol", { class: "places" }, checks.places.map((place, at) => el("li", {},
    el("button", { type: "button", class: "go", click: () => jump(at + 1) }, el("kbd", {}, at + 1), ` ${place.file}, ${place.page}`), el("span", { class: "line" }, place.line),
    place.evidence && el("button", { type: "button", "aria-label": `Take place ${at + 1} as evidence`, click: () => { jump(at + 1).then(takeJump); } }, "take"))))] : []).filter(Boolean));
}

/** Adds evidence; the first figure is the answer too, if there is none yet. */
function take(evidence) {
  const { record } = current;
  if (!record || current.answer !== undefined) return;
  const [one] = evidence.pages;
  if (!record.evidence.some((other) => other.file === evidence.file && other.quote === evidence.quote && other.value === evidence.value)) record.evidence.push({ ...evidence });
  if (!record.expected && evidence.value) {
    record.expected = evidence.value;
    if (byId("in-expected")) byId("in-expected").value = evidence.value;
  }
  current.found = false;
  set("evidence", record.evidence);
  drawEvidence();
  show(evidence.file, evidence.pages.includes(view.page) ? view.page : one);
}

async function jump(number) {
  const place = checks.places[number - 1];
  if (!place) return;
  current.jump = place;
  await show(place.file, place.page, evidenceTexts(place.file), [place.evidence ? place.evidence.quote || typed(current.record).split("\n")[0].replace(/^- /, "") : place.line]);
  part("viewer");
  say(place.evidence ? "t takes this as evidence" : "m marks words of it");
}

function takeJump() {
  if (current.jump?.evidence) take(current.jump.evidence);
  else say(current.jump ? "the answer does not stand there: m marks words, w takes the page" : checks.places.length ? "1 to 5 first: t takes the place that they jump to" : "there is no place to take: m marks words, w takes the page");
}

/** Makes the page that is shown evidence as a whole. */
function takePage() {
  take({ file: view.file, pages: [view.page], quote: "" });
}

function drawVerdict() {
  const { record, answer } = current;
  const expected = Array.isArray(record.expected) ? record.expected : [record.expected ?? ""];
  byId("form").replaceChildren(
    el("div", { class: "head" }, el("h1", {}, record.id), el("p", { class: "muted" }, current.labels.length > 1 ? `given by ${current.labels.length} variations` : "")), // whose it is, might sway
    ...[drawBefore()].filter(Boolean), el("p", { class: "asked" }, record.question),
    el("h2", {}, "Right"), el("p", { class: "gold" }, [...expected, ...(record.also_accepted ?? [])].join("\n") || "no answer"),
    el("h2", {}, "Answer"), el("p", { class: "answer" }, answer || "no text"),
    ...current.passages.map((passage) => el("blockquote", {}, passage)),
    current.audited ? el("p", { class: "muted" }, `This answer is ${current.why}.`) :
    el("p", { class: "muted" }, `Undecided: ${current.why}. `, current.hanging ? `${current.hanging} comparison${current.hanging > 1 ? "s" : ""} may hang on it.` : "No comparison hangs on it."),
    el("div", { class: "acts" }, VERDICTS.map(([key, name, share]) => el("button", { type: "button", click: () => judge(share) }, `${name} `, el("kbd", {}, key))),
      el("button", { type: "button", click: goldIsWrong }, "The gold is wrong ", el("kbd", {}, "g")),
      el("button", { type: "button", click: nextCited }, "Next page: gold, cited ", el("kbd", {}, "c"))));
}
