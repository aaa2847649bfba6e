// What an action would do, in words and small tables.

import { byId, el } from "./dom.js";
import { say, percent } from "./say.js";

const root = () => byId("preview");

export function clearPreview() {
  root().replaceChildren();
  root().className = "";
}

/** A sentence: why something cannot be, or what went wrong. */
export function tell(text, kind = "note") {
  root().className = kind;
  root().replaceChildren(el("p", {}, text));
}

/** Everything that a preview tells. */
export function drawPreview(preview) {
  root().className = "foreseen";
  root().replaceChildren(
    el("p", {}, inWords(preview)),
    ...preview.cards.map(card),
    ...(preview.changes.length ? [el("ul", { class: "changes" }, ...preview.changes.map(change))] : []),
    ...(preview.certain ? [] : [el("p", { class: "unsure" }, say("unsure"))]),
    ...(preview.chance ? [el("p", { class: "unsure" }, say("chance_follows"))] : []),
  );
}

/** The same in one breath, for those who listen. */
export const inWords = (preview) => preview.told.join(" ");

/** An action of a line that the search foresees, and whose it is. */
const step = ({ seat, text }) => el("li", { class: seat === null ? "chance" : `seat-${seat}` }, seat === null ? null : el("span", { class: "dot" }), text);

function change({ seat, name, label, before, after }) {
  return el(
    "li",
    { class: `seat-${seat}` },
    el("span", { class: "dot" }),
    `${name}, ${label} `,
    el("span", { class: "from" }, before || "–"),
    " → ",
    el("b", {}, after || "–"),
  );
}

function card({ heading, seats, rows, verdict }) {
  return el(
    "figure",
    { class: "card" },
    el("figcaption", {}, heading),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("td"), ...seats.map((seat) => el("th", { scope: "col", class: `seat-${seat.seat}` }, el("span", { class: "dot" }), seat.name)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.what), ...row.values.map((value) => el("td", {}, value))))),
    ),
    el("p", { class: "verdict" }, verdict),
  );
}

/** The best actions, each in words, with the share of the win expected of it and how it might go on. */
export function drawHints(hints, foreseen, choose) {
  const list = hints.map(({ action, share, told }, i) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: i ? "" : "best", onclick: () => choose(action) }, el("span", {}, foreseen[i]?.told[0] ?? action), el("b", {}, percent(share))),
      told.length ? el("details", {}, el("summary", {}, say("continuation")), el("ol", {}, ...told.map(step))) : null,
    ),
  );
  root().className = "hints";
  root().replaceChildren(el("p", {}, say("hints")), el("ol", {}, ...list));
}
