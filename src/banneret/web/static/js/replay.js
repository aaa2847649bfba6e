// A game looked at again, ply by ply.

import { Board } from "./board.js";
import { byId, given, picture } from "./dom.js";
import { drawGraph } from "./graph.js";
import { enact } from "./motion.js";
import { announce, say } from "./say.js";
import { Server } from "./server.js";
import { drawLog, drawSide } from "./side.js";

const { id, over, replay, seats } = given("table");
const server = new Server(id);
const position = given("position");
const board = new Board(byId("board"), { picked() {}, met() {}, left() {} });
const lines = position.log.filter((line) => !line.undone);

let at = position.ply;
let wanted = at;
let moving = false;
let running = false;

/** Go to a ply. While one is on its way, only the latest wish counts. */
async function go(ply) {
  wanted = Math.min(position.plies, Math.max(0, ply));
  if (moving) return;
  moving = true;
  try {
    while (wanted !== at) await reach(wanted);
  } catch (error) {
    byId("notice").textContent = error.message;
    byId("notice").hidden = false;
    wanted = at;
  } finally {
    moving = false;
  }
}

async function reach(ply) {
  const forward = ply === at + 1;
  const [step] = ply ? await server.steps(ply - 1, ply, position.seat) : [];
  const shown = step ?? (await server.ply(0, position.seat));
  at = ply;
  tell(shown);
  if (forward && step) await enact(board, picture(step.board), step.motions);
  else board.draw(picture(shown.board));
}

function tell(shown) {
  drawSide(shown.side);
  byId("prompt").textContent = shown.text?.join(" ") ?? say("beginning");
  announce(byId("prompt").textContent);
  mark();
  history.replaceState(null, "", `?ply=${at}`);
}

/** Show where we are on the slider, in the log and on the graph. */
function mark() {
  byId("slider").value = at;
  byId("ply").textContent = say("ply_of", { n: at, all: position.plies });
  byId("slider").setAttribute("aria-valuetext", byId("ply").textContent);
  if (byId("fork-ply")) byId("fork-ply").value = at;
  drawLog(lines, { jump: replay, now: at });
  byId("graph")?.dispatchEvent(new CustomEvent("at", { detail: at }));
}

async function run() {
  running = !running;
  byId("run").setAttribute("aria-pressed", String(running));
  if (running && at === position.plies) await go(0);
  while (running && at < position.plies) await go(at + 1);
  running = false;
  byId("run").setAttribute("aria-pressed", "false");
}

async function share() {
  const link = new URL(`?ply=${at}`, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    note(say("copied"));
  } catch {
    note(link); // a page without the right to copy shows what to copy
  }
}

function note(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = false;
  setTimeout(() => (byId("notice").hidden = true), 4000);
}

const jump = (ply) => {
  running = false;
  return go(ply);
};
const does = {
  first: () => jump(0),
  earlier: () => jump(at - 1),
  later: () => jump(at + 1),
  last: () => jump(position.plies),
  run,
  share,
  nearer: () => board.zoom.by(1.4),
  further: () => board.zoom.by(1 / 1.4),
  whole: () => board.zoom.all(),
};
const KEYS = { ArrowLeft: "earlier", ArrowRight: "later", Home: "first", End: "last", " ": "run" };

for (const [name, act] of Object.entries(does)) byId(name).addEventListener("click", () => act());
byId("slider").addEventListener("input", ({ target }) => jump(Number(target.value)));
byId("log").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ply]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  jump(Number(link.dataset.ply));
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  if (event.target.matches("input:not(#slider), select, textarea, .hex") || (event.key === " " && event.target.matches("button, a"))) return;
  event.preventDefault();
  does[KEYS[event.key]]();
});

board.draw(byId("board").querySelector("svg.board"));
board.mark({});
drawSide(position.side);
if (at) server.steps(at - 1, at, position.seat).then(([step]) => (byId("prompt").textContent = step.text.join(" ")));
else byId("prompt").textContent = say("beginning");
mark();
if (over) drawGraph(server, { plies: position.plies, seats, jump });
