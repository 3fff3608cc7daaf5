"use strict";

/* What to fix first: of each variation that was diagnosed, a waterfall from today's mean to 1, by what decides. */

/** The section; none where no variation was diagnosed. */
function diagnosis({ tables: { diagnosis: rows } }) {
  const diagnosed = [...new Set(rows.map((row) => row.variation))];
  if (!diagnosed.length) return null;
  const reading = "What perfect work at each stage, after perfect work at those before it, would add, and the "
    + "questions that it mends. No oracle mends the last step: it is the reader's, the gold's or the scorer's.";
  return section("diagnosis", "What to fix first", reading, diagnosed.map((label) => waterfall(label, deciding(rows.filter((row) => row.variation === label)))));
}

/** The rows of the diagnosis that decides, which is the first; older tables have that of the score alone. */
const deciding = (rows) => rows.filter((row) => row.metric === rows[0].metric);

function waterfall(label, rows) {
  const along = scale([0, 1], { zero: true });
  const unit = words(rows[0].metric || "score");
  const today = Number(rows[0].today || rows[0].score);
  const steps = rows.slice(0, -1).map((row) => ({ row, from: today + Number(row.together) - Number(row.after), to: today + Number(row.together) }));
  const reached = steps.length ? steps[steps.length - 1].to : today;
  steps.push({ row: rows[rows.length - 1], from: Math.min(reached, 1), to: 1 });
  const body = steps.map(({ row, from, to }) => el(
    "tr", {},
    el("th", { scope: "row" }, row.stage),
    el("td", { class: "number" }, signed(to - from)),
    el("td", { class: "drawn", "data-what": "gain" }, fallen(along, from, to, `${row.stage}: ${fixed(from)} to ${fixed(to)}`, row.first === "1")),
    el("td", { class: "said" }, row.oracle ? el("small", {}, `alone ${gained(row, "alone")}; then ${gained(row, "after")}`) : el("small", {}, `lasting ${gained(row, "after")}`),
      " ", row.examples.split("\n").filter(Boolean).map((id) => [el("a", { href: route(id) }, id), " "])),
  ));
  const first = el("tr", {}, el("th", { scope: "row" }, "today"), el("td", { class: "number" }, fixed(today)), el("td", { class: "drawn" }, fallen(along, 0, today, `today: ${fixed(today)}`, false)), el("td", {}));
  const foot = [el("td", { colspan: 2 }), el("td", { class: "drawn" }, axis(along, unit)), el("td", {})];
  return [
    el("p", {}, el("strong", {}, `${label}: `), rows[0].sentence),
    el("table", { class: "forest" },
      el("caption", {}, `What each stage would add to the ${unit} of ${label}`),
      el("thead", {}, el("tr", {}, ["perfect", "adds", unit, "95% interval, and questions that it mends"].map((heading) => el("th", { scope: "col" }, heading)))),
      el("tbody", {}, first, body),
      el("tfoot", {}, el("tr", {}, foot))),
  ];
}

const gained = (row, name) => `${signed(Number(row[name]))} (${signed(Number(row[`${name}_low`]))} to ${signed(Number(row[`${name}_high`]))})`;

/** A step from one score to another; the stage to mend first stands out. */
function fallen(along, from, to, title, first) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  return svg(
    "svg", { class: `whisker ${first ? "better" : ""}`, height: 26, role: "img", "aria-label": title },
    hint(title),
    along.ticks.map((tick) => svg("line", { x1: along.share(tick), x2: along.share(tick), y1: 0, y2: "100%", class: "grid" })),
    svg("rect", { x: along.share(low), y: 6, width: `${Math.max(along.at(high) - along.at(low), 0.3).toFixed(3)}%`, height: 14, class: `fall ${from === 0 ? "today" : to < from ? "down" : ""}` }),
  );
}
