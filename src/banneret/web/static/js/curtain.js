// The curtain between people at one screen, where something is hidden.

import { byId } from "./dom.js";
import { say } from "./say.js";

/** Hide the board until the next person says that it is him. */
export function drawCurtain(name) {
  byId("curtain-text").textContent = say("curtain", { seat: name });
  byId("lift").textContent = say("lift", { seat: name });
  byId("board").classList.add("curtained");
  byId("curtain").hidden = false;
  byId("lift").focus();
}

export function openCurtain() {
  byId("curtain").hidden = true;
  byId("board").classList.remove("curtained");
}
