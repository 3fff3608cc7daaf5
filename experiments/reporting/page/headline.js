"use strict";

/* The first line of the report. */

/** What the plot shows in one sentence, no more than the tests carry. */
function headline(order, { sweep }) {
  if (!order.length) return `No ${words(sweep.metric)} was measured`;
  const means = order.map((variation) => fixed(variation.means[sweep.metric].mean));
  const first = order.filter((variation, index) => means[index] === means[0]).map((variation) => variation.label);
  const highest = first.length > 1 && first.length === order.length ? `All ${order.length} variations have the same`
    : `${few(first)} ${first.length > 1 ? "have" : "has"} the highest`;
  const best = `${highest} mean ${words(sweep.metric)}, ${means[0]}`;
  const against = order.filter((variation) => variation.comparison && !variation.same_as);
  if (!against.length) return best;
  const [better, worse] = ["better", "worse"].map((verdict) => against.filter((v) => v.comparison.verdict === verdict).map((v) => v.label));
  const said = [better.length && `${few(better)} better`, worse.length && `${few(worse)} worse`].filter(Boolean);
  return `${best}; ${said.length ? `against ${nameOf(sweep.baseline)}: ${said.join("; ")}` : `no significant difference from ${nameOf(sweep.baseline)}`}`;
}
