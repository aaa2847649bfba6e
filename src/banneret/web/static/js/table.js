// A table being played: what is shown, what has been clicked, and what is asked of the server.

import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { drawCurtain, openCurtain } from "./curtain.js";
import { byId, given, picture } from "./dom.js";
import { Foresight } from "./foresight.js";
import { bindKeys } from "./keys.js";
import { lastSeen, remember } from "./memory.js";
import { enact } from "./motion.js";
import { barred, clicked, following, implied, isHex, kindOf, meant, stages } from "./paths.js";
import { clearPreview, drawHints, drawPreview, inWords, tell } from "./preview.js";
import { announce, say } from "./say.js";
import { Refused, Server, Unreachable, listen } from "./server.js";
import { asksBefore, bindSettings } from "./settings.js";
import { drawLog, drawResult, drawSide } from "./side.js";
import { bindTools, drawTools } from "./tools.js";

const { id, hidden, names, replay } = given("table");
const server = new Server(id);

let shown = given("position"); // the position on the screen
let clicks = []; // what has been clicked of an action
let waiting = null; // an action that waits for a second word: { action, thing }
let busy = false; // while something is on its way or being shown
let newest = shown.seq; // the number that the server last told

const board = new Board(byId("board"), { picked: pick, met: meet, left: leave });
const bar = new Bar({ picked: pick, met: meet, left: leave });
const foresight = new Foresight(server, trouble);

// Showing

/** Show a position as it is now. */
function show(position, drawn = picture(position.board)) {
  const mine = isMine(position);
  const begins = mine && !(isMine(shown) && shown.ply === position.ply);
  shown = position;
  document.body.dataset.seq = position.seq;
  clicks = [];
  waiting = null;
  foresight.forgetAll();
  board.draw(drawn);
  drawSide(position.side, Object.values(position.paths).some(([first]) => kindOf(first) === "offer"));
  drawLog(position.log, { jump: replay });
  byId("prompt").textContent = position.prompt;
  document.body.classList.toggle("my-turn", mine);
  clearPreview();
  refresh();
  drawTools(position, mine);
  board.comeNear();
  remember(id, position.ply);
  if (begins) announce(`${say("your_turn", { seat: names[position.seat] })} ${position.prompt}`, "assertive");
  if (position.over) showResult(position);
  else curtainIfNeeded();
  pass(position);
}

/** It is my turn, and the game has begun. */
const isMine = (position) =>
  position.seat !== null && position.acting === position.seat && Object.keys(position.paths).length > 0;

/** Whether nothing has changed on the board or in what I may do: somebody spoke, came or went. */
const sameBoard = (position) =>
  position.moved === shown.moved && position.seat === shown.seat && isMine(position) === isMine(shown);

/** Show what changed beside the board; what has been clicked stays clicked. */
function showBeside(position) {
  shown = position;
  document.body.dataset.seq = position.seq;
  drawSide(position.side, Object.values(position.paths).some(([first]) => kindOf(first) === "offer"));
  drawLog(position.log, { jump: replay });
  drawTools(position, isMine(position));
  if (!waiting) byId("prompt").textContent = position.prompt;
  pass(position);
}

/** Let the rest of the page know what is shown. */
function pass(position) {
  document.dispatchEvent(new CustomEvent("position", { detail: position }));
}

/** Mark what the clicks so far leave open. */
function refresh() {
  const ready = isMine(shown) && !busy;
  const way = ready ? implied(shown.paths, clicks) : [];
  const offered = ready && !waiting ? following(shown.paths, way) : [];
  const blocked = ready && !waiting ? barred(shown.blocked, way, offered) : new Map();
  const chosen = waiting ? shown.paths[waiting.action] : way;
  board.mark({ offered, chosen, blocked: blocked.keys() });
  bar.draw(shown, { stages: stages(shown.paths, way), offered, blocked, tentative: tentativeOf(offered) });
  byId("prompt").textContent = waiting ? say("then_so") : shown.prompt;
  byId("confirm").hidden = !waiting;
  byId("board").classList.toggle("confirming", Boolean(waiting));
}

// Clicking

/** Somebody means a thing: by the first click, or by the last one that makes an action. */
function pick(thing, touch = false, all = false) {
  if (busy || !isMine(shown)) return;
  if (waiting) {
    if (waiting.thing === thing) act(waiting.action);
    else back();
    return;
  }
  const way = implied(shown.paths, clicks);
  if (way.includes(thing) && !following(shown.paths, way).includes(thing)) return again(thing, all);
  const next = clicked(shown.paths, way, thing);
  if (!next) return explain(thing);
  const action = meant(shown.paths, next);
  if (action) return finish(action, thing, touch);
  clicks = next;
  count = null;
  clearPreview();
  board.forget();
  refresh();
  if (all) most();
}

/** An action is complete: do it, or ask first where the settings want that. On a touch screen the first tap only
 * shows what it would do. */
async function finish(action, thing, touch) {
  leave();
  hold(true);
  const found = await foresight.of(action, shown.seat);
  hold(false);
  if (!found) return update(); // what was shown is no longer so
  if (touch || asksBefore(found)) wait(action, thing, found);
  else act(action);
}

function wait(action, thing, found) {
  waiting = { action, thing };
  byId("do").textContent = found.ends_turn ? say("end_turn") : say("do_it");
  refresh();
  drawForeseen(found);
  announce(inWords(found));
  if (document.activeElement === document.body || byId("choices").contains(document.activeElement)) byId("do").focus();
}

/** Take back the last click. */
function back() {
  if (waiting) waiting = null;
  else clicks = clicks.slice(0, -1);
  count = null;
  clearPreview();
  board.forget();
  refresh();
}

/** Say why a thing cannot be clicked. */
function explain(thing) {
  const way = implied(shown.paths, clicks);
  const reason = barred(shown.blocked, way, [], true).get(thing);
  if (!reason) return back();
  tell(reason, "barred");
  announce(reason);
}

// Counts: clicking a hex again asks for one more

let count = null;

const tentativeOf = (offered) => (count === null ? null : offered.filter((thing) => kindOf(thing) === "number")[count]);

/** A chosen thing is clicked again: one more where something is counted, else it is taken back. */
function again(thing, all) {
  const numbers = following(shown.paths, implied(shown.paths, clicks)).filter((each) => kindOf(each) === "number");
  if (!numbers.length) return back();
  count = all ? numbers.length - 1 : Math.min((count ?? -1) + 1, numbers.length - 1);
  refresh();
  meet(numbers[count]);
}

/** Choose the highest number at once. */
function most() {
  const numbers = following(shown.paths, clicks).filter((each) => kindOf(each) === "number");
  if (numbers.length) pick(numbers[numbers.length - 1]);
}

// Looking ahead

/** Something is pointed at: tell what it would do, or why it cannot be. */
function meet(thing) {
  if (busy || waiting || !isMine(shown)) return;
  leave();
  const way = implied(shown.paths, clicks);
  const offered = following(shown.paths, way);
  if (!offered.includes(thing)) {
    const reason = barred(shown.blocked, way, offered).get(thing);
    if (reason) tell(reason, "barred");
    return;
  }
  const action = meant(shown.paths, [...way, thing]);
  if (!action) return;
  foresight.soon((signal) => look(action, signal));
}

async function look(action, signal) {
  const seen = shown;
  const found = await foresight.of(action, shown.seat, signal);
  if (signal.aborted || seen !== shown || waiting || busy) return;
  if (!found) return update(); // what was shown is no longer so
  drawForeseen(found);
  if (document.activeElement?.matches(":focus-visible")) announce(inWords(found));
}

function leave() {
  const pointed = foresight.stop();
  if (waiting) return;
  if (!pointed) return clearBarred();
  clearPreview();
  board.forget();
}

function clearBarred() {
  if (byId("preview").classList.contains("barred")) clearPreview();
}

function drawForeseen(found) {
  drawPreview(found);
  if (found.board) board.foresee(picture(found.board), found.hexes);
}

// Doing

const act = (action) => write(() => server.act(shown.seat, action, shown.seq));
const undo = () => shown.undo?.to != null && write(() => server.undo(shown.seat, shown.undo.to, shown.seq));
const reset = () => shown.undo?.reset != null && write(() => server.undo(shown.seat, shown.undo.reset, shown.seq));

/** Ask for a change, and show what it led to. Nothing else is asked for meanwhile. */
async function write(change) {
  if (busy) return;
  leave();
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

function hold(now) {
  busy = now;
  document.body.classList.toggle("busy", now);
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
    if (newest > shown.seq && !busy) update();
  });
  return updating;
}

async function updateOnce() {
  hold(true);
  try {
    const position = await server.position(lookingThrough());
    newest = Math.max(newest, position.seq);
    if (position.seq === shown.seq && position.seat === shown.seat) return;
    if (sameBoard(position)) {
      tellLog(position);
      return showBeside(position);
    }
    leave();
    refresh();
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
  if (newest > shown.seq && !busy) update();
}

const KNOCK = 1500; // ms until the server is tried again
let knocking = null;

function connected(up) {
  byId("offline").hidden = up;
  clearTimeout(knocking);
  if (!up) knocking = setTimeout(knock, KNOCK);
  if (up && newest > shown.seq && !busy) update();
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
  if (busy || since >= shown.ply) return;
  const position = shown;
  hold(true);
  refresh();
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

/** Before the screen is handed over it shows what everybody may see. */
async function forgetSeat() {
  try {
    show(await server.position(null));
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
  if (busy || !isMine(shown)) return;
  const position = shown;
  tell(say("thinking"));
  try {
    const hints = await server.hints(shown.seat);
    if (position !== shown) return;
    drawHints(hints, shown, (action) => finish(action, null, true));
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
  do: () => waiting && act(waiting.action),
  back,
  nearer: () => board.zoom.by(1.4),
  further: () => board.zoom.by(1 / 1.4),
  whole: () => board.zoom.all(),
  "show-result": () => byId("result").showModal(),
  help: () => byId("help-dialog").showModal(),
  "settings-button": () => byId("settings-dialog").showModal(),
};
bindTools(tools);
bindKeys({ ...tools, number: (key) => bar.keys?.has(key) && pick(bar.keys.get(key)) });
bindSettings(byId("settings-form"));

const since = lastSeen(id, shown.ply);
const drawn = byId("board").querySelector("svg.board"); // the server drew the first board into the page
shown.board = drawn.outerHTML;
show(shown, drawn);
listen(id, { heard, connected });
if (since < shown.ply && shown.seats.length && !shown.over && (!hidden || shown.seat !== null)) recap(since);
