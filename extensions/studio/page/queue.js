"use strict";

/* The left part: what there is to decide, what is decided, and what it covers. */

const GROUPS = { broken: "Broken", undecided: "Answers to judge", draft: "Drafts", doubtful: "To look at again", accepted: "Accepted", rejected: "Rejected" };
const closed = new Set(["rejected"]);
const openTalks = new Set();
let filter = "";

/** The entries that are shown, in their order. */
function listed() {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const hit = (item) => words.every((word) => [item.id, item.text, item.kind, item.document, item.split].join(" ").toLowerCase().includes(word));
  return state.queue.filter(hit);
}

function drawQueue() {
  const found = listed();
  const focused = document.activeElement?.id === "filter";
  byId("queue").replaceChildren(
    el("div", { class: "head" },
      el("button", { type: "button", class: "main", click: () => begin() }, "New question ", el("kbd", {}, "n")),
      el("input", { id: "filter", type: "search", value: filter, placeholder: "filter", "aria-label": "Filter the queue", autocomplete: "off",
        input: (event) => { filter = event.target.value; drawQueue(); } })),
    state.missing?.length ? el("ul", { id: "missing" }, state.missing.map((said) => el("li", { class: "muted" }, said))) : "",
    ...Object.entries(GROUPS).map(([group, name]) => drawGroup(group, name, found.filter((item) => item.group === group))).filter(Boolean),
    found.length ? "" : el("p", { class: "muted" }, filter ? "Nothing has these words." : state.drafting ? "Drafts from the documents come here in a minute or so. n writes a question of your own." : "Nothing here yet. n writes a question; ragatta draft drafts some."),
    drawUnread(),
    drawCoverage());
  if (focused) {
    byId("filter").focus();
    byId("filter").setSelectionRange(filter.length, filter.length);
  }
}

function drawGroup(group, name, items) {
  if (!items.length) return null;
  const hanging = items.filter((item) => item.hanging).length;
  const box = el("details", { class: "group", open: !closed.has(group), toggle: () => (box.open ? closed.delete(group) : closed.add(group)) },
    el("summary", {}, name, " ", el("span", { class: "muted" }, items.length, hanging ? `, comparisons hang on ${hanging}` : "")),
    el("ul", {}, entries(items).map((turns) => el("li", {}, turns.length > 1 ? drawTalk(turns) : drawItem(turns[0])))));
  return box;
}

function drawItem(item, turn = item.turn > 1 ? `turn ${item.turn}` : "") {
  return el("button", { type: "button", class: `item ${item.group}`, "data-key": item.key, "aria-current": item.key === current.key ? "true" : null, click: () => open(item.key) },
    el("span", { class: "asked" }, item.text || "without words yet"),
    el("span", { class: "facts" }, [item.id, turn, item.kind, item.document, item.why].filter(Boolean).join(" · ")));
}

/** The items, those of a conversation as one entry. */
function entries(items) {
  const found = [];
  for (const item of items) {
    const last = found.at(-1);
    if (item.talk && last?.[0].talk === item.talk) last.push(item);
    else found.push([item]);
  }
  return found;
}

/** A conversation: how it begins, and its turns. */
function drawTalk(turns) {
  const [first] = turns;
  const own = turns.some((one) => one.key === current.key);
  const box = el("details", { class: "talk", open: own || openTalks.has(first.talk) || Boolean(filter),
    toggle: () => (box.open ? openTalks.add(first.talk) : openTalks.delete(first.talk)) },
    el("summary", {}, el("span", { class: "asked" }, first.talk.split("\n")[0]), el("span", { class: "facts" }, `conversation · ${turns.length} turns`)),
    el("ol", {}, turns.map((item) => el("li", { value: item.turn }, drawItem(item, "")))));
  return box;
}

function drawUnread() {
  if (!state.skipped.length) return "";
  return el("details", { class: "group" }, el("summary", {}, "Documents that are not read ", el("span", { class: "muted" }, state.skipped.length)),
    el("ul", {}, state.skipped.map((one) => el("li", { class: "muted" }, `${one.source_file}: ${one.reason}`))));
}

function drawCoverage() {
  const { kinds, rows } = state.coverage;
  if (!kinds.length) return "";
  const most = Math.max(...rows.flatMap((row) => row.slice(1)));
  const splits = Object.entries(state.queue.filter((item) => item.key.startsWith("q:"))
    .reduce((counts, item) => ({ ...counts, [item.split]: (counts[item.split] || 0) + 1 }), {}));
  const cell = (count) => el("td", { class: count > most / 2 ? "cell deep" : "cell", "--value": count ? 0.15 + (0.85 * count) / most : 0 }, count || "");
  return el("details", { class: "group" }, el("summary", {}, "Coverage"),
    el("p", { class: "muted" }, splits.map(([split, count]) => `${split} ${count}`).join(", ")),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Coverage" },
      el("table", {}, el("caption", {}, "Questions by document and kind"),
        el("thead", {}, el("tr", {}, ["", ...kinds].map((kind) => el("th", { scope: "col" }, kind)))),
        el("tbody", {}, rows.map(([file, ...counts]) =>
          el("tr", {}, el("th", { scope: "row", title: file }, file || "no document"), counts.map(cell)))))));
}
