"use strict";

/* Stretches of documents with their pages, the gold evidence in them highlighted. */

/** The text of [start, end) of a document as far as the report carries it, else null. */
function stretchText({ stretches }, start, end) {
  const found = stretches.find(([from, text]) => from <= start && end <= from + offsets(text).length);
  return found ? cut(found[1], start - found[0], end - found[0]) : null;
}

/* Offsets count code points, as Python does; a string here counts UTF-16 units. They differ beyond U+FFFF alone. */
const wide = new Map();

function offsets(text) {
  if (!wide.has(text)) wide.set(text, /[\ud800-\udfff]/.test(text) ? [...text] : text);
  return wide.get(text);
}

function cut(text, start, end) {
  const units = offsets(text);
  return typeof units === "string" ? units.slice(start, end) : units.slice(start, end).join("");
}

/** One stretch: its text with page marks, and the places of the gold evidence marked; whole where all of it is here. */
function stretch(report, number, start, end, wanted) {
  const document = report.texts[number];
  const text = stretchText(document, start, end);
  if (text === null) return el("p", { class: "muted" }, `The text is not at hand (characters ${whole(start)} to ${whole(end)}).`);
  const marks = placesIn(wanted, number, start, end);
  const breaks = document.starts.map((at, page) => [at, page + 1]).filter(([at]) => at > start && at < end);
  const borders = [...new Set([start, end, ...marks.flatMap((mark) => [mark.from, mark.to]), ...breaks.map(([at]) => at)])].sort((a, b) => a - b);
  const parts = borders.slice(0, -1).map((from, index) => {
    const page = breaks.find(([at]) => at === from);
    const own = marks.filter((mark) => mark.from <= from && borders[index + 1] <= mark.to);
    const piece = cut(text, from - start, borders[index + 1] - start);
    const kept = own.find((mark) => mark.whole) || own[0];
    return [
      page ? el("span", { class: "page" }, `page ${page[1]}`) : null,
      kept ? el("mark", { class: kept.whole ? "whole" : "part", title: `gold evidence${kept.whole ? "" : ", only a part of it is here"}: ${kept.phrase}` }, piece) : piece,
    ];
  });
  return el("div", { class: "passage", tabindex: 0, role: "region", "aria-label": `Text of ${document.file}` }, parts);
}

function placesIn(wanted, number, start, end) {
  return wanted.flatMap(([phrase, places]) => places
    .filter(([text, from, to]) => text === number && from < end && start < to)
    .map(([, from, to]) => ({ phrase, from: Math.max(from, start), to: Math.min(to, end), whole: start <= from && to <= end })));
}

/** The context of one answer, as stretches in the order in which it was shown. */
function context(report, row, question) {
  if (!row.context) return el("p", { class: "muted" }, "Nothing reached the context.");
  return row.context.map(([text, start, end, first, last, chunks]) => el(
    "section", { class: "stretch" },
    el("h5", {}, report.texts[text].file, el("span", { class: "where" }, ` ${pages(report.texts[text].file, first, last)}, ${chunks.length === 1 ? "chunk" : "chunks"} ${chunks.map((chunk) => chunkName(report, chunk)).join(", ")}`)),
    stretch(report, text, start, end, question.wanted),
  ));
}

/** The part of a chunk's id behind its file. */
const chunkName = (report, chunk) => report.chunks[chunk][0].split("#").pop();

/** Where gold evidence stands, with what is around it. */
function evidencePlaces(report, question) {
  const places = question.wanted.flatMap(([phrase, found]) => found.map((place) => [phrase, place]));
  if (!places.length) return el("p", { class: "muted" }, "The places of the evidence are not known: the documents are not at hand, or lack it.");
  const near = new Map();
  for (const [, [text, start, end]] of places) {
    const held = report.texts[text].stretches.find(([from, words]) => from <= start && end <= from + offsets(words).length);
    if (!held) continue;
    const from = Math.max(held[0], start - 240);
    const to = Math.min(held[0] + offsets(held[1]).length, end + 240);
    near.set(text, merged([...(near.get(text) || []), [from, to]]));
  }
  return [...near].flatMap(([text, spans]) => spans.map(([from, to]) => el(
    "section", { class: "stretch" },
    el("h5", {}, report.texts[text].file, el("span", { class: "where" }, ` ${pages(report.texts[text].file, pageAt(report.texts[text], from), pageAt(report.texts[text], to))}, read by ${report.texts[text].parser.split(" ")[0]}`)),
    stretch(report, text, from, to, question.wanted),
  )));
}

function merged(spans) {
  const found = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = found[found.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}

const pageAt = ({ starts }, offset) => Math.max(1, starts.filter((start) => start <= offset).length);
