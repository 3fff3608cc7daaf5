"use strict";

/* Whether answers of high confidence are right more often. */

/** The section; none where no answer states its confidence. */
function confidence(report) {
  const rows = report.tables.calibration;
  if (!rows.length) return null;
  return section(
    "confidence", "Stated confidence: the share of answers that are right",
    "Answers by the confidence that they state, with 95% intervals over clustered questions (none where all have one score). Answered questions only; an answer "
    + "that is partly right counts in part, an undecided one as its guess.",
    scrolling("Stated confidence", table(
      "Share right by stated confidence", ["variation", "confidence", "answers", "undecided", "right", "95% interval"],
      rows.map((row) => [nameOf(row.variation), row.confidence, row.answers, row.undecided, fixed(Number(row.right)), between(row)]),
      { class: "numbers" })),
  );
}

const between = (row) => (row.right_ci_low ? `${fixed(Number(row.right_ci_low))} to ${fixed(Number(row.right_ci_high))}` : NONE);
