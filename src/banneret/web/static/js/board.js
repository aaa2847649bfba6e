// The board on the screen: which hexes are marked, and which one somebody means.

import { svgElement } from "./dom.js";
import { patch } from "./patch.js";
import { Zoom } from "./zoom.js";

const SNAP = 24; // pixels
const HELD = 500; // ms that a finger rests on something to hold it
const MARGIN = 8; // pixels
const HALF = 43.3; // from the middle of a hex to its side, in the drawing
const MARKS = ["offered", "chosen", "blocked", "hinted", "foreseen"];
const HATCH = "M0 -44L38.1 -22V22L0 44L-38.1 22V-22Z";

// Angles of the six directions, by the keys around S on every keyboard.
const DIRECTIONS = { KeyQ: -120, KeyE: -60, KeyA: 180, KeyD: 0, KeyZ: 120, KeyC: 60 };
const ARROWS = { ArrowLeft: [180], ArrowRight: [0], ArrowUp: [-60, -120], ArrowDown: [120, 60] };

export class Board {
  /** `picked(thing, touch)` when a thing is clicked, `met(thing)` and `left()` as it is pointed at. */
  constructor(frame, { picked, met, left }) {
    this.frame = frame;
    this.zoom = new Zoom(frame);
    this.offered = [];
    this.upward = 0;
    frame.addEventListener("pointerdown", (event) => {
      this.touch = event.pointerType === "touch";
      this.held = false;
      if (this.touch) this.rest(event, picked);
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(kind, () => clearTimeout(this.resting));
    frame.addEventListener("contextmenu", (event) => this.touch && event.preventDefault()); // holding is ours
    frame.addEventListener("click", (event) => {
      if (this.zoom.dragged || this.held) return;
      if (event.detail > 1 && !this.touch) return; // the second click of a double click is not meant twice
      const thing = this.thingAt(event);
      if (thing) picked(thing, this.touch, event.shiftKey);
    });
    frame.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(event, met, left));
    frame.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && left());
    frame.addEventListener("focusin", (event) => {
      const hex = event.target.closest(".hex");
      if (!hex || !hex.matches(":focus-visible")) return;
      this.rove(hex);
      this.zoom.reveal(place(hex));
      met(hex.dataset.thing);
    });
    frame.addEventListener("keydown", (event) => this.key(event, picked));
  }

  /** Show a drawing instead of the last one; whoever was on a hex stays on it. Returns the last one. */
  draw(drawing) {
    const focused = this.frame.querySelector(".hex:focus-visible")?.dataset.thing;
    const before = this.drawing;
    this.drawing = before ? drawing : drawing.cloneNode(true); // as it was drawn; marks are made on what is shown
    if (before) this.change(before, drawing);
    else this.begin(drawing);
    this.hexes = new Map([...this.svg.querySelectorAll(".hex")].map((hex) => [hex.dataset.thing, hex]));
    for (const hex of this.hexes.values()) set(hex, "tabindex", "-1");
    this.zoom.take(this.svg, this.drawing);
    this.rove(this.hexes.get(focused || this.roving) ?? this.hexes.values().next().value);
    if (focused && !this.frame.contains(document.activeElement)) this.hexes.get(focused)?.focus({ preventScroll: true });
    this.layer(this.overlay);
    return before;
  }

  begin(drawing) {
    this.svg = drawing;
    this.frame.prepend(drawing);
  }

  /** Make the drawing on the screen into the next one. */
  change(before, drawing) {
    this.forget();
    for (const passing of this.svg.querySelectorAll(".passing, .hatching")) passing.remove();
    for (const hex of this.hexes.values()) hex.classList.remove(...MARKS);
    for (const badge of this.svg.querySelectorAll(".badge.shown")) badge.classList.remove("shown");
    for (const layer of this.svg.querySelectorAll(".overlay.shown")) layer.classList.remove("shown");
    patch(this.svg, before, drawing);
  }

  /** Mark hexes: each kind of mark with the things that have it, blocked ones with their reasons. */
  mark(marks) {
    this.offered = [...(marks.offered ?? [])].filter((thing) => this.hexes.has(thing));
    for (const hex of this.hexes.values()) hex.classList.remove(...MARKS);
    for (const kind of MARKS) for (const thing of marks[kind] ?? []) this.hexes.get(thing)?.classList.add(kind);
    for (const [thing, hex] of this.hexes) {
      const targeted = hex.classList.contains("offered") || thing === this.roving;
      set(hex, "tabindex", targeted ? "0" : "-1");
      set(hex, "aria-selected", String(hex.classList.contains("chosen")));
      this.hatch(hex, hex.classList.contains("blocked"));
    }
    for (const badge of this.svg.querySelectorAll(".badge"))
      badge.classList.toggle("shown", this.offered.includes(badge.dataset.on));
  }

  hatch(hex, wanted) {
    const hatching = hex.querySelector(".hatching");
    if (wanted && !hatching) hex.append(svgElement("path", { class: "hatching", d: HATCH, fill: "url(#page-hatch)" }));
    if (!wanted) hatching?.remove();
  }

  /** Come near on small screens, around what can be chosen or what happened last. */
  comeNear() {
    const hexes = this.offered.length ? this.offered.map((thing) => this.hexes.get(thing)) : [...this.svg.querySelectorAll(".hex.last")];
    this.zoom.comeNear(hexes.map(place));
  }

  /** Lay over the board what it would look like, only where it would be different. */
  foresee(drawn, names) {
    this.forget();
    const ghost = svgElement("g", { class: "ghost", "pointer-events": "none", "aria-hidden": "true" });
    ghost.append(...drawn.querySelectorAll("defs"));
    for (const name of names) {
      const hex = drawn.querySelector(`.hex[data-thing="hex ${CSS.escape(name)}"]`);
      if (hex) ghost.append(bare(hex));
      ghost.append(...drawn.querySelectorAll(`.piece[data-hex="${CSS.escape(name)}"]`));
    }
    this.svg.append(ghost);
    for (const piece of this.svg.querySelectorAll(".pieces .piece")) piece.classList.toggle("faded", names.includes(piece.dataset.hex));
  }

  forget() {
    this.svg?.querySelector(".ghost")?.remove();
    for (const piece of this.svg?.querySelectorAll(".faded") ?? []) piece.classList.remove("faded");
  }

  /** Show one of the layers that the drawing holds, or none. */
  layer(name) {
    this.overlay = name;
    for (const layer of this.svg.querySelectorAll(".overlay")) layer.classList.toggle("shown", layer.dataset.overlay === name);
  }

  /** Let the hexes that look different be seen above something that lies over the page on small screens. */
  keepAbove(panel) {
    const box = panel.getBoundingClientRect();
    if (getComputedStyle(panel.parentNode).position !== "fixed" || !box.height) return;
    const ends = [...this.svg.querySelectorAll(".ghost > *, .hex.chosen")].map((part) => part.getBoundingClientRect().bottom);
    const seen = Math.min(Math.max(...ends), this.frame.getBoundingClientRect().bottom);
    if (seen > box.top) scrollBy({ top: seen - box.top + MARGIN, behavior: "instant" });
  }

  // What somebody points at

  /** A finger that stays where it is means what is under it, as a tap does. */
  rest(event, picked) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (this.zoom.dragged || this.zoom.pointers.size > 1) return;
      const thing = this.thingAt(event);
      this.held = true;
      if (thing) picked(thing, true);
    }, HELD);
  }

  thingAt(event) {
    const under = event.target.closest?.(".hex")?.dataset.thing;
    if (!this.touch || this.offered.includes(under)) return under;
    return this.nearest(event) ?? under;
  }

  /** The offered hex whose border is nearest, if it is within reach of a finger. */
  nearest(event) {
    const at = this.zoom.point(event.clientX, event.clientY);
    const pixels = this.zoom.fit * this.zoom.scale;
    const far = (thing) => {
      const middle = place(this.hexes.get(thing));
      return (Math.hypot(middle.x - at.x, middle.y - at.y) - HALF) * pixels;
    };
    const [best] = this.offered.map((thing) => [far(thing), thing]).sort(([a], [b]) => a - b);
    return best && best[0] <= SNAP ? best[1] : undefined;
  }

  point(event, met, left) {
    const hex = event.target.closest(".hex");
    if (hex) met(hex.dataset.thing);
    else left();
  }

  // Walking from hex to hex

  rove(hex) {
    if (!hex) return;
    const was = this.hexes.get(this.roving);
    if (was && !was.classList.contains("offered")) was.setAttribute("tabindex", "-1");
    this.roving = hex.dataset.thing;
    hex.setAttribute("tabindex", "0");
  }

  key(event, picked) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = event.target.closest(".hex");
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      picked(from.dataset.thing, false, event.shiftKey);
      return;
    }
    const angles = event.code in DIRECTIONS ? [DIRECTIONS[event.code]] : ARROWS[event.key];
    if (!angles) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(from, angles)?.focus();
  }

  /** The neighbour in a direction; up and down go straight by leaning left and right in turn. */
  step(from, angles) {
    const turned = angles.length > 1 && this.upward++ % 2 ? [...angles].reverse() : angles;
    for (const angle of turned) {
      const found = this.neighbour(from, angle);
      if (found) return found;
    }
    return null;
  }

  /** The hex next in a direction; where there is none, the nearest further on. */
  neighbour(from, angle) {
    const here = place(from);
    let best = null;
    for (const hex of this.hexes.values()) {
      const there = place(hex);
      const far = Math.hypot(there.x - here.x, there.y - here.y);
      const off = Math.abs(((Math.atan2(there.y - here.y, there.x - here.x) * 180) / Math.PI - angle + 540) % 360 - 180);
      if (far > 1 && off < 20 && (!best || far < best.far)) best = { hex, far };
    }
    return best?.hex;
  }
}

/** Set an attribute where that changes anything; the browser takes every setting for a change. */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The middle of a hex or piece in the drawing. */
export function place(drawn) {
  const [x = 0, y = 0] = (/translate\(([^)]*)\)/.exec(drawn?.getAttribute("transform") ?? "")?.[1] ?? "0 0").split(/[ ,]+/).map(Number);
  return { x, y };
}

/** A hex as a picture only. */
function bare(hex) {
  hex.classList.remove("hex", ...MARKS);
  for (const name of ["role", "data-thing", "aria-label", "tabindex"]) hex.removeAttribute(name);
  for (const part of hex.querySelectorAll(".ring, text")) part.remove();
  return hex;
}
