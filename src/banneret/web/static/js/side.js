// What stands beside the board: the seats and what they have, trays, the log, the result.

import { byId, el, picture } from "./dom.js";
import { become } from "./patch.js";
import { say } from "./say.js";

/** The seats with their stocks, and the trays; not the one whose places are offered in the bar. */
export function drawSide(side, offering = false) {
  const shown = side.trays.filter((tray) => tray.items.length && !(offering && tray.numbered));
  byId("seats").replaceChildren(...side.panels.map(panel));
  become(byId("trays"), shown.map(entry));
  requestAnimationFrame(bringActing); // where things are is known when all is drawn
}

function bringActing() {
  const seats = byId("seats");
  const acting = seats.querySelector(".acting");
  if (acting && seats.scrollWidth > seats.clientWidth) seats.scrollLeft = acting.offsetLeft - 20;
}

function panel(seat) {
  const classes = ["seat", `seat-${seat.seat}`, seat.acting && "acting", seat.mine && "mine", seat.out && "out"];
  const [score, ...rest] = seat.entries;
  return el(
    "section",
    { class: classes.filter(Boolean).join(" "), "aria-current": seat.acting ? "true" : null },
    el(
      "header",
      {},
      picture(seat.shield),
      el("span", { class: "name" }, seat.name),
      el("span", { class: "who" }, seat.out ? say("out") : seat.who),
      score && headline(score),
    ),
    el("dl", {}, ...rest.filter((line) => line.items.length).map(entry)),
  );
}

/** The first line of a panel is what the game is about. */
function headline(line) {
  const value = line.items.map((item) => item.count || item.name).join(" ");
  return el("span", { class: "score", title: line.label, "data-entry": line.key }, el("b", {}, value), " ", el("small", {}, line.label));
}

function entry(line) {
  return el(
    "div",
    { class: "entry", "data-entry": line.key },
    el("dt", {}, line.label),
    el("dd", {}, ...line.items.map((item, i) => thing(item, line.numbered ? i + 1 : null))),
  );
}

function thing(item, place) {
  return el(
    "span",
    { class: item.icon ? "thing pictured" : "thing", title: item.name || null },
    place && el("sup", {}, String(place)),
    item.count || null,
    item.icon ? picture(item.icon) : null,
    item.name ? el("span", { class: item.icon && item.count ? "sr" : "word" }, item.name) : null,
  );
}

/** The log, newest at the end; each line leads to its place in the replay. */
export function drawLog(lines, { jump, now = null } = {}) {
  const list = byId("log");
  become(list, lines.map((line) => logLine(line, jump, now)));
  requestAnimationFrame(() => bringLine(list));
}

/** Show the line that is looked at, or the end of the log to who has not gone further up. */
function bringLine(list) {
  const here = list.querySelector(".now");
  if (here) here.scrollIntoView({ block: "nearest" });
  else if (!list.dataset.up) list.scrollTop = list.scrollHeight;
}

byId("log").addEventListener("scroll", ({ target }) => {
  const atEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 40;
  if (atEnd) delete target.dataset.up;
  else target.dataset.up = "yes";
});

function logLine(line, jump, now) {
  const classes = [line.seat === null ? "chance" : `seat-${line.seat}`, line.undone && "undone", line.ply === now && "now"];
  const text = line.text.join(" ");
  if (line.kind === "chat") return el("li", { class: `${classes[0]} said` }, el("b", {}, `${line.name}: `), text);
  const reach = line.undone
    ? el("s", {}, text)
    : el("a", { href: `${jump}?ply=${line.ply}`, "data-ply": line.ply, title: say("to_ply", { n: line.ply }) }, text);
  return el("li", { class: classes.filter(Boolean).join(" ") }, reach);
}

/** How it ended: places, scores, and what each score is made of. */
export function drawResult(result) {
  const many = result.winners.length > 1;
  byId("winners").textContent = say(many ? "shared" : "won", { seats: listed(result.winners) });
  byId("reason").textContent = result.reason;
  byId("standing").replaceChildren(...result.seats.map(place));
}

function place(seat) {
  const lines = seat.account.map((line) => el("tr", {}, el("td", {}, line.what), el("td", {}, signed(line.points))));
  return el(
    "li",
    { class: `seat-${seat.seat}` },
    el("div", { class: "place" }, el("b", { class: "rank" }, `${seat.rank}.`), picture(seat.shield), el("span", { class: "name" }, seat.name), el("b", { class: "total" }, String(seat.score))),
    lines.length ? el("table", {}, el("tbody", {}, ...lines)) : null,
  );
}

const signed = (points) => (points < 0 ? `−${-points}` : String(points));
const listed = (names) => new Intl.ListFormat(document.documentElement.lang).format(names);
