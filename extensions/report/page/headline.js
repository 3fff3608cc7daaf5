"use strict";

/* The decision of the sweep, in the words of the terminal. */

/** The sentences after the first, which is the heading, and what could turn it. */
function decided({ decision }) {
  const [, ...rest] = decision.sentences;
  const said = [...rest, decision.next_step, decision.basis].filter(Boolean).join(" ");
  return [
    said ? el("p", { class: "decided" }, spoken(said)) : null,
    decision.cautions.length ? el("ul", { class: "cautions" }, decision.cautions.map((one) => el("li", {}, spoken(one)))) : null,
  ];
}

/** The terminal puts commands between backticks; here they are code. */
const spoken = (sentence) => sentence.split("`").map((part, index) => (index % 2 ? el("code", {}, part) : part));

/** Every note on the figures, in a line that unfolds. */
function notes(report) {
  if (!report.notes.length) return null;
  return el("details", { class: "notes", role: "note" },
    el("summary", {}, `${counted(report.notes.length, "note")} on these figures`),
    report.notes.map((note) => el("p", { class: "note" }, note)));
}
