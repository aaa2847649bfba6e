// The list of who plays: links to seats, bots that stand in, and who may come.

import { byId, el, given, picture } from "./dom.js";
import { say } from "./say.js";

const WATCH = -1;
const { id, owner, public: toAll, levels } = given("friends");
const keptLinks = `banneret-links-${id}`;

let server = null;
let shown = null;
let here = []; // the seats whose people are here
let drawn = ""; // what the list was made from; nothing is drawn anew under somebody's hands

/** Make the list work. It opens by itself for a host whose friends are still to come. */
export function bindPeople(its, open) {
  server = its;
  byId("lobby")?.addEventListener("change", ({ target }) => change(() => server.post("lobby", { open: target.checked })));
  document.addEventListener("position", () => shown.open.length && (owner || toAll && !shown.seats.length) && open(), { once: true });
}

export function drawPeople(position, present) {
  shown = position;
  if (!position) return;
  here = present;
  const made = JSON.stringify([position.company, position.over]);
  if (made !== drawn) redraw();
  else shown.company.forEach(retell);
  drawn = made;
}

/** Say anew what is known of who sits somewhere; fields that somebody fills in stay as they are. */
function retell(chair) {
  byId("people-list").querySelector(`[data-seat="${chair.seat}"] .help`).textContent = known(chair);
}

function known({ seat, kind }) {
  const mine = shown.seats.includes(seat);
  const state = say(mine ? "is_you" : `is_${kind}`);
  return kind === "person" && !mine ? `${state}, ${say(here.includes(seat) ? "here" : "away")}` : state;
}

/** A host who opens the list finds a link for each seat that is still free. */
export async function prepareLinks() {
  for (const seat of owner ? shown.open : []) if (!links()[seat]) await makeLink(seat);
}

function redraw() {
  const rows = shown.company.map((chair) => row(chair));
  if (owner) rows.push(watchers());
  byId("people-list").replaceChildren(...rows);
}

const button = (text, does) => el("button", { type: "button", onclick: does }, text);

function row(chair) {
  const panel = shown.side.panels.find(({ seat }) => seat === chair.seat);
  return el(
    "li",
    { class: `seat-${chair.seat}`, "data-seat": chair.seat },
    el("div", { class: "who-plays" }, picture(panel.shield), el("b", {}, chair.name), el("span", { class: "help" }, known(chair))),
    ...ways(chair, shown.seats.includes(chair.seat)),
  );
}

/** What the reader can do about a seat. */
function ways(chair, mine) {
  if (shown.over || chair.kind === "empty") return [];
  if (chair.kind === "open" && owner) return [linkTo(chair, true), standIn(chair)];
  if (chair.kind === "open") return toAll && !shown.seats.length ? [sitting(chair)] : [];
  if (chair.kind === "bot") return chair.place ? [buttons(button(say("am_back"), () => comeBack(chair)))] : [];
  if (mine) return others() ? [linkTo(chair, false), standIn(chair)] : [linkTo(chair, false)];
  return owner ? [linkTo(chair, false), standIn(chair, button(say("free_seat"), () => free(chair)))] : [];
}

const others = () => shown.company.some(({ seat, kind }) => kind === "person" && !shown.seats.includes(seat));
const buttons = (...made) => el("div", { class: "buttons" }, ...made);
const comeBack = ({ seat }) => change(() => server.post(`seats/${seat}`, { player: "me" }));

function free(chair) {
  if (confirm(say("free_sure", { seat: chair.name }))) makeLink(chair.seat, true);
}

function watchers() {
  return el("li", { "data-seat": WATCH }, el("div", { class: "who-plays" }, el("b", {}, say("watch"))), linkTo({ seat: WATCH }, true));
}

/** A field with the link to a seat, or a button that makes one. */
function linkTo(chair, mayRenew) {
  const link = links()[chair.seat];
  const mine = shown.seats.includes(chair.seat);
  if (!link) return buttons(button(say(mine ? "other_device" : "make_link"), () => makeLink(chair.seat)));
  const label = chair.seat === WATCH ? say("watch_link") : say("link", { seat: chair.name });
  const field = el("input", { readonly: true, value: location.origin + link, "aria-label": label });
  const copy = button(say("copy"), () => copied(field, copy));
  return el("div", { class: "link" }, field, copy, mayRenew ? button(say("new_link"), () => makeLink(chair.seat, true)) : null);
}

async function copied(field, copy) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // on plain http between machines of one house there is no clipboard
  }
  copy.textContent = say("copied_link");
}

/** Let a bot play a seat, as strong as somebody likes. */
function standIn(chair, more = null) {
  const strengths = levels.map(([level, name]) => el("option", { value: level }, name));
  const choice = el("select", { "aria-label": say("bot_level", { seat: chair.name }) }, ...strengths);
  const sit = () => change(() => server.post(`seats/${chair.seat}`, { player: choice.value }));
  return buttons(choice, button(say("let_bot"), sit), more);
}

/** Sit down at a table that is open to everybody. */
function sitting(chair) {
  const name = el("input", { maxlength: 40, placeholder: say("your_name"), "aria-label": say("your_name") });
  const sit = async () => {
    const seated = await change(() => server.post(`seats/${chair.seat}`, { player: "me", name: name.value }));
    if (seated) location.reload();
  };
  return buttons(name, el("button", { type: "button", class: "main", onclick: sit }, say("sit_down")));
}

// Links are told once, so the browser keeps them

function links() {
  try {
    return JSON.parse(localStorage.getItem(keptLinks)) ?? {};
  } catch {
    return {};
  }
}

function keepLink(seat, link) {
  try {
    localStorage.setItem(keptLinks, JSON.stringify({ ...links(), [seat]: link }));
  } catch {
    // then it can only be had once
  }
  redraw();
}

/** Make a link to a seat; a fresh one makes the earlier ones worthless, so these are forgotten at once. */
async function makeLink(seat, fresh = false) {
  if (fresh) keepLink(seat, null);
  const made = await change(() => server.post("links", { seat, fresh }));
  if (made) keepLink(seat, made.link);
}

/** Ask for a change; what is wrong with it is said in the list. */
async function change(asked) {
  const trouble = byId("people-trouble");
  trouble.hidden = true;
  try {
    return await asked();
  } catch (error) {
    trouble.textContent = error.message;
    trouble.hidden = false;
    return null;
  }
}
