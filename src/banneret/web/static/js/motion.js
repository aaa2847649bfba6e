// Actions as movement: short, and over at once when somebody touches anything.

import { place } from "./board.js";
import { pace } from "./settings.js";

const MOVE = 250;
const FIGHT = 400;
const LONGEST = 1200;
const READING = 700; // what a still picture needs to be noticed

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Show a step: draw what it led to, and move there what moved. Resolves when it has been seen. */
export async function enact(board, drawn, motions) {
  const before = board.draw(drawn);
  board.mark({});
  board.comeNear();
  if (!pace()) return;
  const skip = skipping();
  try {
    if (still.matches) await Promise.race([skip.asked, pause(READING * pace())]);
    else await moving(board.svg, before, motions, skip.asked);
  } finally {
    skip.stop();
  }
}

async function moving(svg, before, motions, skipped) {
  const fight = motions.some((motion) => !motion.target);
  const duration = Math.min(LONGEST, (fight ? FIGHT : MOVE) * pace());
  const running = motions.flatMap((motion) => animations(svg, before, motion, duration));
  if (!motions.length) running.push(...pulses(svg, duration));
  await Promise.race([skipped, pause(Math.min(LONGEST, duration + READING * pace() * 0.7))]);
  for (const animation of running) animation.finish();
}

function animations(svg, before, motion, duration) {
  if (!motion.target) return vanishing(svg, before, motion, duration);
  const piece = standing(svg, motion.became || motion.kind, motion.seat, motion.target);
  if (!piece) return [];
  const to = place(piece);
  const origin = motion.origin && svg.querySelector(`.hex[data-thing="hex ${CSS.escape(motion.origin)}"]`);
  if (!origin || motion.origin === motion.target) {
    return [piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration })];
  }
  const from = place(origin);
  const at = (point) => ({ transform: `translate(${point.x}px, ${point.y}px)` });
  const hidden = piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  return [hidden, pass(svg, piece, [at(from), at(to)], { duration, easing: "ease-in-out" })];
}

/** A copy of a piece that moves above the rest, and is gone when it has arrived. */
function pass(svg, piece, frames, how) {
  const passing = piece.cloneNode(true);
  passing.classList.add("passing");
  svg.querySelector(".pieces").append(passing);
  const animation = passing.animate(frames, how);
  const gone = () => passing.remove();
  animation.finished.then(gone, gone);
  return animation;
}

function vanishing(svg, before, motion, duration) {
  const piece = before && standing(before, motion.kind, motion.seat, motion.origin);
  return piece ? [pass(svg, piece, [{ opacity: 1 }, { opacity: 0 }], { duration, fill: "forwards" })] : [];
}

function pulses(svg, duration) {
  return [...svg.querySelectorAll(".hex.last")].map((hex) =>
    hex.animate([{ opacity: 0.25 }, { opacity: 1 }], { duration, easing: "ease-out" }),
  );
}

function standing(svg, kind, seat, hex) {
  const owner = seat === null ? ":not([data-seat])" : `[data-seat="${seat}"]`;
  return svg.querySelector(`.pieces .piece[data-piece="${CSS.escape(kind)}"]${owner}[data-hex="${CSS.escape(hex)}"]`);
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** A promise that somebody touched something. */
function skipping() {
  let stop;
  const asked = new Promise((resolve) => {
    stop = () => {
      removeEventListener("pointerdown", stop, true);
      removeEventListener("keydown", stop, true);
      resolve();
    };
    addEventListener("pointerdown", stop, true);
    addEventListener("keydown", stop, true);
  });
  return { asked, stop };
}
