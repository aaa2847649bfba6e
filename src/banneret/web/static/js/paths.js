// Which clicks make which action. Pure logic: no page, no game.
//
// An action is a path of things. Things other than buttons are clicked in order; buttons before a hex may be left
// out, and are then asked for only where the rest does not tell actions apart.

export const kindOf = (thing) => thing.slice(0, thing.indexOf(" "));
export const nameOf = (thing) => thing.slice(thing.indexOf(" ") + 1);
export const isHex = (thing) => thing.startsWith("hex ");
const isButton = (thing) => thing.startsWith("button ");
const isFirm = (thing) => !isButton(thing);

/** Whether a path can still be meant by the clicks made so far. A button may come later than in the path, but not
 * before other things that the path has before it. */
export function fits(path, clicks) {
  const left = [...path];
  for (const click of clicks) {
    const at = left.indexOf(click);
    if (at < 0 || left.slice(0, at).some(isFirm)) return false;
    left.splice(at, 1);
  }
  return true;
}

/** The actions that the clicks can still mean. */
export function possible(paths, clicks) {
  return Object.keys(paths).filter((action) => fits(paths[action], clicks));
}

/** The action that the clicks mean, if they leave no doubt. */
export function meant(paths, clicks) {
  if (!clicks.length) return null;
  const [action, ...others] = possible(paths, clicks);
  return action !== undefined && !others.length && isFinished(paths[action], clicks) ? action : null;
}

/** The things that continue some path, in the order of the actions. */
export function following(paths, clicks) {
  const remaining = possible(paths, clicks).map((action) => paths[action]);
  const finished = remaining.filter((path) => isFinished(path, clicks));
  const things = new Set();
  for (const path of remaining) {
    const next = isFinished(path, clicks) ? distinguishing(path, finished, clicks) : continuing(path, clicks);
    for (const thing of next) things.add(thing);
  }
  return inOrder([...things]);
}

/** Numbers among things by their size; actions come in the order of their words, in which 10 stands before 2. */
function inOrder(things) {
  const numbers = things.filter((thing) => kindOf(thing) === "number").sort((a, b) => nameOf(a) - nameOf(b));
  return things.map((thing) => (kindOf(thing) === "number" ? numbers.shift() : thing));
}

/** The clicks after one more, or null if the thing leads nowhere. A thing that does not continue what was clicked
 * may continue an earlier part of it, so that a choice can be changed without taking it back first. */
export function clicked(paths, clicks, thing) {
  for (let kept = clicks.length; kept >= 0; kept--) {
    const before = clicks.slice(0, kept);
    if (following(paths, before).includes(thing)) return [...before, thing];
  }
  return null;
}

/** The clicks, and those that nobody has to make because there is only one way to go on. */
export function implied(paths, clicks) {
  let all = clicks;
  for (;;) {
    const next = following(paths, all);
    if (next.length !== 1 || meant(paths, [...all, next[0]])) return all;
    all = [...all, next[0]];
  }
}

/** What was chosen beside the board so far, step by step, each with what could be chosen instead. */
export function stages(paths, clicks) {
  return clicks.flatMap((chosen, at) => {
    if (isHex(chosen)) return [];
    return [{ chosen, things: following(paths, clicks.slice(0, at)).filter((thing) => !isHex(thing)) }];
  });
}

/** Why things cannot be clicked now: a reason for each. `loosely` also tells of things that need a button first. */
export function barred(blocked, clicks, offered, loosely = false) {
  const reasons = new Map();
  for (const [path, reason] of blocked) {
    const thing = path[path.length - 1];
    const before = path.slice(0, -1);
    if (offered.includes(thing) || reasons.has(thing) || !fits(before, clicks)) continue;
    const met = loosely ? isFinished(before, clicks) : before.length === clicks.length;
    if (met) reasons.set(thing, reason);
  }
  return reasons;
}

function isFinished(path, clicks) {
  return path.filter(isFirm).length <= clicks.filter(isFirm).length;
}

/** Where a path goes on after the last thing of it that was clicked. Only the board lets buttons be left out: other
 * things mean nothing before it is clear what they are for. */
function continuing(path, clicks) {
  const next = [];
  for (const thing of path.slice(reachedIn(path, clicks))) {
    if (isButton(thing)) next.push(thing);
    else {
      if (isHex(thing) || !next.length) next.push(thing);
      break;
    }
  }
  return next;
}

/** The buttons that tell a path whose other things are clicked from the rest. */
function distinguishing(path, finished, clicks) {
  const open = path.filter((thing) => isButton(thing) && !clicks.includes(thing));
  const trailing = path.slice(reachedIn(path, clicks)).filter((thing) => open.includes(thing));
  if (trailing.length) return trailing;
  const own = open.filter((thing) => !finished.every((other) => other.includes(thing)));
  return own.length ? own : open;
}

/** How far along a path the clicks have come. */
function reachedIn(path, clicks) {
  let firm = clicks.filter(isFirm).length;
  let at = 0;
  while (firm > 0) if (isFirm(path[at++])) firm--;
  for (let i = path.length - 1; i >= at; i--) if (isButton(path[i]) && clicks.includes(path[i])) return i + 1;
  return at;
}
