// What somebody clicks towards an action: things, how many of them, a second word; and what it would do.

import { hold, isBusy } from "./busy.js";
import { byId, picture } from "./dom.js";
import { barred, clicked, following, implied, isHex, kindOf, meant, stages } from "./paths.js";
import { isMine } from "./position.js";
import { clearPreview, drawPreview, inWords, tell } from "./preview.js";
import { announce, say } from "./say.js";
import { asksBefore, asksEver } from "./settings.js";

const isNumber = (thing) => kindOf(thing) === "number";

export class Choosing {
  /** `act(action)` when an action is meant, `stale()` when what is shown is no longer so. */
  constructor({ board, bar, foresight, act, stale }) {
    Object.assign(this, { board, bar, foresight, act, stale });
    this.clicks = [];
    this.waiting = null; // an action that waits for a second word: { action, thing }
    this.count = null; // how many are meant, as a place among the numbers that can be chosen
  }

  /** A new position: nothing of it has been clicked. */
  begin(position) {
    this.position = position;
    this.clicks = [];
    this.waiting = this.count = null;
    this.foresight.forgetAll();
    clearPreview();
    this.refresh();
  }

  /** The same board, told anew; what has been clicked stays clicked. */
  follow(position) {
    this.position = position;
    if (!this.waiting) byId("prompt").textContent = position.prompt;
  }

  get ready() {
    return !isBusy() && isMine(this.position);
  }

  /** The clicks so far, with those that nobody has to make. */
  get way() {
    return implied(this.position.paths, this.clicks);
  }

  /** The numbers that can be chosen now. */
  get numbers() {
    return following(this.position.paths, this.way).filter(isNumber);
  }

  /** Mark what the clicks so far leave open. */
  refresh() {
    const { paths, prompt } = this.position;
    const open = this.ready && !this.waiting;
    const way = this.ready ? this.way : [];
    const offered = open ? following(paths, way) : [];
    const blocked = open ? barred(this.position.blocked, way, offered) : new Map();
    this.board.mark({ offered, chosen: this.waiting ? paths[this.waiting.action] : way, blocked: blocked.keys() });
    this.bar.draw(this.position, { stages: stages(paths, way), offered, blocked, count: open ? this.count : null });
    byId("prompt").textContent = this.waiting ? say("then_so") : prompt;
    byId("confirm").hidden = !this.waiting;
    byId("board").classList.toggle("confirming", Boolean(this.waiting));
  }

  // Clicking

  /** Somebody means a thing: by the first click, or by the last one that makes an action. */
  pick(thing, touch = false, all = false) {
    if (!this.ready) return;
    if (this.waiting) return this.waiting.thing === thing ? this.act(this.waiting.action) : this.back();
    const { paths } = this.position;
    const way = this.way;
    if (way.includes(thing) && !following(paths, way).includes(thing)) return this.again(all);
    const next = clicked(paths, way, thing);
    if (!next) return this.explain(thing);
    const action = meant(paths, next);
    if (action) return this.finish(action, thing, touch);
    this.come(next);
    if (isHex(thing) && this.numbers.length) this.counted(all ? this.numbers.length - 1 : 0);
  }

  /** An action is complete: do it, or ask first where the settings want that. On a touch screen the first tap only
   * shows what it would do. */
  async finish(action, thing, touch) {
    this.leave();
    if (!touch && !asksEver()) return this.act(action);
    hold(true);
    const found = await this.foresight.of(action, this.position.seat);
    hold(false);
    if (!found) return this.stale();
    if (touch || asksBefore(found)) this.wait(action, thing, found);
    else this.act(action);
  }

  wait(action, thing, found) {
    this.waiting = { action, thing };
    byId("do").textContent = found.ends_turn ? say("end_turn") : say("do_it");
    this.refresh();
    this.foresee(found);
    announce(inWords(found));
    const focused = document.activeElement;
    if (focused === document.body || byId("choices").contains(focused)) byId("do").focus();
  }

  /** The second word. */
  confirm() {
    if (this.waiting) this.act(this.waiting.action);
  }

  /** Take back the last click. */
  back() {
    if (this.waiting) {
      this.waiting = null;
      this.clear();
    } else this.come(this.clicks.slice(0, -1));
  }

  /** From here on these are the clicks. */
  come(clicks) {
    this.clicks = clicks;
    this.count = null;
    this.clear();
  }

  clear() {
    clearPreview();
    this.board.forget();
    this.refresh();
    this.rest();
  }

  /** Say why a thing cannot be clicked. */
  explain(thing) {
    const reason = barred(this.position.blocked, this.way, [], true).get(thing);
    if (!reason) return this.back();
    tell(reason, "barred");
    announce(reason);
  }

  // How many: clicking a hex means one, clicking it again one more

  /** A chosen thing is clicked again: one more where something is counted, else it is taken back. */
  again(all) {
    if (!this.numbers.length) return this.back();
    this.counted(all ? this.numbers.length - 1 : (this.count ?? -1) + 1);
  }

  /** Think of a number, by its place among those that can be chosen. */
  counted(place) {
    this.count = Math.max(0, Math.min(this.numbers.length - 1, place));
    this.refresh();
    this.foresight.stop();
    this.rest();
  }

  /** One less, one more, or enough: the number thought of is chosen. */
  step(how) {
    if (!this.ready || this.count === null) return;
    if (how === "enough") this.pick(this.numbers[this.count]);
    else this.counted(this.count + (how === "more" ? 1 : -1));
  }

  // Looking ahead

  /** Something is pointed at: tell what it would do, or why it cannot be. */
  meet(thing) {
    if (!this.ready || this.waiting) return;
    this.leave();
    const way = this.way;
    const offered = following(this.position.paths, way);
    if (offered.includes(thing)) return this.look([...way, thing]);
    const reason = barred(this.position.blocked, way, offered).get(thing);
    if (reason) tell(reason, "barred");
    else this.rest();
  }

  /** Nothing is pointed at any more. */
  left() {
    this.leave();
    this.rest();
  }

  /** Look no further. */
  leave() {
    const pointed = this.foresight.stop();
    if (this.waiting || !(pointed || byId("preview").classList.contains("barred"))) return;
    clearPreview();
    this.board.forget();
  }

  /** While nothing is pointed at, the number thought of is looked at. */
  rest() {
    if (this.count !== null && !this.waiting) this.look([...this.way, this.numbers[this.count]]);
  }

  /** Show in a moment what the clicks would do, if they make an action. */
  look(clicks) {
    const action = meant(this.position.paths, clicks);
    if (action) this.foresight.soon((signal) => this.lookAt(action, signal));
  }

  async lookAt(action, signal) {
    const seen = this.position;
    const found = await this.foresight.of(action, seen.seat, signal);
    if (signal.aborted || seen !== this.position || this.waiting || isBusy()) return;
    if (!found) return this.stale();
    this.foresee(found);
    if (document.activeElement?.matches(":focus-visible")) announce(inWords(found));
  }

  foresee(found) {
    drawPreview(found);
    if (found.board) this.board.foresee(picture(found.board), found.hexes);
    this.board.keepAbove(byId("preview"));
  }
}
