// The bar of actions: everything that can be chosen next and is no hex.

import { byId, el, picture } from "./dom.js";
import { isHex, kindOf, nameOf } from "./paths.js";
import { become } from "./patch.js";
import { say } from "./say.js";

const KEYS = 9;

export class Bar {
  /** `picked`, `met` and `left` as for the board; `stepped(how)` where things are counted: less, more, enough. */
  constructor({ picked, met, left, stepped }) {
    this.root = byId("choices");
    const bar = this.root.parentNode;
    new ResizeObserver(() => document.body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);
    this.root.addEventListener("pointerdown", (event) => (this.touch = event.pointerType === "touch"));
    this.root.addEventListener("click", (event) => {
      const { thing, step } = event.target.closest("button")?.dataset ?? {};
      const twice = event.detail > 1 && !this.touch; // the second click of a double click is not meant twice
      if (step) stepped(step);
      else if (thing && !twice) picked(thing, event.detail ? this.touch : false);
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

  /** What has been chosen with what could be chosen instead, then what comes next, and what is barred; `position`
   * tells how things look, `count` which of the numbers is being thought of. */
  draw(position, { stages, offered, blocked, count }) {
    const focused = { ...this.root.querySelector(":focus-visible")?.dataset };
    const next = offered.filter((thing) => !isHex(thing));
    const numbers = next.filter((thing) => kindOf(thing) === "number");
    const counts = numbers.length > 0;
    const tentative = count === null ? null : numbers[count];
    const earlier = new Set(stages.flatMap(({ things }) => things));
    this.keys = new Map();
    const look = (thing, how) => this.button(position, thing, { how, key: this.keyOf(thing, counts), reason: null });
    const groups = [
      count === null ? [] : this.stepper(numbers, count),
      ...stages.map(({ chosen, things }) => things.map((thing) => look(thing, thing === chosen && "chosen"))),
      next.filter((thing) => !earlier.has(thing)).map((thing) => look(thing, thing === tentative && "thought")),
      [...blocked].filter(([thing]) => !isHex(thing) && !earlier.has(thing)).map(([thing, reason]) => this.button(position, thing, { reason })),
    ].filter((group) => group.length);
    become(this.root, groups.map((group) => el("div", { class: "stage", role: "group" }, ...group)));
    if (this.root.contains(document.activeElement)) return;
    for (const [name, value] of Object.entries(focused)) this.root.querySelector(`[data-${name}="${CSS.escape(value)}"]`)?.focus();
  }

  /** One less, how many, one more, and that will do. */
  stepper(numbers, count) {
    const step = (sign, how, possible) =>
      el("button", { type: "button", class: "step", "data-step": how, "aria-label": say(`one_${how}`), disabled: !possible }, sign);
    return [
      step("−", "less", count > 0),
      el("output", { class: "count" }, nameOf(numbers[count])),
      step("+", "more", count < numbers.length - 1),
      el("button", { type: "button", class: "main", "data-step": "enough" }, say("do_it")),
    ];
  }

  /** The number key of a thing: a count is its own, other things are numbered where there are no counts. */
  keyOf(thing, counts) {
    const key = counts ? (kindOf(thing) === "number" ? nameOf(thing) : null) : String(this.keys.size + 1);
    if (key === null || Number(key) > KEYS) return null;
    this.keys.set(key, thing);
    return key;
  }

  button(position, thing, { how = false, key = null, reason }) {
    const look = position.things[thing] ?? { label: nameOf(thing), icon: "" };
    const badge = position.badges[thing];
    return el(
      "button",
      {
        type: "button",
        class: ["choice", kindOf(thing), how, reason && "barred"].filter(Boolean).join(" "),
        "data-thing": thing,
        "aria-pressed": how ? "true" : null,
        "aria-disabled": reason ? "true" : null,
        "aria-keyshortcuts": key,
        "aria-description": reason,
      },
      look.icon ? picture(look.icon) : null,
      el("span", { class: "label" }, look.label),
      badge ? el("span", { class: "badge" }, badge) : null,
      key ? el("kbd", { "aria-hidden": "true" }, key) : null,
    );
  }
}
