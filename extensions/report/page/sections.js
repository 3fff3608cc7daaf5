"use strict";

/* What extensions add: a table each. */

const brought = ({ sections }) => sections.map(({ name, title, reading, headings, rows }) =>
  section(name, title, reading, scrolling(title, table(title, headings, rows))));
