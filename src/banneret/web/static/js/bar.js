// The bar of actions: everything that can be chosen next and is no hex.

import { byId, el, picture } from "./dom.js";
import { isHex, kindOf, nameOf } from "./paths.js";

const KEYS = 9;

export class Bar {
  constructor({ picked, met, left }) {
    this.root = byId("choices");
    this.root.addEventListener("pointerdown", (event) => (this.touch = event.pointerType === "touch"));
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.dataset.thing && event.detail < 2) picked(button.dataset.thing, event.detail ? this.touch : false);
    });
    for (const kind of ["pointerover", "focusin"])
      this.root.addEventListener(kind, (event) => {
        const button = event.target.closest("button");
        if (event.pointerType === "touch" || !button?.dataset.thing) return;
        met(button.dataset.thing);
      });
    this.root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && left());
    this.root.addEventListener("focusout", () => left());
  }

  /** Things to choose, those chosen already, and those barred; `position` tells how they look. */
  draw(position, { offered, chosen, blocked, tentative }) {
    const focused = this.root.contains(document.activeElement) && document.activeElement.dataset.thing;
    const shown = [...chosen, ...offered, ...blocked.keys()].filter((thing, i, all) => !isHex(thing) && all.indexOf(thing) === i);
    const counts = offered.some((thing) => kindOf(thing) === "number");
    this.keys = new Map();
    this.root.replaceChildren(
      ...shown.map((thing) => {
        const open = offered.includes(thing);
        const key = open ? this.keyOf(thing, counts) : null;
        return this.button(position, thing, { open, key, chosen: chosen.includes(thing) || thing === tentative, reason: blocked.get(thing) });
      }),
    );
    if (focused) this.root.querySelector(`[data-thing="${CSS.escape(focused)}"]`)?.focus();
    this.root.classList.toggle("empty", !shown.length);
  }

  /** The number key of a thing: a count is its own, other things are numbered where there are no counts. */
  keyOf(thing, counts) {
    const key = counts ? (kindOf(thing) === "number" ? nameOf(thing) : null) : String(this.keys.size + 1);
    if (key === null || Number(key) > KEYS) return null;
    this.keys.set(key, thing);
    return key;
  }

  button(position, thing, { open, key, chosen, reason }) {
    const look = position.things[thing] ?? { label: nameOf(thing), icon: "" };
    const badge = position.badges[thing];
    return el(
      "button",
      {
        type: "button",
        class: ["choice", kindOf(thing), chosen && "chosen", reason && !open && "barred"].filter(Boolean).join(" "),
        "data-thing": thing,
        "aria-pressed": chosen ? "true" : null,
        "aria-disabled": open || chosen ? null : "true",
        "aria-keyshortcuts": key,
        "aria-description": reason && !open ? reason : null,
      },
      look.icon ? picture(look.icon) : null,
      el("span", { class: "label" }, look.label),
      badge ? el("span", { class: "badge" }, badge) : null,
      key ? el("kbd", { "aria-hidden": "true" }, key) : null,
    );
  }
}
