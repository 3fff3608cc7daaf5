"use strict";

/* Numbers and names as a reader wants them. A dash is what was not measured. */

const NONE = "–";

/** As Python formats it in the other tables: an exact tie goes to the even digit. */
function rounded(value, digits) {
  const halves = value * 2 ** (digits + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return value.toFixed(digits);
  const even = (2 * Math.round((Math.abs(value) * 10 ** digits) / 2)) / 10 ** digits;
  return `${value < 0 ? "-" : ""}${even.toFixed(digits)}`;
}

const fixed = (value, digits = 3) => (value === null || value === undefined ? NONE : rounded(value, digits));

function signed(value, digits = 3) {
  if (value === null) return NONE;
  const size = rounded(Math.abs(value), digits);
  return Number(size) ? `${value < 0 ? "−" : "+"}${size}` : size;
}

/** A p value, as in the terminal. */
const pValue = (value) => (value < 0.001 ? "p < 0.001" : `p = ${fixed(value)}`);

const whole = (value) => value.toLocaleString("en-US");

function seconds(value) {
  if (value === null || value === undefined) return NONE;
  if (value >= 100) return `${value.toFixed(0)} s`;
  if (value >= 1) return `${value.toFixed(1)} s`;
  return value >= 0.001 ? `${(value * 1000).toFixed(value >= 0.1 ? 0 : 1)} ms` : `${(value * 1e6).toFixed(0)} µs`;
}

/** The unit of an axis of seconds up to `longest`: its name, and how many make a second. */
const timeUnit = (longest) => (longest < 1 ? { name: "milliseconds", each: 1000 } : { name: "seconds", each: 1 });

const counted = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;

const ownHeadings = new Map(); // a metric or column: its heading, where that is not its name

/** not_routed → not routed */
const words = (name) => ownHeadings.get(name) ?? name.replaceAll("_", " ");

/** A few names of many variations. */
function few(labels, most = 4) {
  const names = labels.map(nameOf);
  return names.length > most + 1 ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}

const shortNames = new Map(); // label: what tells it from the others

/** The places of figures in falling order, from 1; what reads alike has one place. */
const places = (values) => values.map((value) => 1 + values.findIndex((other) => fixed(other) === fixed(value)));

/** A text of so many characters at most. */
const clipped = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The class of a name that needs several lines beside a plot. */
const lengthOf = (label) => (label.length > 24 ? "long" : null);

/** A variation's name where its whole label has no room. */
const nameOf = (label) => shortNames.get(label) || label;

const units = new Map(); // suffix of documents without pages: what stands for a page

/** "p. 3–5", "slides 3–5" */
const pages = (file, first, last) => {
  const unit = units.get(file.slice(file.lastIndexOf(".")).toLowerCase());
  const name = unit ? `${unit}${first === last ? "" : "s"}` : "p.";
  return first === last ? `${name} ${first}` : `${name} ${first}–${last}`;
};

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);

/** Any value of a configuration or a manifest on one line. */
function plain(value) {
  if (value === null || value === undefined || value === "") return NONE;
  if (typeof value === "string") return /^[0-9a-f]{40,}$/.test(value) ? value.slice(0, 12) : value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const when = (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** The route of a question's page. */
const route = (id) => `#q=${encodeURIComponent(id)}`;
