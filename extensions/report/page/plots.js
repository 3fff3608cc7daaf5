"use strict";

/* Plots. Places along x are percentages, so that a plot takes any width without being drawn again. */

/** About `count` round numbers from low to high. */
function ticks(low, high, count = 5) {
  const rough = (high - low || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.8);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** A linear scale over all the values, widened a little: {low, high, at(value) in percent, ticks}. */
function scale(values, { zero = false, count = 5 } = {}) {
  const known = values.filter((value) => value !== null && value !== undefined);
  let low = Math.min(...known, ...(zero ? [0] : []));
  let high = Math.max(...known, ...(zero ? [0] : []));
  if (!Number.isFinite(low)) [low, high] = [0, 1];
  const margin = (high - low || Math.abs(high) || 1) * 0.06;
  low = zero && low === 0 ? 0 : low - margin;
  high += margin;
  const at = (value) => ((value - low) / (high - low)) * 100;
  return { low, high, at, share: (value) => `${at(value).toFixed(3)}%`, ticks: ticks(low, high, count) };
}

const digitsOf = (steps) => Math.max(0, ...steps.map((step) => (String(step).split(".")[1] || "").length));

/** The numbers below a plot, with what they measure. */
function axis(along, label, written = null) {
  const digits = digitsOf(along.ticks);
  const write = written || ((value) => value.toFixed(digits).replace("-", "−"));
  return svg(
    "svg",
    { class: "axis", height: 34, "aria-hidden": "true" },
    along.ticks.map((tick) => [
      svg("line", { x1: along.share(tick), x2: along.share(tick), y1: 0, y2: 4, class: "rule" }),
      svg("text", { x: along.share(tick), y: 15, "text-anchor": anchored(along.at(tick)) }, write(tick)),
    ]),
    svg("text", { x: "50%", y: 30, "text-anchor": "middle", class: "unit" }, label),
  );
}

const anchored = (share) => (share < 4 ? "start" : share > 96 ? "end" : "middle");

/** A mean with its interval on one line; `reference` is a value to compare by eye. */
function whisker(along, { mean: middle, low, high }, reference, title, kind = "") {
  const grid = along.ticks.map((tick) => svg("line", { x1: along.share(tick), x2: along.share(tick), y1: 0, y2: "100%", class: "grid" }));
  return svg(
    "svg",
    { class: `whisker ${kind}`, height: 26, role: "img", "aria-label": title },
    hint(title),
    grid,
    reference !== null && svg("line", { x1: along.share(reference), x2: along.share(reference), y1: 0, y2: "100%", class: "reference" }),
    low !== undefined && low !== null && [
      svg("line", { x1: along.share(low), x2: along.share(high), y1: 13, y2: 13, class: "range" }),
      [low, high].map((end) => svg("line", { x1: along.share(end), x2: along.share(end), y1: 9, y2: 17, class: "range" })),
    ],
    svg("circle", { cx: along.share(middle), cy: 13, r: 4.5, class: "dot" }),
  );
}

/** One bar made of parts: [{name, value, colour, title}], of `total` at full width. */
function stacked(parts, total, { hatched = false, label = "" } = {}) {
  let from = 0;
  const drawn = parts.filter((part) => part.value > 0).map((part) => {
    const x = (from / total) * 100;
    const width = (part.value / total) * 100;
    from += part.value;
    const box = { x: `${x}%`, y: 2, width: `${width}%`, height: 20 };
    return svg(
      "g",
      {},
      hint(part.title),
      svg("rect", { ...box, class: "part", fill: part.colour }),
      hatched && svg("rect", { ...box, fill: "url(#hatch)" }),
      part.text && width > 4 && svg("text", { x: `${x + width / 2}%`, y: 16, "text-anchor": "middle", class: part.dark ? "on-dark" : "on-light" }, part.text),
    );
  });
  return svg("svg", { class: "stacked", height: 24, role: "img", "aria-label": label }, drawn);
}

/** The stripes of what was replayed, defined once a page. */
function hatch() {
  const stripes = svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  stripes.append(svg("rect", { width: 2.5, height: 6, class: "stripe" }));
  return svg("svg", { width: 0, height: 0, class: "defined", "aria-hidden": "true" }, svg("defs", {}, stripes));
}

/** A small box of colour before a name. */
const swatch = (colour) => el("span", { class: "swatch", "--colour": colour, "aria-hidden": "true" });
