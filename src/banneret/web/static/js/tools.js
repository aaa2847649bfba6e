// The buttons around the board.

import { byId } from "./dom.js";

/** The button of a tool, and its stand-in in the menu of small screens. */
const buttons = (name) => [byId(name), ...document.querySelectorAll(`[data-for="${name}"]`)].filter(Boolean);

/** Let the buttons do what their names stand for. */
export function bindTools(does) {
  for (const [name, act] of Object.entries(does)) for (const button of buttons(name)) button.addEventListener("click", () => act());
  byId("more-tools").addEventListener("click", () => byId("more-tools").hidePopover());
}

/** Offer the tools that a position has a use for. */
export function drawTools(position, mine) {
  enable("undo", position.undo?.to != null);
  enable("reset", position.undo?.reset != null);
  enable("hint", mine);
  byId("hurry").hidden = !position.waiting.length || !position.seats.length;
  byId("overlay").hidden = !Object.keys(position.overlays).length;
}

function enable(name, possible) {
  for (const button of buttons(name)) button.disabled = !possible;
}
