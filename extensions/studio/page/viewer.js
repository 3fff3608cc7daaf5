"use strict";

/* The middle part: a page with its evidence. Words come with their spans of the text that search and scoring read;
   where they are drawn, also with boxes. They are in the order of that text, so a selection is a span of it. */

const view = { file: "", page: 0, words: [], text: "", picture: "", textual: false, zoom: 1, marks: [], found: [], from: -1, to: -1 };
let shownAt = 0; // of the calls for pages, which may come back in another order
const AHEAD = 8; // pages that are held
const read = new Map(); // the calls for pages, by document and page

const unit = () => state.documents.find((one) => one.file === view.file)?.unit ?? "page";
const pages = () => state.documents.find((one) => one.file === view.file)?.pages ?? 0;

/** Shows a page, with the `texts` of its evidence highlighted, and others in another colour. */
async function show(file, page, texts = evidenceTexts(file), others = current.passages ?? []) {
  const there = state.documents.find((one) => one.file === file);
  if (!there) return;
  const number = Math.min(Math.max(1, page), there.pages);
  const mine = ++shownAt;
  if (file !== view.file || number !== view.page) {
    const told = await trying(() => pageOf(file, number));
    if (!told || mine !== shownAt) return;
    Object.assign(view, { file, page: number, text: told.text, picture: told.picture, width: told.width, height: told.height, from: -1, to: -1, said: told.said });
    view.words = (told.words.length ? told.words : wordsOf(told.text)).sort((a, b) => a[0] - b[0]);
  }
  const sought = [...texts, ...others, ...(byId("find").value.trim() ? [byId("find").value] : [])];
  const found = sought.length ? await trying(() => call("locate", { file, page: number, texts: sought })) : { spans: [] };
  if (mine !== shownAt) return;
  view.marks = found?.spans ?? [];
  drawPage(texts.length);
  prepare();
}

const wordsOf = (text) => [...text.matchAll(/\S+/g)].map((match) => [match.index, match.index + match[0].length]);

/** A page, which is read once while it is held. Its picture comes with it: an img could not send the page's key. */
function pageOf(file, page) {
  const key = JSON.stringify([file, page]);
  const told = read.get(key) ?? call("page", { file, page });
  read.delete(key);
  read.set(key, told); // the last one
  told.catch(() => read.delete(key));
  if (read.size > AHEAD) read.delete(read.keys().next().value);
  return told;
}

/** Has the neighbours drawn ahead. */
function prepare() {
  for (const page of [view.page + 1, view.page - 1]) {
    if (view.picture && page >= 1 && page <= pages()) pageOf(view.file, page);
  }
}

function drawPage(evidence) {
  byId("file").value = view.file;
  byId("number").value = view.page;
  byId("of").textContent = `of ${pages()}`;
  byId("textual").setAttribute("aria-pressed", view.textual);
  const desk = byId("desk");
  const drawn = view.picture && !view.textual && view.words.every((word) => word.length > 2);
  if (drawn) {
    const src = `data:image/jpeg;base64,${view.picture}`;
    if (desk.querySelector("img")?.getAttribute("src") !== src) {
      const picture = el("img", { src, alt: `${unit()} ${view.page} of ${view.file}`, draggable: "false" });
      const sheet = el("div", { class: "sheet" }, picture, svg("svg", { viewBox: `0 0 ${view.width} ${view.height}`, "aria-hidden": "true" }));
      desk.replaceChildren(sheet, el("div", { class: "spoken" }, view.text));
      desk.scrollTop = 0;
    }
    desk.querySelector(".sheet").style.setProperty("--zoom", view.zoom);
  } else {
    const parts = [];
    let at = 0;
    view.spans = wordsOf(view.text).map(([start, end], n) => {
      const span = el("span", { "data-word": n }, view.text.slice(start, end));
      parts.push(view.text.slice(at, start), span);
      at = end;
      return span;
    });
    if (view.words[0]?.length !== 2) view.words = wordsOf(view.text);
    desk.replaceChildren(el("pre", { class: "text" }, view.picture || !view.said ? "" : el("p", { class: "muted" }, view.said), parts));
    desk.querySelector(".text").style.setProperty("--zoom", view.zoom);
  }
  view.drawn = drawn;
  view.evidence = evidence;
  paint();
  const first = desk.querySelector(".marked");
  first?.scrollIntoView({ block: "center", inline: "nearest" });
}

/** The class of a word, if it is marked, found, or chosen. */
function painted(start, end, n) {
  const [low, high] = [Math.min(view.from, view.to), Math.max(view.from, view.to)];
  if (view.from >= 0 && n >= low && n <= high) return "chosen";
  const mark = view.marks.find(([from, to]) => start < to && end > from);
  return mark ? (mark[2] < view.evidence ? "marked" : "marked found") : "";
}

function paint() {
  if (view.drawn) {
    const boxes = view.words.map(([start, end, left, top, right, bottom], n) => {
      const name = painted(start, end, n);
      return name && svg("rect", { class: name, x: left - 1, y: top - 1, width: right - left + 2, height: bottom - top + 2, rx: 1.5 });
    });
    byId("desk").querySelector("svg").replaceChildren(...boxes.filter(Boolean));
  } else {
    view.words.forEach(([start, end], n) => { view.spans[n].className = painted(start, end, n); });
  }
  const low = Math.min(view.from, view.to);
  byId("word").textContent = low < 0 ? "" : view.text.slice(view.words[low][0], view.words[Math.max(view.from, view.to)][1]).replace(/\s+/g, " ");
}

/** The number of the word at the pointer, or the nearest one of its line; -1 for none. */
function wordAt(event) {
  if (!view.drawn) return Number(document.elementFromPoint(event.clientX, event.clientY)?.dataset.word ?? -1);
  const box = byId("desk").querySelector("svg").getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * view.width, y = ((event.clientY - box.top) / box.height) * view.height;
  let best = -1, least = Infinity;
  view.words.forEach(([, , left, top, right, bottom], n) => {
    const far = Math.max(left - x, 0, x - right) + 4 * Math.max(top - y, 0, y - bottom);
    if (far < least) [best, least] = [n, far];
  });
  return least < 40 ? best : -1;
}

/** Makes the chosen words evidence; a single one stands for its line. */
async function mark() {
  if (view.from < 0) return;
  const [low, high] = [Math.min(view.from, view.to), Math.max(view.from, view.to)];
  const span = { start: view.words[low][0], end: view.words[high][1], line: low === high };
  const evidence = await trying(() => call("mark", { file: view.file, page: view.page, ...span }));
  view.from = view.to = -1;
  if (evidence) take(evidence);
}

function moveWord(key, extends_) {
  const words = view.words;
  if (!words.length) return;
  const at = view.to < 0 ? Math.max(0, words.findIndex(([start, end]) => view.marks.some(([from, to]) => start < to && end > from))) : view.to;
  const to = view.to < 0 ? at : { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: beside(at, -1), ArrowDown: beside(at, 1) }[key];
  if (to < 0 || to >= words.length) return;
  view.to = to;
  if (!extends_ || view.from < 0) view.from = to;
  paint();
  (view.drawn ? byId("desk").querySelector(".chosen") : view.spans[to])?.scrollIntoView({ block: "nearest" });
}

/** The word over or under another one. */
function beside(at, way) {
  if (!view.drawn) return at + 8 * way;
  const [, , left, top, right, bottom] = view.words[at];
  let best = at, least = Infinity;
  view.words.forEach(([, , l, t, r, b], n) => {
    const down = ((t + b) / 2 - (top + bottom) / 2) * way;
    if (down < (bottom - top) / 2) return;
    const far = down * 3 + Math.abs((l + r) / 2 - (left + right) / 2);
    if (far < least) [best, least] = [n, far];
  });
  return best;
}

function zoom(times) {
  view.zoom = Math.min(4, Math.max(0.5, view.zoom * times));
  byId("desk").firstElementChild?.style.setProperty("--zoom", view.zoom);
}

async function findText() {
  const text = byId("find").value;
  view.found = text.trim() ? ((await trying(() => call("find", { file: view.file, text })))?.pages ?? []) : [];
  if (text.trim()) say(view.found.length ? `on ${view.found.length} of its ${unit()}s` : "not in this document");
  const next = view.found.find((page) => page >= view.page) ?? view.found[0] ?? view.page;
  await show(view.file, next);
}

function wireViewer() {
  byId("file").append(...state.documents.map((one) => el("option", {}, one.file)));
  byId("file").addEventListener("change", (event) => show(event.target.value, 1));
  byId("number").addEventListener("change", (event) => show(view.file, Number(event.target.value) || view.page));
  byId("before").addEventListener("click", () => show(view.file, view.page - 1));
  byId("after").addEventListener("click", () => show(view.file, view.page + 1));
  byId("smaller").addEventListener("click", () => zoom(0.8));
  byId("larger").addEventListener("click", () => zoom(1.25));
  byId("textual").addEventListener("click", toggleText);
  byId("find").addEventListener("input", resting(findText, 300));
  byId("find").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !view.found.length) return;
    show(view.file, view.found.find((page) => page > view.page) ?? view.found[0]);
  });
  const desk = byId("desk");
  let dragging = false;
  desk.addEventListener("pointerdown", (event) => {
    const at = event.button ? -1 : wordAt(event);
    if (at < 0 || event.pointerType === "touch" && view.from < 0 && !event.isPrimary) return;
    dragging = true;
    view.from = view.to = at;
    if (event.pointerType === "mouse") event.preventDefault();
    desk.focus({ preventScroll: true });
    paint();
  });
  desk.addEventListener("pointermove", (event) => {
    const at = dragging ? wordAt(event) : -1;
    if (at >= 0 && at !== view.to) { view.to = at; paint(); }
  });
  desk.addEventListener("pointerup", () => { if (dragging) mark(); dragging = false; });
  desk.addEventListener("pointercancel", () => { dragging = false; view.from = view.to = -1; paint(); });
}

function toggleText() {
  view.textual = !view.textual;
  const { file, page } = view;
  view.file = ""; // its words come anew
  show(file, page);
}
