"use strict";

/* One question: its gold answer and evidence, and every variation's answer side by side. */

function questionPage(report, question, { previous, next, position }) {
  const step = (id, text, key) => (id
    ? el("a", { href: route(id), rel: key, title: `${text}: ${id}` }, key === "prev" ? "← " : "", text, key === "next" ? " →" : "")
    : el("span", { class: "muted" }, text));
  return [
    el("nav", { class: "steps", "aria-label": "Questions" },
      el("a", { href: "#heatmap", class: "back" }, "↑ all questions"), el("a", { href: report.studio + encodeURIComponent(question.id), title: "works where ragatta studio runs on these documents" }, "in the studio"), step(previous, "previous", "prev"), el("span", { class: "muted" }, position), step(next, "next", "next")),
    el("h1", { tabindex: -1, id: "question-title" }, el("span", { class: "id" }, question.id), " ", question.question),
    turnsBefore(question),
    el("p", { class: "facts" }, [question.kind, ...(question.group === question.kind ? [] : [question.group]), question.split, ...(question.tags || [])].map((fact) => el("span", { class: "tag" }, words(fact))),
      question.documents ? el("span", { class: "muted" }, ` asked of ${question.documents.join(", ")}`) : null),
    gold(report, question),
    pictured(report, question),
    trail(report, question),
    el("h2", {}, "Answers"),
    el("div", { class: "cards" }, report.variations.map((variation, index) => card(report, question, variation, question.rows[index]))),
  ];
}

/** The turns of its conversation before it, and the words that need none of them; nothing for a question without. */
function turnsBefore({ turns, standalone }) {
  const said = (turns || []).map(({ user, assistant }) => el("li", {}, user, el("span", { class: "muted" }, ` → ${assistant}`)));
  if (!said.length) return null;
  return el("div", { class: "turns" }, el("p", { class: "muted" }, standalone ? `In a conversation; standing alone: ${standalone}` : "In a conversation, after:"), el("ol", {}, said));
}

const OUTCOMES = {
  unanswerable: "There is no answer: the right outcome is to say so.",
  clarify: "It cannot be answered as it stands: the right outcome is to ask back.",
  unsafe: "It must not be answered: the right outcome is to refuse.",
};

function gold(report, question) {
  const expected = question.sub_questions ? null : Array.isArray(question.expected)
    ? el("ul", { class: "items" }, question.expected.map((item) => el("li", {}, item)))
    : el("p", { class: "answer" }, question.expected || OUTCOMES[question.kind]);
  const conditions = Object.entries(question.filters || {}).map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return el(
    "section", { class: "gold", "aria-labelledby": "gold-title" },
    el("h2", { id: "gold-title" }, "Gold answer"), expected,
    conditions.length ? el("p", { class: "muted" }, `documents to search: ${conditions.join("; ")}`) : null,
    question.forbidden ? el("p", { class: "muted" }, `only an answer that obeys an order in a document says: ${question.forbidden.join("; ")}`) : null,
    question.also_accepted ? el("p", { class: "muted" }, `also accepted: ${question.also_accepted.join("; ")}`) : null,
    question.components ? el("ul", {}, question.components.map(({ name, weight, match, files }) => el("li", {}, `${name} (weight ${weight}): ${match || (files || []).join("; ")}`))) : null,
    question.sub_questions ? el("ol", {}, question.sub_questions.map((sub, index) => el("li", {}, sub, " ", el("b", {}, question.expected[index])))) : null,
    question.evidence ? [
      el("h3", {}, "Evidence"),
      sources(question.evidence),
      folded("The evidence in its place", () => evidencePlaces(report, question)),
    ] : null,
  );
}

/** The quotes of the evidence under the file and pages where they stand. */
function sources(evidence) {
  const together = new Map();
  for (const { file, pages: numbers, quote, value } of evidence) {
    const place = JSON.stringify([file, numbers]);
    together.set(place, [...(together.get(place) || []), quote || value].filter(Boolean));
  }
  return el("ul", { class: "sources" }, [...together].map(([place, quotes]) => {
    const [file, numbers] = JSON.parse(place);
    return el("li", {}, el("span", { class: "file" }, file), el("span", { class: "where" }, ` p. ${numbers.join(", ")}`), el("div", { class: "quotes" }, quotes.map((quote) => el("q", {}, quote))));
  }));
}

/** How far each piece of evidence came in each variation. */
function trail(report, question) {
  if (!question.wanted.length || !question.rows.some((rows) => rows.some((row) => row.lost))) return null;
  const rows = question.wanted.map(([phrase], piece) => el(
    "tr", {}, el("th", { scope: "row" }, phrase),
    question.rows.map((own, index) => trailCell(own.filter((row) => row.lost).map((row) => row.lost[piece]), report.variations[index].label))));
  return el("section", { "aria-labelledby": "trail-title" },
    el("h2", { id: "trail-title" }, "How far each piece of evidence came"),
    scrolling("Evidence by variation", el("table", { class: "trail" },
      el("caption", {}, "Where each piece of gold evidence was lost"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "evidence"), report.variations.map(({ label, short }) => el("th", { scope: "col", title: label }, short)))),
      el("tbody", {}, rows))));
}

function trailCell(stages, label) {
  if (!stages.length) return el("td", { class: "cell none" }, NONE);
  const stage = stages.find(Boolean) || "";
  const kept = stages.filter((name) => !name).length;
  const several = stages.length > 1 ? ` (${kept} of ${stages.length} kept)` : "";
  return markedCell(stage, `${label}: ${stage ? lossOf(stage)[0] : "nothing lost"}${several}`, several);
}

function card(report, question, variation, rows) {
  const body = el("div", {});
  const id = `card-${report.variations.indexOf(variation)}`;
  const show = (index) => body.replaceChildren(...answerParts(report, question, rows[index]).flat(Infinity).filter(Boolean));
  const samples = rows.length > 1 ? el("label", { class: "samples" }, "repeat ", el("select", { change: (event) => show(Number(event.target.value)) },
    rows.map((row, index) => el("option", { value: index }, `${row.sample + 1}: ${fixed(row.scores[report.sweep.metric], 2)}`)))) : null;
  if (rows.length) show(0);
  else body.append(el("p", { class: "muted" }, "Not answered yet in this sweep."));
  return el("section", { class: "card", "aria-labelledby": id },
    el("h3", { id }, variation.label, variation.llm === "extractive" ? el("small", {}, " extractive: a floor, by rule") : el("small", {}, ` ${variation.model}`)), samples, body);
}

function answerParts(report, question, row) {
  const headline = row.scores[report.sweep.metric];
  return [
    el("p", { class: "outcome" },
      el("span", { class: "score", title: words(report.sweep.metric) }, fixed(headline)),
      el("span", { class: "tag" }, words(row.status)),
      row.lost_at ? el("span", { class: "tag" }, swatch(lossOf(row.lost_at)[1]), `lost: ${words(row.lost_at)}`) : null,
      row.confidence ? el("span", { class: "muted" }, `${row.confidence} confidence`) : null),
    row.against_rule ? el("p", { class: "beside" }, el("b", {}, "A person contradicts a rule: "), row.against_rule) : null,
    prose(row),
    row.calculation ? calculation(report, row.calculation) : null,
    citations(report, question, row),
    row.sub_answers ? row.sub_answers.map((sub, index) => folded(`Answer ${index + 1} of ${row.sub_answers.length}`, () => [prose(sub), citations(report, question, sub)])) : null,
    folded(contextSummary(row, question), () => context(report, row, question)),
    folded(`Stages and decisions (${seconds((row.seconds || 0) + (row.replayed_seconds || 0))}, ${row.live ? "live" : "replayed"})`, () => (row.steps || []).map((step) => stage(report, step))),
    folded("All scores", () => table("Scores of this answer", ["metric", "score"], Object.entries(row.scores).map(([name, value]) => [[words(name), agreement(report, name)], fixed(value)]), { class: "numbers" })),
  ];
}

function prose(row) {
  const beside = [["clarification", row.clarification], ["limitations", row.limitations], ["reasoning", row.reasoning], ["final value", row.value], ["safety flags", row.safety_flags?.join(", ")]];
  return [
    el("div", { class: "answer", tabindex: 0, role: "region", "aria-label": "Answer" }, row.text || "(no text)"),
    beside.filter(([, text]) => text).map(([name, text]) => el("p", { class: "beside" }, el("b", {}, `${name}: `), text)),
  ];
}

/** What code computed: each operand with its place, the result, and the rule it is rounded by. */
function calculation(report, { expression, operands, exact, rounded, rule, rule_citation: ruled }) {
  const place = ([text, first, last]) => [el("span", { class: "file" }, report.texts[text].file), el("span", { class: "where" }, ` ${pages(report.texts[text].file, first, last)}`)];
  return [
    el("p", { class: "beside" }, el("b", {}, `${expression.replaceAll("_", " ").replaceAll("*", "×")} = ${exact}`), rule ? `, rounded to ${rounded}` : ", no rounding rule was found"),
    el("ul", { class: "sources", "aria-label": "Calculation" },
      operands.map(([name, value, cited]) => el("li", {}, el("b", {}, value), ` ${name}: `, place(cited))),
      rule ? el("li", {}, "rounded by ", el("q", {}, rule), ruled ? [" ", place(ruled)] : null) : null),
  ];
}

function citations(report, question, row) {
  if (!row.citations) return el("p", { class: "muted" }, "No citation.");
  return el("ul", { class: "sources", "aria-label": "Citations" }, row.citations.map(([text, first, last, score]) => {
    const { file } = report.texts[text];
    const right = (question.evidence || []).some((evidence) => evidence.file === file && evidence.pages.some((page) => first <= page && page <= last));
    return el("li", {}, el("span", { class: "file" }, file), el("span", { class: "where" }, ` ${pages(file, first, last)}`),
      right ? el("span", { class: "right", title: "a page of the gold evidence" }, " ✓ gold page") : null,
      score ? el("span", { class: "muted" }, ` similarity ${fixed(score, 2)}`) : null);
  }));
}

function contextSummary(row, question) {
  const number = (row.context || []).length;
  const reached = row.lost ? row.lost.filter((stage) => stage === "" || BEHIND_CONTEXT.has(stage)).length : 0;
  const evidence = row.lost ? `, ${reached} of ${question.wanted.length} pieces of evidence` : "";
  return `Context: ${counted(number, "stretch", "stretches")}${evidence}`;
}

const BEHIND_CONTEXT = new Set(["not_used", "wrongly_cited", "wrong_format"]);

function stage(report, step) {
  const { documents, steps, passages, ...others } = step.details || {};
  const calls = (step.live_calls || 0) + (step.replayed_calls || 0);
  const facts = [
    seconds(step.seconds || 0), step.replayed_seconds ? `${seconds(step.replayed_seconds)} replayed` : "",
    calls ? counted(calls, "model call") : "", step.tokens_in ? `${whole(step.tokens_in)} tokens in, ${whole(step.tokens_out || 0)} out` : "",
    step.fallbacks ? counted(step.fallbacks, "fallback") : "",
  ].filter(Boolean).join(", ");
  return el("section", { class: "stage" },
    el("h5", {}, words(step.name), el("span", { class: "where" }, ` ${facts}`)),
    documents ? namedDocuments(report, documents) : null,
    (step.notes || []).map((note) => el("p", { class: "warning" }, note)),
    (steps || []).map((planned, index) => el("p", {}, el("b", {}, `search ${index + 1}: `), el("q", {}, planned.query || ""), planned.documents?.length ? el("span", { class: "muted" }, ` in ${documentNames(report, planned.documents)}`) : null)),
    (step.hits || []).map((hits, index) => hitTable(report, hits, index)),
    step.cut ? el("p", { class: "warning" }, `cut from the context: ${step.cut.map((chunk) => report.chunks[chunk]?.[0] ?? chunk).join("; ")}`) : null,
    passages ? passageTable(passages) : null,
    Object.entries(others).map(([name, value]) => el("p", {}, el("b", {}, `${words(name)}: `), plain(value))),
    (step.calls || []).length ? callTable(step.calls) : null);
}

const MANY = 12; // documents that are listed at once

const documentNames = (report, numbers) => numbers.map((number) => report.files[number]).join("; ");

function namedDocuments(report, numbers) {
  if (numbers.length <= MANY) return el("p", {}, "documents: ", documentNames(report, numbers));
  return folded(`${whole(numbers.length)} documents`, () => el("p", {}, documentNames(report, numbers)));
}

function hitTable(report, hits, index) {
  const rows = hits.map(([chunk, foundBy, rank, score, similarity]) => {
    const [id, first, last] = report.chunks[chunk];
    return [el("span", { class: "file" }, id), pages(id.replace(/#\d+$/, ""), first, last), foundBy, rank || NONE, fixed(score, 4), fixed(similarity)].map((cell) => (typeof cell === "number" ? String(cell) : cell));
  });
  return scrolling(`Hits of search ${index + 1}`, table(`search ${index + 1}: ${counted(hits.length, "hit")}`, ["chunk", "pages", "found by", "rank", "score", "similarity"], rows, { class: "plain" }));
}

/** Of a system outside: where in the documents each passage that it returned stands. */
function passageTable(passages) {
  const rows = passages.map((passage, index) => {
    const places = Object.entries(passage.stands_on).map(([file, numbers]) => `${file}, p. ${numbers.join(", ")}`);
    const place = places.join("; ") || (passage.places ? "in too many places to say which" : "not found");
    return [String(index + 1), whole(passage.characters), passage.page === null ? NONE : String(passage.page), place, fixed(passage.share)];
  });
  return scrolling("Passages", table(counted(passages.length, "passage"), ["passage", "characters", "page named", "stands on", "share found"], rows, { class: "plain" }));
}

function callTable(calls) {
  const rows = calls.map((call) => [call.task, call.model || NONE, call.live ? "live" : "replayed", seconds(call.seconds || 0), `${call.tokens_in || 0} / ${call.tokens_out || 0}`,
    [call.repaired && "repaired", call.fell_back && "fell back", call.error].filter(Boolean).join("; ") || NONE]);
  return scrolling("Model calls", table("Model calls", ["task", "model", "measured", "seconds", "tokens in / out", "remarks"], rows, { class: "plain" }));
}
