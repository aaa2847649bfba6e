// A table being played: what is shown, what has been clicked, and what is asked of the server.

import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { hold, isBusy } from "./busy.js";
import { Choosing } from "./choosing.js";
import { drawCurtain, openCurtain } from "./curtain.js";
import { byId, given, picture } from "./dom.js";
import { Foresight } from "./foresight.js";
import { bindKeys } from "./keys.js";
import { lastSeen, remember } from "./memory.js";
import { enact } from "./motion.js";
import { isHex, kindOf } from "./paths.js";
import { isMine, sameBoard } from "./position.js";
import { clearPreview, drawHints, tell } from "./preview.js";
import { announce, say } from "./say.js";
import { Refused, Server, Unreachable, listen } from "./server.js";
import { bindSettings } from "./settings.js";
import { drawLog, drawResult, drawSide } from "./side.js";
import { bindTools, drawTools } from "./tools.js";

const { id, hidden, names, replay } = given("table");
const server = new Server(id);

let shown = given("position"); // the position on the screen
let newest = shown.seq; // the number that the server last told

const means = {
  picked: (...given) => choosing.pick(...given),
  met: (thing) => choosing.meet(thing),
  left: () => choosing.left(),
};
const board = new Board(byId("board"), means);
const bar = new Bar({ ...means, stepped: (how) => choosing.step(how) });
const foresight = new Foresight(server, trouble);
const choosing = new Choosing({ board, bar, foresight, act, stale: update });

// Showing

/** Show a position as it is now. */
function show(position, drawn = picture(position.board)) {
  const mine = isMine(position);
  const begins = mine && !(isMine(shown) && shown.ply === position.ply);
  shown = position;
  document.body.dataset.seq = position.seq;
  board.draw(drawn);
  drawBeside(position);
  document.body.classList.toggle("my-turn", mine);
  choosing.begin(position);
  board.comeNear();
  remember(id, position.ply);
  if (begins) announce(`${say("your_turn", { seat: names[position.seat] })} ${position.prompt}`, "assertive");
  if (position.over) showResult(position);
  else curtainIfNeeded();
  pass(position);
}

/** Show what changed beside the board; what has been clicked stays clicked. */
function showBeside(position) {
  shown = position;
  document.body.dataset.seq = position.seq;
  drawBeside(position);
  choosing.follow(position);
  pass(position);
}

function drawBeside(position) {
  drawSide(position.side, Object.values(position.paths).some(([first]) => kindOf(first) === "offer"));
  drawLog(position.log, { jump: replay });
  drawTools(position, isMine(position));
}

/** Let the rest of the page know what is shown. */
function pass(position) {
  document.dispatchEvent(new CustomEvent("position", { detail: position }));
}

// Doing

function act(action) {
  return write(() => server.act(shown.seat, action, shown.seq));
}

const undo = () => shown.undo?.to != null && write(() => server.undo(shown.seat, shown.undo.to, shown.seq));
const reset = () => shown.undo?.reset != null && write(() => server.undo(shown.seat, shown.undo.reset, shown.seq));

/** Ask for a change, and show what it led to. Nothing else is asked for meanwhile. */
async function write(change) {
  if (isBusy()) return;
  choosing.leave();
  hold(true);
  try {
    const position = await change();
    newest = Math.max(newest, position.seq);
    hold(false);
    tellLog(position);
    show(position);
    if (needsOtherSeat(position)) await update();
    else if (newest > position.seq) update();
  } catch (error) {
    hold(false);
    await trouble(error);
    await update();
  }
}

/** At one screen the next seat looks at the board from its own side, where nothing is hidden. */
const needsOtherSeat = (position) => !hidden && position.acting !== position.seat && position.seats.includes(position.acting);

/** Something did not work: say what, and let the page show how things are. */
async function trouble(error) {
  if (error instanceof Unreachable) connected(false);
  else if (error instanceof Refused) {
    tell(error.message, "trouble");
    announce(error.message, "assertive");
    byId("notice").textContent = error.message;
    byId("notice").hidden = false;
    setTimeout(() => (byId("notice").hidden = true), 5000);
  } else throw error;
}

/** Say what others did since the position on the screen. */
function tellLog(position) {
  const added = position.log.slice(shown.log.length).filter((line) => !line.undone);
  if (added.length) announce(added.map((line) => line.text.join(" ")).join(" "));
}

// Hearing of others

let updating = null;

/** Show how the table is now; what others did is shown action by action. */
function update() {
  updating ??= updateOnce().finally(() => {
    updating = null;
    if (newest > shown.seq && !isBusy()) update();
  });
  return updating;
}

async function updateOnce() {
  hold(true);
  try {
    const seat = lookingThrough();
    const position = await server.position(seat);
    newest = Math.max(newest, position.seq);
    if (seat !== lookingThrough()) return; // somebody lifted the curtain meanwhile
    if (position.seq === shown.seq && position.seat === shown.seat) return;
    if (sameBoard(position, shown)) {
      tellLog(position);
      return showBeside(position);
    }
    choosing.leave();
    choosing.refresh();
    if (position.ply > shown.ply) await playSteps(shown.ply, position.ply, position.seat);
    hold(false);
    tellLog(position);
    show(position);
  } catch (error) {
    await trouble(error);
  } finally {
    hold(false);
  }
}

/** The seat through which to look: where things are hidden at one screen, only one that lifted the curtain. */
const lookingThrough = () => (hidden && shown.seats.length > 1 ? shown.seat : null);

/** What happened between two plies, one action after the other. */
async function playSteps(first, last, seat) {
  for (const step of await server.steps(first, last, seat)) {
    byId("prompt").textContent = step.text.join(" ");
    drawSide(step.side);
    await enact(board, picture(step.board), step.motions);
  }
}

function heard(seq) {
  newest = Math.max(newest, seq);
  if (newest > shown.seq && !isBusy()) update();
}

const KNOCK = 1500; // ms until the server is tried again
let knocking = null;

function connected(up) {
  byId("offline").hidden = up;
  clearTimeout(knocking);
  if (!up) knocking = setTimeout(knock, KNOCK);
  if (up && newest > shown.seq && !isBusy()) update();
}

/** See whether the server can be reached again; the line for news does not tell when only an answer got lost. */
async function knock() {
  try {
    newest = Math.max(newest, (await server.position(lookingThrough())).seq);
    connected(true);
  } catch (error) {
    connected(!(error instanceof Unreachable));
  }
}

// Recap

/** Show again what happened since a ply; since my last action if none is given. */
async function recap(since = afterMyLast()) {
  if (isBusy() || since >= shown.ply) return;
  const position = shown;
  hold(true);
  choosing.refresh();
  try {
    await playSteps(since, position.ply, position.seat);
  } catch (error) {
    await trouble(error);
  }
  hold(false);
  show(position);
}

function afterMyLast() {
  const lines = shown.log.filter((line) => !line.undone);
  const last = lines.findLast((line) => shown.seats.includes(line.seat));
  return last ? last.ply : 0;
}

// The curtain: between people at one screen, where something is hidden

function curtainIfNeeded() {
  const next = shown.acting;
  const needed = hidden && shown.seats.length > 1 && shown.seats.includes(next) && shown.seat !== next;
  if (!needed) return;
  drawCurtain(names[next]);
  if (shown.seat !== null) forgetSeat();
}

/** Before the screen is handed over it shows what everybody may see; unless the next person was quicker. */
async function forgetSeat() {
  const handed = shown;
  try {
    const position = await server.position(null);
    if (shown === handed) show(position);
  } catch (error) {
    await trouble(error);
  }
}

async function lift() {
  try {
    const position = await server.position(shown.acting);
    openCurtain();
    show(position);
  } catch (error) {
    await trouble(error);
  }
}

// The end

function showResult(position) {
  drawResult(position.result);
  byId("record").hidden = false; // nothing is hidden any more
  const dialog = byId("result");
  if (!dialog.open && !dialog.dataset.seen) dialog.showModal();
  dialog.dataset.seen = "yes";
  byId("show-result").hidden = false;
}

/** The same game again: whoever asks first makes the table. */
async function rematch() {
  try {
    location.assign(`/tables/${(await server.rematch()).table}`);
  } catch (error) {
    await trouble(error);
  }
}

// Help from outside

async function hint() {
  if (isBusy() || !isMine(shown)) return;
  const position = shown;
  tell(say("thinking"));
  try {
    const hints = (await server.hints(shown.seat)).sort((one, other) => other.share - one.share);
    const foreseen = await Promise.all(hints.map(({ action }) => foresight.of(action, position.seat)));
    if (position !== shown) return;
    drawHints(hints, foreseen, (action) => choosing.finish(action, null, true));
    board.mark({ offered: board.offered, hinted: shown.paths[hints[0].action].filter(isHex) });
  } catch (error) {
    await trouble(error);
  }
}

/** The next overlay, and after the last one none. */
function nextOverlay() {
  const layers = [null, ...Object.keys(shown.overlays)];
  const next = layers[(layers.indexOf(board.overlay ?? null) + 1) % layers.length];
  board.layer(next);
  byId("overlay").setAttribute("aria-pressed", String(next !== null));
  if (next) tell(shown.overlays[next]);
  else clearPreview();
}

// Beginning

const tools = {
  undo,
  reset,
  hint,
  hurry: () => server.hurry().catch(trouble),
  recap: () => recap(),
  overlay: nextOverlay,
  lift,
  rematch,
  do: () => choosing.confirm(),
  back: () => choosing.back(),
  nearer: () => board.zoom.by(1.4),
  further: () => board.zoom.by(1 / 1.4),
  whole: () => board.zoom.all(),
  "show-result": () => byId("result").showModal(),
  help: () => byId("help-dialog").showModal(),
  "settings-button": () => byId("settings-dialog").showModal(),
};
bindTools(tools);
bindKeys({ ...tools, number: (key) => bar.keys?.has(key) && choosing.pick(bar.keys.get(key)) });
bindSettings(byId("settings-form"));

const since = lastSeen(id, shown.ply);
const drawn = byId("board").querySelector("svg.board"); // the server drew the first board into the page
shown.board = drawn.outerHTML;
show(shown, drawn);
listen(id, { heard, connected });
if (since < shown.ply && shown.seats.length && !shown.over && (!hidden || shown.seat !== null)) recap(since);
