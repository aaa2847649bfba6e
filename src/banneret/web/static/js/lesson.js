// The guided game: what to do next, and at the end where to go from here.

import { byId } from "./dom.js";
import { say } from "./say.js";

/** Say what the lesson says now; while others play, what it said last stays. */
export function drawLesson(lesson) {
  if (!lesson) return;
  byId("lesson-step").textContent = lesson.done ? "" : say("lesson_step", { step: lesson.step, of: lesson.of });
  if (lesson.text) byId("lesson-text").textContent = lesson.text;
  else if (!byId("lesson-text").textContent) byId("lesson-text").textContent = say("lesson_others");
  byId("lesson").classList.toggle("resting", !lesson.text);
  byId("lesson").classList.toggle("done", lesson.done);
  byId("lesson-ways").hidden = !lesson.done;
  byId("hint").hidden = true;
}
