// Each seat's expected share of the win through the whole game, drawn as it is found out.

import { byId, svgElement } from "./dom.js";
import { percent, say } from "./say.js";

const WIDTH = 600;
const HEIGHT = 160;
const ASK_AGAIN = 1500;
const FALL = 0.08; // of the share of the win, from which on an action is worth another look

/** Draw the graph, and again whenever more of it is known. `jump(ply)` when a place of it is clicked. */
export async function drawGraph(server, { plies, seats, jump }) {
  const root = byId("graph");
  const svg = svgElement("svg", { viewBox: `0 -8 ${WIDTH} ${HEIGHT + 16}`, preserveAspectRatio: "none", role: "img", "aria-label": say("graph") });
  const cursor = svgElement("line", { class: "cursor", y1: -8, y2: HEIGHT + 8, x1: 0, x2: 0 });
  const x = (ply) => (plies ? (ply / plies) * WIDTH : 0);
  const goTo = (ply) => {
    cursor.setAttribute("x1", x(ply));
    cursor.setAttribute("x2", x(ply));
  };
  root.append(svg);
  root.addEventListener("at", ({ detail }) => goTo(detail));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    jump(Math.round(((event.clientX - box.left) / box.width) * plies));
  });
  goTo(Number(byId("slider").value));
  for (let done = false; !done; ) {
    const answer = await server.evaluation();
    done = answer.done;
    svg.replaceChildren(...grid(), ...lines(answer.graph, seats, x), ...misses(answer.graph, x), cursor);
    byId("graph-state").textContent = done ? "" : say("evaluating", { share: percent(reached(answer.graph, plies)) });
    if (!done) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
}

const y = (share) => HEIGHT * (1 - share);

function reached(graph, plies) {
  return graph.length && plies ? graph[graph.length - 1].ply / plies : 0;
}

const grid = () => [0, 0.5, 1].map((share) => svgElement("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(share), y2: y(share) }));

function lines(graph, seats, x) {
  return Array.from({ length: seats }, (_, seat) => {
    const points = graph.filter((each) => each.seat === seat).map((each) => `${x(each.ply).toFixed(1)},${y(each.share).toFixed(1)}`);
    return svgElement("polyline", { class: `line seat-${seat}`, points: points.join(" ") });
  });
}

/** Where something else was played than the search would have, and the seat's share fell. */
function misses(graph, x) {
  return graph
    .filter((each, i) => each.played !== each.best && each.share - nextShare(graph, i) >= FALL)
    .map((each) => {
      const dot = svgElement("circle", { class: `miss seat-${each.seat}`, cx: x(each.ply).toFixed(1), cy: y(each.share).toFixed(1), r: 2.4 });
      const title = svgElement("title");
      title.textContent = say("better", { n: each.ply, played: each.played, best: each.best });
      dot.append(title);
      return dot;
    });
}

/** What the same seat expects at its next decision. */
function nextShare(graph, i) {
  return graph.slice(i + 1).find((later) => later.seat === graph[i].seat)?.share ?? graph[i].share;
}
