// Playing with people elsewhere: who is there, whose time runs, what they ask of each other and say.

import { byId, el, given } from "./dom.js";
import { bindPeople, drawPeople, prepareLinks } from "./people.js";
import { drawLesson } from "./lesson.js";
import { announce, say } from "./say.js";
import { Refused, Server, newKey } from "./server.js";

const { id, game, owner, public: toAll } = given("friends");
const server = new Server(id);

let shown = null; // the position on the screen
let since = 0; // when it came
let present = []; // the seats whose people are here

document.addEventListener("position", ({ detail }) => {
  const before = shown;
  shown = detail;
  since = performance.now();
  entitle();
  if (before && !isMine(before) && isMine(shown)) notify();
  drawCalls();
  drawAsk();
  drawExplain();
  drawLesson(shown.lesson);
  drawPeople(shown, present);
  decorate();
});

document.addEventListener("news", ({ detail }) => {
  present = detail.present;
  decorate();
  drawPeople(shown, present);
});

const isMine = (position) =>
  position.seats.includes(position.acting) && !position.open.length && !position.lesson?.done;

// Whose turn it is, also for those who look elsewhere

const usualTitle = document.title;

function entitle() {
  document.title = isMine(shown) ? `● ${say("your_turn_title", { game })}` : usualTitle;
}

const wantsNotes = "banneret-notify";

function notify() {
  const wanted = kept(wantsNotes) && window.Notification?.permission === "granted";
  if (wanted && document.hidden) new Notification(say("your_turn_title", { game }), { body: shown.prompt, tag: id });
}

byId("notify")?.addEventListener("click", async ({ currentTarget }) => {
  const allowed = window.Notification && (await Notification.requestPermission()) === "granted";
  if (allowed) keep(wantsNotes, "yes");
  currentTarget.textContent = say(allowed ? "notify_on" : "notify_off");
  currentTarget.disabled = true;
});

function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it then holds for this page only
  }
}

// What is asked of whom

/** What people want of each other now, above the board. */
function drawCalls() {
  const calls = [waitingCall(), pleaCall(), botCall(), nextCall()].filter(Boolean);
  byId("calls").replaceChildren(...calls);
  byId("calls").hidden = !calls.length;
}

const call = (text, ...buttons) => el("div", { class: "call" }, el("span", {}, text), ...buttons);
const button = (text, does, kind = null) => el("button", { type: "button", class: kind, onclick: does }, text);

function waitingCall() {
  const n = shown.open.length;
  if (!n || shown.over) return null;
  const guest = toAll && !shown.seats.length;
  const open = owner || guest ? button(say(owner ? "invite" : "sit_down"), openPeople, "main") : null;
  return call(say(owner ? "wait_host" : "wait_guest", { n }), open);
}

function pleaCall() {
  const { plea } = shown;
  if (!plea) return null;
  if (plea.mine) {
    const answers = [button(say("agree"), () => reply(true), "main"), button(say("refuse"), () => reply(false))];
    return call(say("plea", { seat: plea.name, n: plea.plies }), ...answers);
  }
  return call(shown.seats.includes(plea.seat) ? say("plea_sent") : say("plea_others", { seat: plea.name }));
}

const reply = (agree) => send(() => server.write("takebacks/answers", { agree, key: newKey() }));

function botCall() {
  const replaced = shown.over ? [] : shown.company.filter((chair) => chair.place && chair.kind === "bot");
  if (!replaced.length) return null;
  return call(say("bot_for_you"), button(say("am_back"), () => replaced.forEach(({ seat }) => comeBack(seat)), "main"));
}

const comeBack = (seat) => send(() => server.post(`seats/${seat}`, { player: "me" }));

function nextCall() {
  if (!shown.next) return null;
  return call(say("next_game"), el("a", { class: "button main", href: `/tables/${shown.next}` }, say("go_next")));
}

/** Whether there are people at the table besides those at this screen. */
const othersPlay = () => shown.company.some(({ seat, kind }) => kind === "person" && !shown.seats.includes(seat));

// Taking back what is not free any more: the others are asked

/** The ply of my last decision. */
function lastOwn() {
  const own = shown.log.findLast((line) => line.kind === "action" && !line.undone && shown.seats.includes(line.seat));
  return own ? own.ply - 1 : null;
}

function drawAsk() {
  const asks = othersPlay() && !shown.over && !shown.plea && shown.undo?.to === null && lastOwn() !== null;
  byId("ask-back").hidden = !asks;
  byId("undo").hidden = asks;
  byId("reset").hidden = asks;
}

byId("ask-back").addEventListener("click", () =>
  send(() => server.write("takebacks", { ply: lastOwn(), seq: shown.seq, key: newKey() })),
);

/** Ask the server for something; what comes of it is heard like everything else. */
async function send(change) {
  try {
    await change();
  } catch (error) {
    complain(error);
  }
}

function complain(error) {
  const text = error instanceof Refused ? error.message : say("offline");
  announce(text, "assertive");
  byId("notice").textContent = text;
  byId("notice").hidden = false;
  setTimeout(() => (byId("notice").hidden = true), 5000);
}

// Who is here, and whose time runs

/** Dots and clocks on the panels of the seats, which are drawn anew whenever something happens. */
function decorate() {
  if (!shown) return;
  for (const { seat, kind } of shown.company) {
    const header = document.querySelector(`#seats .seat-${seat} header`);
    if (!header) continue;
    header.querySelectorAll(".presence, .clock").forEach((old) => old.remove());
    if (kind === "person" && othersPlay()) header.querySelector(".name").before(presence(seat));
    if (shown.clock) header.append(el("span", { class: "clock", "data-seat": seat }));
  }
  tick();
}

function presence(seat) {
  const here = present.includes(seat);
  const text = say(here ? "here" : "away");
  return el("span", { class: here ? "presence there" : "presence", title: text }, el("span", { class: "sr" }, text));
}

function tick() {
  const running = shown.open.length || shown.over ? null : shown.acting;
  for (const clock of document.querySelectorAll("#seats .clock")) {
    const seat = Number(clock.dataset.seat);
    const spent = seat === running ? (performance.now() - since) / 1000 : 0;
    const left = Math.max(0, shown.clock[seat] - spent);
    const time = written(left);
    if (clock.textContent === time) continue;
    clock.textContent = time;
    clock.title = say("clock_left", { time });
    clock.classList.toggle("short", seat === running && left < 15);
  }
}

/** Seconds as people read them: 9:05, or 2:03:00 where there are hours. */
function written(seconds) {
  const whole = Math.ceil(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

new MutationObserver(decorate).observe(byId("seats"), { childList: true });
setInterval(() => shown?.clock && tick(), 250);

// Talking, and where the rules explain things

byId("chat")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = byId("message");
  const text = field.value.trim();
  if (!text) return;
  try {
    await server.write("messages", { text, key: newKey() });
    field.value = "";
  } catch (error) {
    complain(error);
  }
});

function drawExplain() {
  const link = byId("explain");
  link.hidden = !shown.explained || !isMine(shown);
  if (shown.explained) link.href = shown.explained;
}

// The list of who plays

function openPeople() {
  drawPeople(shown, present);
  byId("people-dialog").showModal();
  prepareLinks();
}

bindPeople(server, openPeople);
byId("people").addEventListener("click", () => {
  byId("more-tools").hidePopover();
  openPeople();
});
