"use strict";

/* Quality against seconds. A live median and a replayed one are two marks of two shapes, never one. */

const HEIGHT = 300;
const TOP = 14;

function latency(report) {
  const { metric } = report.sweep;
  const marks = report.variations.filter((variation) => variation.means[metric]).flatMap((variation) =>
    variation.latency.map((time) => ({ ...time, label: variation.label, mean: variation.means[metric] })));
  const title = `Quality against latency: mean ${words(metric)} over median seconds a question`;
  if (!marks.length) return section("latency", title, null, el("p", { class: "note" }, "Nothing was timed."));
  const reading = "Up is better, left is faster; the line is the score's 95% interval. Live: measured in this sweep. Replayed: as recorded when the "
    + "question was answered, or when a replayed model call was made. The two are not to be compared with one another.";
  return section("latency", title, reading, legend(marks), scatter(marks, metric), latencyTable(marks));
}

function legend(marks) {
  const kinds = [...new Set(marks.map((mark) => mark.measured))].sort();
  return el("p", { class: "legend" }, kinds.map((kind) =>
    el("span", {}, svg("svg", { width: 14, height: 14, class: "key", "aria-hidden": "true" }, glyph(kind, 7, 7)), ` ${kind}`)));
}

/** A filled circle is live, a hollow diamond replayed. */
function glyph(kind, x, y) {
  if (kind === "live") return svg("circle", { cx: x, cy: y, r: 5, class: "dot" });
  return svg("svg", { x, y, overflow: "visible" }, svg("path", { d: "M0-6 6 0 0 6-6 0Z", class: "diamond" }));
}

function scatter(marks, metric) {
  const unit = timeUnit(Math.max(...marks.map((mark) => mark.p50)));
  const across = scale(marks.map((mark) => mark.p50 * unit.each), { zero: true, count: 4 });
  const up = scale(marks.flatMap((mark) => [mark.mean.low, mark.mean.high, mark.mean.mean]), { count: 5 });
  const y = (value) => TOP + (1 - up.at(value) / 100) * (HEIGHT - 2 * TOP);
  const digits = digitsOf(up.ticks);
  const grid = up.ticks.map((tick) => [
    svg("line", { x1: 0, x2: "100%", y1: y(tick), y2: y(tick), class: "grid" }),
    svg("text", { x: 0, y: y(tick) - 3 }, tick.toFixed(digits)),
  ]);
  const named = names(marks, y);
  const at = (mark) => across.share(mark.p50 * unit.each);
  const label = `Mean ${words(metric)} over median seconds; the figures stand in the table below`;
  return el(
    "figure", { class: "scatter" },
    el("p", { class: "unit" }, `mean ${words(metric)}`),
    svg("svg", { height: HEIGHT, role: "img", "aria-label": label },
      grid, named.map(({ mark, place }) => leader(mark, place, at, y)), marks.map((mark) => point(mark, at, y))),
    svg("svg", { height: HEIGHT, class: "names", "aria-hidden": "true" }, named.map(({ mark, place }) => svg("text", { x: 4, y: place + 4, class: "name" }, clipped(nameOf(mark.label), 20)))),
    axis(across, `median ${unit.name} a question`),
  );
}

function point(mark, at, y) {
  const x = at(mark);
  const title = `${mark.label}, ${mark.measured}: ${fixed(mark.mean.mean)} at ${seconds(mark.p50)} (95% of ${counted(mark.answers, "answer")} within ${seconds(mark.p95)})`;
  return svg(
    "g", {}, hint(title),
    svg("line", { x1: x, x2: x, y1: y(mark.mean.low), y2: y(mark.mean.high), class: "range faint" }),
    glyph(mark.measured, x, y(mark.mean.mean)),
  );
}

/** A thin line from a mark to its name beside the plot. */
function leader(mark, place, at, y) {
  return svg("line", { x1: at(mark), x2: "100%", y1: y(mark.mean.mean), y2: place, class: "leader" });
}

/** Where each name stands beside the plot: as high as its mark, or as near to that as the others leave room. */
function names(marks, y) {
  const order = [...marks].sort((a, b) => b.mean.mean - a.mean.mean || a.p50 - b.p50);
  const gap = Math.min(16, (HEIGHT - 2 * TOP) / order.length);
  let free = TOP;
  return order.map((mark, index) => {
    const lowest = HEIGHT - TOP - gap * (order.length - 1 - index);
    const place = Math.min(Math.max(y(mark.mean.mean), free), lowest);
    free = place + gap;
    return { mark, place };
  });
}

function latencyTable(marks) {
  const rows = marks.map((mark) => [mark.label, mark.measured, whole(mark.answers), seconds(mark.p50), seconds(mark.p95)]);
  return folded("The same as a table", () =>
    scrolling("Latency per variation", table("Seconds a question", ["variation", "measured", "answers", "median", "95th percentile"], rows, { class: "numbers" })));
}
