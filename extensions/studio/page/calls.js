"use strict";

/* The calls of the server, and what is said of them. */

const KEY = "ragatta key"; // in the storage of this origin, which no other port reads
const byId = (id) => document.getElementById(id);

class Refused extends Error {
  constructor(status, faults) {
    super(faults.join("\n"));
    this.status = status;
    this.faults = faults;
  }
}

/** The object that a call gives. Throws Refused with what is wrong. */
async function call(name, body = {}) {
  const headers = { "Content-Type": "application/json", "X-Ragatta-Key": localStorage.getItem(KEY) ?? "" };
  let reply;
  try {
    reply = await fetch(`/api/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  } catch (fault) {
    throw new Refused(0, ["the studio does not answer: start it again and open its new link; what you typed is kept"]);
  }
  const told = await reply.json();
  if (!reply.ok) throw new Refused(reply.status, told.faults);
  return told;
}

const say = (text) => { byId("said").textContent = text; };

function alarm(faults = []) {
  byId("alert").replaceChildren(...faults.map((fault) => el("p", { class: "note" }, fault)));
}

/** Runs something that calls, and shows what is wrong with it. */
async function trying(act) {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    alarm(fault.faults);
    if (fault.status === 409) await renew();
    return null;
  }
}

/** Calls only once the typing rests. */
function resting(act, milliseconds = 250) {
  let timer = 0;
  return () => { clearTimeout(timer); timer = setTimeout(act, milliseconds); };
}
