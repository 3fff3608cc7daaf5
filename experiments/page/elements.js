"use strict";

/* Elements. What a text holds reaches the page through text nodes and attributes alone, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** el("td", {class: "number"}, "0.42"): attributes that are functions are listeners, children are nodes or texts. */
function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A title that the pointer and a screen reader find on a mark of a plot. */
const hint = (text) => svg("title", {}, text);

/** A table in a region of its own that scrolls sideways where the window is narrower than its figures. */
function scrolling(label, table) {
  return el("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": label }, table);
}

/** rows: arrays of cells, the first a heading; a cell is a node or a text. Headings likewise. */
function table(caption, headings, rows, attributes = {}) {
  return el(
    "table",
    attributes,
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, headings.map((heading) => el("th", { scope: "col" }, heading)))),
    el(
      "tbody",
      {},
      rows.map(([first, ...others]) =>
        el("tr", {}, el("th", { scope: "row" }, first), others.map((cell) => el("td", {}, cell)))),
    ),
  );
}

/** A section of the overview: what is seen is its title, how to read it stands below. */
function section(id, title, reading, ...children) {
  return el(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, title),
    reading && el("p", { class: "reading" }, reading),
    children,
  );
}

/** Built when it is first opened: a long context costs nothing until somebody reads it. */
function folded(summary, build, open = false) {
  const box = el("details", { open }, el("summary", {}, summary));
  const fill = () => {
    if (box.open && box.childElementCount === 1) box.append(...[build()].flat(Infinity).filter(Boolean));
  };
  box.addEventListener("toggle", fill);
  if (open) fill();
  return box;
}
