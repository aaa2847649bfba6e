// Seats that wait for somebody: the host gets a link for each, to be handed on.

import { byId, el } from "./dom.js";
import { say } from "./say.js";

/** Show which seats are open, and to the host a button that makes the link to each. */
export function drawOpenSeats(server, { open, names, owner, trouble }) {
  byId("open-seats").hidden = !open.length;
  byId("open-seats").replaceChildren(...open.map((seat) => waitingFor(server, { seat, name: names[seat], owner, trouble })));
}

function waitingFor(server, { seat, name, owner, trouble }) {
  const link = el("input", { readonly: true, hidden: true, "aria-label": say("link_to", { seat: name }), onfocus: ({ target }) => target.select() });
  const make = async () => {
    try {
      link.value = new URL((await server.link(seat)).link, location.href).href;
      link.hidden = false;
      await navigator.clipboard.writeText(link.value).catch(() => link.focus());
    } catch (error) {
      await trouble(error);
    }
  };
  return el("p", {}, `${say("open_seat", { seat: name })} `, owner ? el("button", { type: "button", onclick: make }, say("make_link")) : null, link);
}
