// What the page asks of the server. Every write carries the number of the position that it was made for, and a key
// by which asking again does nothing twice; so a write whose answer got lost is simply sent again.

const PATIENCE = [400, 1200, 3000];

/** An answer that says no. */
export class Refused extends Error {
  constructor(key, message) {
    super(message);
    this.key = key;
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function ask(address, request = {}) {
  let response;
  try {
    response = await fetch(address, { ...request, headers: { Accept: "application/json", ...request.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(error.message);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? "refused", answer.message ?? response.statusText);
  return answer;
}

/** A key of our own for a write; `randomUUID` is missing on plain http between machines of one house. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

function query(asked) {
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

export class Server {
  constructor(table) {
    this.base = `/tables/${table}`;
  }

  position(seat) {
    return ask(`${this.base}/position${query({ as: seat })}`);
  }

  ply(ply, seat) {
    return ask(`${this.base}/plies/${ply}${query({ as: seat })}`);
  }

  steps(first, last, seat) {
    return ask(`${this.base}/steps${query({ first, last, as: seat })}`);
  }

  preview(action, seat, signal) {
    return ask(`${this.base}/preview${query({ action, as: seat })}`, { signal });
  }

  evaluation() {
    return ask(`${this.base}/evaluation`);
  }

  act(seat, action, seq) {
    return this.write("actions", { seat, action, seq, key: newKey() });
  }

  undo(seat, ply, seq) {
    return this.write("undos", { seat, ply, seq, key: newKey() });
  }

  hints(seat) {
    return this.post("hints", { seat });
  }

  link(seat) {
    return this.post("links", { seat });
  }

  rematch() {
    return this.post("rematches", {});
  }

  hurry() {
    return this.post("hurry", {});
  }

  async write(what, body) {
    for (const wait of PATIENCE) {
      try {
        return await this.post(what, body);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        await pause(wait);
      }
    }
    return this.post(what, body);
  }

  post(what, body) {
    const headers = { "Content-Type": "application/json" };
    return ask(`${this.base}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
  }
}

/** Hear of changes at a table: its newest number, and whether the line is up. */
export function listen(table, { heard, connected }) {
  const events = new EventSource(`/tables/${table}/events`);
  events.onopen = () => connected(true);
  events.onerror = () => connected(false);
  events.onmessage = ({ data }) => heard(JSON.parse(data).seq);
}
