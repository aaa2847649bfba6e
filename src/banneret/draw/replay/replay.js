"use strict";

const story = JSON.parse(document.getElementById("story").textContent);
const { frames, fragments, words } = story;
const at = (id) => document.getElementById(id);
const layers = { g: at("ground"), p: at("pieces") };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = 250;
const PAUSE = 900;

let ply = -1;
let playing = 0;
const shown = new Map(); // key -> [number of its fragment, its element]

// The fragments of every ply: each ply inherits from the one before.
const positions = [];
for (const frame of frames) {
  const now = new Map(positions.at(-1));
  frame.gone.forEach((key) => now.delete(key));
  Object.entries(frame.set).forEach(([key, number]) => now.set(key, number));
  positions.push(now);
}

function place(key, number) {
  const [kind, name] = key.split(" ");
  if (kind === "h") {
    at(name).innerHTML = fragments[number];
    return at(name);
  }
  const layer = layers[kind] ?? at(kind);
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
  holder.innerHTML = fragments[number];
  return layer.appendChild(holder.firstChild);
}

function clear(key, element) {
  if (key.startsWith("h ")) element.replaceChildren();
  else element.remove();
}

function show(target) {
  target = Math.max(0, Math.min(frames.length - 1, target));
  if (target === ply) return;
  const before = ply;
  ply = target;
  const now = positions[ply];
  for (const [key, [number, element]] of shown) {
    if (now.get(key) !== number) {
      clear(key, element);
      shown.delete(key);
    }
  }
  for (const [key, number] of now) {
    if (!shown.has(key)) shown.set(key, [number, place(key, number)]);
  }
  if (ply === before + 1) animate(frames[ply].moved, 3, 1, 2);
  if (ply === before - 1) animate(frames[before].moved, 0, 4, 5);
  mark();
  tell();
}

// A piece glides from where it was; the arrays hold key, x, y before and key, x, y after.
function animate(moved, piece, x, y) {
  if (calm.matches || !moved) return;
  for (const motion of moved) {
    const element = shown.get(motion[piece])?.[1];
    if (!element) continue;
    const [toX, toY] = piece ? [motion[4], motion[5]] : [motion[1], motion[2]];
    element.parentNode.append(element);
    element.animate(
      [
        { transform: `translate(${motion[x]}px, ${motion[y]}px)` },
        { transform: `translate(${toX}px, ${toY}px)` },
      ],
      { duration: MOVE, easing: "ease-in-out" },
    );
  }
}

function mark() {
  document.querySelectorAll(".hex.last").forEach((hex) => hex.classList.remove("last"));
  document.querySelectorAll(".seat").forEach((panel, seat) => {
    panel.classList.toggle("active", frames[ply].active.includes(seat));
    panel.classList.toggle("out", frames[ply].out.includes(seat));
  });
  for (const name of frames[ply].last ?? []) shown.get("g " + name)?.[1].classList.add("last");
}

function tell() {
  at("told").textContent = frames[ply].told;
  at("slider").value = ply;
  const count = words.ply.replace("{n}", ply).replace("{all}", frames.length - 1);
  at("ply").textContent = count;
  at("slider").setAttribute("aria-valuetext", count);
  at("log").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = at("log").children[ply].firstChild;
  line.setAttribute("aria-current", "step");
  at("log").scrollTop = line.offsetTop - at("log").offsetTop - at("log").clientHeight / 2;
  history.replaceState(null, "", "#ply=" + ply);
}

function play(on) {
  clearInterval(playing);
  playing = on && ply < frames.length - 1 ? setInterval(step, PAUSE) : 0;
  document.body.classList.toggle("playing", Boolean(playing));
  const name = playing ? words.pause : words.play;
  at("play").setAttribute("aria-label", name);
  at("play").title = name;
}

function step() {
  show(ply + 1);
  if (ply === frames.length - 1) play(false);
}

function go(target) {
  play(false);
  show(target);
}

function fromAddress() {
  const found = /^#ply=(\d+)$/.exec(location.hash);
  go(found ? Number(found[1]) : 0);
}

frames.forEach((frame, number) => {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = frame.told;
  if (frame.chance) button.className = "chance";
  button.addEventListener("click", () => go(number));
  item.append(button);
  at("log").append(item);
});

at("slider").max = frames.length - 1;
at("slider").addEventListener("input", (event) => go(Number(event.target.value)));
at("first").addEventListener("click", () => go(0));
at("back").addEventListener("click", () => go(ply - 1));
at("next").addEventListener("click", () => go(ply + 1));
at("end").addEventListener("click", () => go(frames.length - 1));
at("play").addEventListener("click", () => play(!playing));
addEventListener("hashchange", fromAddress);
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const keys = {
    ArrowRight: () => go(ply + 1),
    ArrowLeft: () => go(ply - 1),
    Home: () => go(0),
    End: () => go(frames.length - 1),
    " ": () => play(!playing),
  };
  const action = keys[event.key];
  if (!action || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  action();
});

fromAddress();
