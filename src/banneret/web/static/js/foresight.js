// What actions would do: asked of the server once for each, a moment after somebody points at it.

const HOVER = 90; // ms that something is pointed at before its preview is asked for

export class Foresight {
  /** `failed(error)` is told of whatever goes wrong. */
  constructor(server, failed) {
    this.server = server;
    this.failed = failed;
    this.forgetAll();
  }

  /** There is a new position, so nothing is known of it. */
  forgetAll() {
    this.known = new Map();
  }

  /** What an action of a seat would do; null if that cannot be found out. */
  async of(action, seat, signal) {
    const known = this.known;
    if (!known.has(action)) {
      try {
        known.set(action, await this.server.preview(action, seat, signal));
      } catch (error) {
        if (error.name !== "AbortError") await this.failed(error);
        return null;
      }
    }
    return known.get(action);
  }

  /** Call `look(signal)` in a moment, unless something else is pointed at before. */
  soon(look) {
    this.stop();
    const abort = new AbortController();
    this.pointed = { abort, timer: setTimeout(() => look(abort.signal), HOVER) };
  }

  /** Nothing is pointed at any more; tells whether something was. */
  stop() {
    if (!this.pointed) return false;
    clearTimeout(this.pointed.timer);
    this.pointed.abort.abort();
    this.pointed = null;
    return true;
  }
}
