// How much of the board is seen: the part of the drawing that its frame shows.

const CLOSEST = 6;
const READABLE = 40; // pixels across a hex, below which a small screen comes nearer by itself
const COMFORTABLE = 46;
const HEX_WIDTH = 86.6; // in the drawing
const LARGEST = 132; // pixels across a hex of a board that has only a few

export class Zoom {
  constructor(frame) {
    this.frame = frame;
    this.scale = 1;
    this.middle = null; // of what is seen, in the drawing; null is the middle of the whole
    this.touched = false; // whether the reader chose it himself
    this.pointers = new Map();
    this.dragged = false;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"])
      frame.addEventListener(kind, (event) => this.pointers.delete(event.pointerId));
    this.measure();
    new ResizeObserver(() => {
      this.measure();
      if (this.svg) this.apply();
    }).observe(frame);
  }

  /** Look at what is shown of a new drawing from where the last one was looked at. */
  take(svg, drawing) {
    this.svg = svg;
    const [x, y, width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    this.whole = { x, y, width, height };
    this.apply();
  }

  /** Keep the size of the frame: asking for it makes the browser lay out everything at once. */
  measure() {
    this.size = { width: this.frame.clientWidth, height: this.frame.clientHeight };
  }

  /** Pixels a unit of the drawing takes when all of it is seen. */
  get fit() {
    return Math.min(this.size.width / this.whole.width, this.size.height / this.whole.height, LARGEST / HEX_WIDTH);
  }

  get hexPixels() {
    return HEX_WIDTH * this.fit * this.scale;
  }

  /** On a small screen come near enough to see hexes, around those points that matter. */
  comeNear(points) {
    if (this.touched || !this.svg || HEX_WIDTH * this.fit >= READABLE) return;
    this.scale = COMFORTABLE / (HEX_WIDTH * this.fit);
    if (points.length) {
      const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
      this.middle = { x: mean("x"), y: mean("y") };
    }
    this.apply();
  }

  /** Make sure that a point is seen. */
  reveal(point) {
    const view = this.view();
    const margin = HEX_WIDTH * 0.7;
    const inside = (at, from, size) => at > from + margin && at < from + size - margin;
    if (inside(point.x, view.x, view.width) && inside(point.y, view.y, view.height)) return;
    this.middle = { ...point };
    this.apply();
  }

  by(factor, around = null) {
    const before = this.scale;
    this.touched = true;
    this.scale = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    if (around) {
      const middle = this.centre();
      const kept = before / this.scale;
      this.middle = {
        x: around.x + (middle.x - around.x) * kept,
        y: around.y + (middle.y - around.y) * kept,
      };
    }
    this.apply();
  }

  all() {
    this.touched = true;
    this.scale = 1;
    this.middle = null;
    this.apply();
  }

  centre() {
    const { x, y, width, height } = this.whole;
    return this.middle ?? { x: x + width / 2, y: y + height / 2 };
  }

  /** What is seen, kept within the drawing. */
  view() {
    const pixels = this.fit * this.scale;
    const width = this.size.width / pixels;
    const height = this.size.height / pixels;
    const centre = this.centre();
    const kept = (at, size, from, full) =>
      size >= full ? from + full / 2 : Math.min(from + full - size / 2, Math.max(from + size / 2, at));
    const x = kept(centre.x, width, this.whole.x, this.whole.width);
    const y = kept(centre.y, height, this.whole.y, this.whole.height);
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  apply() {
    if (!this.size.width || !this.size.height) return;
    const { x, y, width, height } = this.view();
    if (this.middle) this.middle = { x: x + width / 2, y: y + height / 2 };
    const seen = `${x} ${y} ${width} ${height}`;
    if (this.svg.getAttribute("viewBox") !== seen) this.svg.setAttribute("viewBox", seen);
    this.frame.classList.toggle("near", this.scale > 1);
  }

  /** A point of the screen in the drawing. */
  point(clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    const view = this.view();
    return {
      x: view.x + ((clientX - box.left) / box.width) * view.width,
      y: view.y + ((clientY - box.top) / box.height) * view.height,
    };
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey && this.scale === 1 && event.deltaY > 0) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 400), this.point(event.clientX, event.clientY));
  }

  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.start = { x: event.clientX, y: event.clientY };
      this.dragged = false;
    }
  }

  move(event) {
    const was = this.pointers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) this.pinch(event.pointerId, now);
    else if (this.scale > 1 && (this.dragged || Math.hypot(now.x - this.start.x, now.y - this.start.y) > 8))
      this.drag(was, now);
    else return;
    this.pointers.set(event.pointerId, now);
  }

  drag(was, now) {
    const pixels = this.fit * this.scale;
    const centre = this.centre();
    this.dragged = this.touched = true;
    this.middle = { x: centre.x - (now.x - was.x) / pixels, y: centre.y - (now.y - was.y) / pixels };
    this.apply();
  }

  pinch(moving, now) {
    const [id, other] = [...this.pointers].find(([pointer]) => pointer !== moving);
    const was = this.pointers.get(moving);
    const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
    this.dragged = true;
    this.by(apart(now, other) / apart(was, other), this.point((now.x + other.x) / 2, (now.y + other.y) / 2));
    this.pointers.set(id, other);
  }
}
