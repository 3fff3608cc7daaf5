"use strict";

/* Pictures of the pages of a question, with the words of gold evidence and of cited passages highlighted. */

const OPEN_PAGES = 1; // pictures that are shown at once; the others when they are opened

function pictured(report, question) {
  if (!question.pages?.length) return null;
  return el("section", { "aria-labelledby": "pages-title" },
    el("h2", { id: "pages-title" }, "Pages"),
    el("p", { class: "reading" }, el("span", { class: "key-box" }), "gold evidence ", el("span", { class: "key-box cited" }), "cited passages"),
    question.pages.map((page, index) => sheet(report, page, index < OPEN_PAGES)));
}

function sheet(report, { picture, gold, cited }, open) {
  const [file, number, width, height] = report.pictures[picture];
  const names = [...new Set(cited.flatMap(([variations]) => variations))].map((index) => report.variations[index].short);
  const place = `${file}, ${pages(file, number, number)}`;
  const by = names.length ? `cited by ${names.length === report.variations.length ? "all" : names.join("; ")}` : "cited by none";
  const said = [place, gold.length ? "gold evidence highlighted" : "", by].filter(Boolean).join("; ");
  return folded(`${place}, ${by}`, () => el("div", { class: "sheet" },
    el("img", { src: imageOf(picture), alt: said, width, height }),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      cited.flatMap(([variations, boxes]) => boxes.map((box) => rectangle(box, "cited-box", `cited by ${variations.map((index) => report.variations[index].label).join("; ")}`))),
      gold.map((box) => rectangle(box, "gold-box", "gold evidence")))), open);
}

function rectangle([left, top, right, bottom], name, title) {
  return svg("rect", { class: name, x: left, y: top, width: right - left, height: bottom - top }, hint(title));
}

/** A picture as an address: its line of base64 in the file. */
function imageOf(picture) {
  return `data:image/webp;base64,${document.getElementById("pictures").textContent.split("\n")[picture]}`;
}
