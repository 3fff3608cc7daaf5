"use strict";

/* What changed since the sweep before over the same dataset. */

function changed(report) {
  const { changes, sweep } = report;
  if (!changes) {
    return section("changes", "What changed since the previous sweep", null,
      el("p", { class: "note" }, `There is no earlier sweep over ${sweep.dataset} to compare with.`));
  }
  const [gained, lost] = ["gained", "lost"].map((side) => new Set(changes.variations.flatMap((v) => v[side].map(([id]) => id))).size);
  const title = changes.common
    ? `Since the previous sweep: ${counted(gained, "question")} gained, ${lost} lost`
    : "The previous sweep has no question in common with this one";
  return section(
    "changes", title,
    `Compared with ${changes.sweep_id} (${when(changes.created)}), over ${counted(changes.common, "question")} in common. Gained: a higher ${words(sweep.metric)} than before. The words follow from a paired permutation test, Holm-corrected over the variations.`,
    unpaired(changes),
    changes.variations.length ? changeTable(changes) : el("p", { class: "note" }, "No variation of this sweep was in the previous one."),
    differing("Settings that differ", changes.settings, changes.variations.length),
    differing("Data, code and machine that differ", changes.origin, changes.variations.length),
  );
}

function unpaired(changes) {
  const told = [
    ["edited since, and not counted", changes.edited], ["new questions", changes.added], ["questions no longer asked", changes.removed],
    ["variations new in this sweep", changes.only_now], ["variations only in the previous sweep", changes.only_before],
  ].filter(([, names]) => names.length);
  return told.length ? el("ul", {}, told.map(([what, names]) => el("li", {}, `${what}: ${some(names)}`))) : null;
}

const some = (names, most = 12) => names.slice(0, most).join(", ") + (names.length > most ? ` and ${names.length - most} more` : "");

function changeTable({ variations }) {
  const rows = variations.map((variation) => [
    variation.label, fixed(variation.before), fixed(variation.now), shift(variation), moves(variation.gained), moves(variation.lost),
  ]);
  return scrolling("Changes per variation", table("Per variation, on the questions in common",
    ["variation", "mean before", "mean now", "difference", "gained", "lost"], rows, { class: "numbers changes" }));
}

function shift({ comparison, same_run: same, questions }) {
  if (!questions) return "no question in common";
  if (!comparison) return same ? "the same run" : "every question as before";
  return [signed(comparison.difference), el("small", {}, ` ${signed(comparison.low)} to ${signed(comparison.high)}; ${comparison.words}`)];
}

function moves(list) {
  if (!list.length) return "0";
  const links = () => el("ul", { class: "chips" }, list.map(([id, before, now]) =>
    el("li", {}, el("a", { href: route(id), title: `${fixed(before)} before, ${fixed(now)} now` }, id))));
  return folded(String(list.length), links);
}

function differing(title, rows, variations) {
  if (!variations) return null;
  if (!rows.length) return el("p", { class: "muted" }, `${title}: none.`);
  const shown = rows.map(({ key, before, now, labels }) => [key, plain(before), plain(now), labels.length === variations ? "every variation" : labels.join(", ")]);
  return folded(`${title}: ${rows.length}`, () => scrolling(title, table(title, ["key", "before", "now", "in"], shown, { class: "plain" })), rows.length <= 12);
}
