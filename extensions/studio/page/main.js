"use strict";

/* What is open, the acts, and the keys. Each act is on the disk before the page says so. */

let state = { queue: [], lost: {}, documents: [], coverage: { kinds: [], rows: [] }, kinds: [] };
let current = { record: null };
let wiped = null; // what was cleared last, which Ctrl+Z brings back
const TAB = crypto.randomUUID(); // acts are taken back in the tab that did them

const KEYS = [
  ["a", "accept, or save"], ["x", "reject, or take a question out"], ["k", "keep as a draft"], ["e", "edit"], ["n", "new question"], ["f", "ask on: a follow-up to the question that is open"],
  ["u", "unanswerable: shows what a search finds"], ["1 to 5", "jump to a place"], ["t", "take the place as evidence"], ["w", "take the whole page as evidence, such as a picture or a chart"],
  ["m", "mark words: arrows, Shift extends, Enter marks, Escape ends"], ["← →", "page before, page after"], ["↑ ↓", "entry before, entry after"],
  ["/", "search in the document"], ["+ −", "larger, smaller"], ["v", "the text that search and scoring read"],
  ["0 2 5 7 1", "of an answer: wrong, a quarter, half, three quarters, right"], ["g", "the gold is wrong: opens the question"], ["c", "next page of gold and citations"],
  ["p", "put back what another program took out of the file"], ["Ctrl+Enter", "accept while typing"], ["Escape", "leave a field"], ["Ctrl+Z", "take the last act back"], ["?", "this list"],
];

/** Runs a call of which only the last one counts: null of one that another has overtaken. */
function latest(does) {
  let turn = 0;
  return async (...given) => {
    const mine = ++turn;
    const told = await trying(() => does(...given));
    return mine === turn ? told : null;
  };
}

const readState = latest(() => call("state"));
const readItem = latest((key) => call("item", { key }));

/** Reads the state again. Says so if a file was changed elsewhere. */
async function renew(notice = "") {
  const told = await readState();
  if (!told) return;
  state = told;
  byId("dataset").textContent = told.dataset;
  byId("power").textContent = [told.power, told.agreement].filter(Boolean).join(" · ");
  byId("decision").textContent = told.decision && `The latest sweep: ${told.decision}`;
  if (told.faults.length) alarm(told.faults);
  if (notice) say(notice);
  drawLost();
  drawQueue();
  if (notice && current.key && !current.dirty) await open(current.key);
}

/** What another program took out of the files, by saving an older copy. */
function drawLost() {
  const [all, most] = [Object.entries(state.lost), 8];
  const names = all.slice(0, most).map(([name, older]) => (older ? `${name} (an earlier version is there)` : name));
  const more = all.length > most ? ` and ${all.length - most} more` : "";
  byId("lost").replaceChildren(...(all.length ? [el("p", { class: "note" }, `Another program saved the questions without ${names.join(", ")}${more}. `,
    el("button", { type: "button", id: "put-back", click: putBack }, "Put back ", el("kbd", {}, "p")), " ",
    el("button", { type: "button", click: leaveOut }, "Leave as it is"))] : []));
}

/** Opens an entry of the queue. */
async function open(key) {
  const told = await readItem(key);
  if (!told) return;
  if (!told.record) {
    if (!current.record) begin(false);
    say(`there is no ${key.slice(2)} here`);
    return;
  }
  const own = { ...EMPTY, ...told.record };
  for (const name of LINES) own[name] = [...(own[name] ?? [])];
  const record = { ...own, expected: typed(own), evidence: (own.evidence ?? []).map((one) => ({ ...one, pages: [one.pages ?? []].flat().map(Number) })) };
  const kind = key[0];
  const group = state.queue.find((one) => one.key === key)?.group;
  const before = held(key);
  const going = Boolean(before) && before.version === told.version;
  if (!going) release(key); // it was changed since
  current = { ...told, key, group, dirty: going, record: going ? before.record : record, draft: kind === "d" ? key.slice(2) : "", replaces: kind === "q" ? key.slice(2) : "" };
  if (going) say("what you typed before goes on");
  await opened();
  part(kind === "v" || matchMedia("(min-width: 60rem)").matches ? "viewer" : "form");
}

async function opened() {
  checks = { kind: "", faults: [], warnings: [], near: [], places: [] };
  alarm();
  drawForm();
  markCurrent();
  check();
  const { record } = current;
  const [first] = pagesOf(record);
  const [named] = record.documents.filter((name) => state.documents.some((one) => one.file === name));
  if (first) await show(first.file, first.page);
  else if (named && named !== view.file) await show(named, 1);
  else if (view.file) await show(view.file, view.page);
}

/** The pages of the gold, and those that the answer cites. */
function pagesOf(record) {
  const gold = record.evidence.map((one) => ({ file: one.file, page: one.pages[0] || 1, gold: true }));
  return [...gold, ...(current.cited ?? [])];
}

function markCurrent() {
  for (const item of byId("queue").querySelectorAll(".item")) {
    const talk = item.closest(".talk");
    if (talk && item.dataset.key === current.key) talk.open = true;
    if (item.dataset.key === current.key) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
    if (item.dataset.key === current.key) item.scrollIntoView({ block: "nearest" });
  }
}

/** Begins a new question, or goes on with one that was typed and not sent. */
function begin(typing = true) {
  const before = held("");
  current = { key: "", draft: "", replaces: "", ...before, dirty: Boolean(before), record: { ...structuredClone(EMPTY), ...before?.record } };
  if (before) say("what you typed before goes on");
  opened();
  part("form");
  if (typing) byId("in-question").focus();
}

async function act(name, body) {
  const item = current;
  const told = await trying(() => call(name, { tab: TAB, ...body }));
  if (!told) return false;
  alarm();
  wiped = null;
  release(item.key);
  item.dirty = false;
  await renew();
  say(told.said);
  return true;
}

let busy = false;

/** One act at a time: a key that is pressed while one runs, and before the next entry is there, is left out. */
function alone(does) {
  return async (...given) => {
    if (busy) return;
    busy = true;
    try {
      await does(...given);
    } finally {
      busy = false;
    }
  };
}

const named = () => ({ record: sent(), draft: current.draft, replaces: current.replaces, version: current.version });

const accept = alone(async () => {
  if (!current.record || current.answer !== undefined) return;
  const [item, byHand] = [current, !current.draft && !current.replaces];
  if (item.dirty) {
    await checkNow(); // what was typed last
    if (item !== current) return;
    if (checks.faults.length) { alarm(checks.faults); return; }
  }
  if (!await act("accept", named())) return;
  if (byHand) begin();
  else await next(item);
});

const reject = alone(async () => {
  if (!current.record || current.answer !== undefined) return;
  const item = current;
  if (!current.draft && !current.replaces) {
    wiped = current;
    release("");
    begin();
    say("cleared; Ctrl+Z brings it back");
    return;
  }
  if (await act("reject", named())) await next(item);
});

const keep = alone(async () => {
  const item = current;
  if (item.record && item.answer === undefined && !item.replaces && await act("keep", named())) await next(item);
});

const judge = alone(async (share) => {
  const item = current;
  if (await act("judge", { key: item.key, verdict: share })) await next(item);
});

const ofLost = (name) => alone(async () => {
  const told = Object.keys(state.lost).length ? await trying(() => call(name, { tab: TAB })) : null;
  if (told) await renew(told.said);
});
const [putBack, leaveOut] = [ofLost("put_back"), ofLost("leave_out")];

const goldIsWrong = () => open(`q:${current.record.id}`).then(edit);

async function nextCited() {
  const all = pagesOf(current.record);
  if (!all.length) return;
  current.at = ((current.at ?? 0) + 1) % all.length;
  await show(all[current.at].file, all[current.at].page);
  say(all[current.at].gold ? "the gold's page" : "a cited page");
}

/** Opens what comes next of the same group, so that one decision follows the other. */
async function next(item) {
  const group = item.key.startsWith("v") ? "undecided" : item.draft ? "draft" : item.group === "doubtful" ? "doubtful" : "broken";
  const left = listed().filter((one) => one.group === group);
  if (left.length) await open(left[0].key);
  else begin();
  byId("form").focus({ preventScroll: true });
}

function step(way) {
  const keys = listed().map((one) => one.key);
  const at = keys.indexOf(current.key);
  const to = keys[at < 0 ? (way > 0 ? 0 : keys.length - 1) : at + way];
  if (to) open(to);
}

/** Begins a question that is asked after the one that is open. */
function followUp() {
  if (!current.replaces) return;
  const { record, before, replaces } = current;
  const said = [...(before ?? []), { user: record.question, assistant: typed(record) || "The documents do not say.", key: current.key }];
  release("");
  current = { key: "", draft: "", replaces: "", dirty: false, before: said, record: { ...structuredClone(EMPTY), after: replaces, documents: [...record.documents] } };
  opened();
  part("form");
  byId("in-question").focus();
}

function edit() {
  part("form");
  byId("in-question")?.focus();
}

function unanswerable() {
  if (!current.record || current.answer !== undefined) return;
  const before = { ...current, record: structuredClone(current.record) };
  Object.assign(current.record, { kind: "unanswerable", expected: "", evidence: [] });
  set("kind", "unanswerable");
  wiped = before;
  drawForm();
}

const undo = alone(async () => {
  if (wiped) {
    current = wiped;
    wiped = null;
    hold();
    await opened();
    return;
  }
  const told = await trying(() => call("undo", { tab: TAB }));
  if (told) await renew(told.said);
});

/** On a narrow screen one part is shown. */
function part(name) {
  document.body.dataset.shown = name;
  for (const tab of byId("tabs").children) tab.setAttribute("aria-pressed", tab.dataset.part === name);
}

function help() {
  byId("keys").replaceChildren(el("h1", {}, "Keys"), el("dl", {}, KEYS.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("form", { method: "dialog" }, el("button", { class: "main" }, "Close")));
  byId("keys").showModal();
}

const SINGLE = {
  a: accept, x: reject, k: keep, e: edit, n: () => begin(), u: unanswerable, p: putBack, t: takeJump, w: takePage, f: followUp, m: () => { part("viewer"); byId("desk").focus(); moveWord("", false); },
  v: toggleText, g: () => current.answer !== undefined && goldIsWrong(), c: () => current.answer !== undefined && nextCited(),
  "?": help, "/": () => byId("find").focus(), "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8),
  ArrowLeft: () => show(view.file, view.page - 1), ArrowRight: () => show(view.file, view.page + 1), ArrowUp: () => step(-1), ArrowDown: () => step(1),
};

let pressed = ""; // the key that did something, until it is let go: it is not typed into the field that it opens

function keys(event) {
  if (byId("keys").open) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key === "Escape") { event.target.blur(); view.from = view.to = -1; if (view.words.length) paint(); return; }
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); event.target.blur(); accept(); return; }
  if (typing) {
    if (!event.repeat) pressed = "";
    return;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); undo(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onWords = event.target.id === "desk" && view.from >= 0;
  let does = SINGLE[event.key];
  if (onWords && event.key.startsWith("Arrow")) does = () => moveWord(event.key, event.shiftKey);
  if (onWords && event.key === "Enter") does = mark;
  const verdict = current.answer !== undefined && VERDICTS.find(([key]) => key === event.key);
  if (verdict) does = () => judge(verdict[2]);
  else if (/^[1-5]$/.test(event.key) && current.answer === undefined) does = () => jump(Number(event.key));
  const moves = /^(Arrow.*|[-+=])$/.test(event.key);
  if (event.repeat && !moves) return; // a key that is held down decides once
  if (!does || (event.target.tagName === "SUMMARY" && event.key === "Enter")) return;
  event.preventDefault();
  pressed = event.key;
  does();
}

function untyped(event) {
  if (pressed && event.data === pressed) event.preventDefault();
}

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

/** Notices files that were changed in another tab or an editor. */
async function watch() {
  const before = state;
  try {
    const { digest } = await call("digest");
    if (!busy && before === state && digest !== state.digest) await renew(before.drafting ? "drafts are in the queue" : "the files were changed elsewhere; they are read again");
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    alarm(fault.faults);
  }
}

async function start() {
  const { searchParams, hash } = new URL(location.href);
  const asked = searchParams.get("question");
  if (hash) localStorage.setItem(KEY, hash.slice(1)); // after the link
  history.replaceState(null, "", location.pathname);
  await renew();
  if (!state.documents.length) return;
  wireViewer();
  byId("help").addEventListener("click", help);
  byId("theme").addEventListener("click", theme);
  for (const tab of byId("tabs").children) tab.addEventListener("click", () => part(tab.dataset.part));
  addEventListener("keydown", keys);
  addEventListener("keyup", () => { pressed = ""; });
  addEventListener("beforeinput", untyped);
  addEventListener("focus", watch);
  setInterval(() => { if (!document.hidden) watch(); }, 3000);
  await show(state.documents[0].file, 1, []);
  const first = listed().find((one) => ["broken", "undecided", "draft", "doubtful"].includes(one.group));
  if (asked) await open(`q:${asked}`);
  else if (first && !held("")) await open(first.key);
  else begin(Boolean(held("")));
  document.documentElement.dataset.drawn = Math.round(performance.now()); // ms since it was opened
}

start();
