// The board: the drawing with its past, what is chosen, and the canvas that shows it.

import {ALIVE, blank, inWords, inside, at, resize, write} from "./drawing.js";
import {History} from "./history.js";
import {implied, orbit} from "./orbits.js";
import {TOOLS} from "./tools.js";
import {View} from "./view.js";

// Cells of all generations, up to which it is shown what follows by the symmetry: at all, and at
// once instead of after a stroke.
const MOST_IMPLIED = 250_000, AT_ONCE = 15_000;
// Cells of a side of the box: as `WIDEST_DRAWING` in common/limits.py.
export const WIDEST = 500;

export class Board extends EventTarget {
  constructor(canvas) {
    super();
    this.canvas = canvas;
    this.history = new History(blank(9, 9));
    this.view = new View(canvas);
    this.t = 0;
    this.cursor = {x: 0, y: 0};
    this.brush = ALIVE;
    this.tool = "paint";
    this.selection = null;
    this.floating = null;
    this.likeness = {};
    this.hover = null;
    this.focused = false;
    this.refresh();
    this.listen(canvas);
    new ResizeObserver(() => this.fit()).observe(canvas);
  }

  get drawing() {
    return this.history.now;
  }

  get text() {
    return write(this.drawing);
  }

  // A new step, which can be undone.
  step(drawing) {
    this.history.push(drawing);
    this.changed();
  }

  // The last step goes on.
  amend(drawing) {
    this.history.amend(drawing);
    this.changed();
  }

  // Another drawing in place of this one.
  load(drawing) {
    this.selection = this.floating = null;
    this.t = 0;
    this.step(drawing);
    this.fit();
  }

  // The drawing of the last visit, which is no step.
  startWith(drawing) {
    this.history = new History(drawing);
    this.changed(true);
  }

  undo() {
    if (this.history.undo()) this.wentBack();
  }

  redo() {
    if (this.history.redo()) this.wentBack();
  }

  wentBack() {
    this.changed(true);
    this.dispatchEvent(new Event("undo"));
  }

  select(place, floating = null) {
    this.selection = place;
    this.floating = floating;
    this.refresh();
    this.dispatchEvent(new Event("select"));
  }

  changed(sizes = false) {
    const {drawing} = this;
    this.t = Math.min(this.t, drawing.grids.length - 1);
    this.cursor = {x: Math.min(this.cursor.x, drawing.width - 1), y: Math.min(this.cursor.y, drawing.height - 1)};
    const other = !this.before || this.before.width !== drawing.width || this.before.height !== drawing.height || this.before.grids.length !== drawing.grids.length;
    this.before = drawing;
    if ((sizes || other) && !this.sizing) this.fit();
    this.refresh();
    this.dispatchEvent(new Event("change"));
  }

  // Which cells are one, as the question says.
  setLikeness(likeness) {
    this.likeness = likeness;
    this.refresh();
  }

  // What follows from the drawing {drawing, grids, wrong}; null if that is not known.
  setDeduced(deduced) {
    this.deduced = deduced;
    this.refresh();
  }

  // The states that follow for unknown cells: those of their like, or of what the rule says.
  following() {
    const {deduced, drawing} = this;
    if (!deduced || deduced.drawing.width !== drawing.width || deduced.grids.length !== drawing.grids.length || deduced.grids[0].length !== drawing.grids[0].length) return this.impliedCells;
    return deduced.drawing === drawing ? deduced.grids : this.impliedCells ?? deduced.grids;
  }

  goTo(t) {
    this.t = Math.max(0, Math.min(this.drawing.grids.length - 1, t));
    this.view.shown = this.t;
    this.selection = null;
    this.refresh();
    this.dispatchEvent(new Event("select"));
  }

  fit() {
    this.refresh();
    this.view.fit();
    this.refresh();
  }

  refresh() {
    const {drawing, t, cursor, selection, floating, likeness, hover, focused} = this;
    this.followCells();
    const lit = hover ? orbit([hover.t, hover.x, hover.y], drawing, drawing.grids.length, likeness) : [];
    this.lit = lit;
    this.view.show({drawing, t, cursor: focused ? cursor : null, selection, floating, likeness, hover, focused, lit, implied: this.following(), wrong: this.deduced?.drawing === drawing ? this.deduced.wrong : []});
  }

  // Find out what follows for cells that are one with others; in large drawings, after a stroke.
  followCells() {
    const {drawing, likeness} = this, cells = drawing.width * drawing.height * drawing.grids.length;
    const [before, like] = this.impliedBy ?? [];
    if (before === drawing && like === likeness) return;
    this.impliedBy = [drawing, likeness];
    clearTimeout(this.followLater);
    const follow = () => { this.impliedCells = cells <= MOST_IMPLIED ? implied(drawing, likeness) : null; };
    const fits = this.impliedCells?.length === drawing.grids.length && this.impliedCells[0].length === drawing.grids[0].length;
    if (cells <= AT_ONCE || !fits) follow();
    else this.followLater = setTimeout(() => { follow(); this.refresh(); }, 200);
  }

  // Move the cursor, and say where it is.
  moveCursor(dx, dy) {
    const {drawing} = this;
    const limit = (value, most) => Math.max(0, Math.min(most - 1, value));
    this.cursor = {x: limit(this.cursor.x + dx, drawing.width), y: limit(this.cursor.y + dy, drawing.height)};
    this.hover = {t: this.t, ...this.cursor};
    this.refresh();
    this.dispatchEvent(new Event("cursor"));
  }

  cursorInWords() {
    const {t, cursor: {x, y}} = this;
    const like = this.lit.length > 1 ? `, one with ${this.lit.length - 1} more` : "";
    return `generation ${t}, column ${x + 1}, row ${y + 1}: ${inWords(at(this.drawing, t, x, y))}${like}`;
  }

  // Pointers: one draws or drags an edge, two move and zoom.
  listen(canvas) {
    const points = new Map();
    let stroke = null, pinch = null;
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener("pointerdown", (event) => {
      points.set(event.pointerId, place(event));
      canvas.setPointerCapture(event.pointerId);
      if (points.size === 2) {
        if (stroke?.board && stroke.began) this.undo();
        stroke = null;
        pinch = spread([...points.values()]);
        return;
      }
      if (event.button === 1 || event.button === 2) stroke = {pans: place(event)};
      else stroke = this.begin(place(event));
      event.preventDefault();
      canvas.focus();
    });
    canvas.addEventListener("pointermove", (event) => {
      const point = place(event);
      if (points.has(event.pointerId)) points.set(event.pointerId, point);
      if (pinch && points.size === 2) {
        const next = spread([...points.values()]);
        this.view.pan = this.view.pan.map((value, i) => value + next.middle[i] - pinch.middle[i]);
        this.view.zoom(next.apart / pinch.apart, next.middle);
        pinch = next;
        this.refresh();
      } else if (stroke) this.go(stroke, point);
      else this.point(point, canvas);
    });
    const finish = (event) => {
      points.delete(event.pointerId);
      pinch = null;
      if (stroke?.tool) stroke.tool.end(this);
      if (stroke?.edge) this.endSizing();
      stroke = null;
    };
    canvas.addEventListener("pointerup", finish);
    canvas.addEventListener("pointercancel", finish);
    canvas.addEventListener("pointerleave", () => { this.hover = null; this.refresh(); });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) this.view.zoom(Math.exp(-event.deltaY / 300), place(event));
      else this.view.pan = [this.view.pan[0] - event.deltaX, this.view.pan[1] - event.deltaY];
      this.refresh();
    }, {passive: false});
    canvas.addEventListener("focus", () => { this.focused = true; this.refresh(); });
    canvas.addEventListener("blur", () => { this.focused = false; this.hover = null; this.refresh(); });
  }

  begin([px, py]) {
    const edge = this.view.edgeAt(px, py);
    if (edge) {
      this.sizing = {edge, from: [px, py], drawing: this.drawing, pan: this.view.pan};
      return {edge};
    }
    const {t, x, y, away} = this.view.cellAt(px, py);
    if (away > 1.5) return {pans: [px, py]};
    if (t !== this.t) this.goTo(t);
    const tool = TOOLS[this.tool];
    if (!inside(this.drawing, x, y)) return {tool: {end() {}, move() {}}};
    this.cursor = {x, y};
    this.hover = {t, x, y};
    const before = this.drawing;
    tool.start(this, [x, y]);
    this.dispatchEvent(new Event("cursor"));
    return {tool, last: [x, y], board: true, began: before !== this.drawing};
  }

  go(stroke, [px, py]) {
    if (stroke.pans) {
      this.view.pan = [this.view.pan[0] + px - stroke.pans[0], this.view.pan[1] + py - stroke.pans[1]];
      stroke.pans = [px, py];
      this.refresh();
      return;
    }
    if (stroke.edge) {
      this.dragEdge(px, py);
      return;
    }
    const {x, y} = this.cellIn(px, py);
    if (!stroke.last || (x === stroke.last[0] && y === stroke.last[1])) return;
    stroke.last = [x, y];
    stroke.tool.move(this, [x, y]);
    if (inside(this.drawing, x, y)) this.cursor = {x, y};
    this.hover = inside(this.drawing, x, y) ? {t: this.t, x, y} : null;
    this.refresh();
  }

  cellIn(px, py) {
    const [x0, y0] = this.view.corner(this.t);
    return {x: Math.floor((px - x0) / this.view.size), y: Math.floor((py - y0) / this.view.size)};
  }

  // The box grows or shrinks at the edges that are dragged; the other edges stay.
  dragEdge(px, py) {
    const {edge, from, drawing} = this.sizing;
    const across = Math.round((px - from[0]) / this.view.size), down = Math.round((py - from[1]) / this.view.size);
    const limit = (more, side) => Math.max(1 - side, Math.min(WIDEST - side, more));
    const sides = {
      left: edge.left ? limit(-across, drawing.width) : 0, right: edge.right ? limit(across, drawing.width) : 0,
      top: edge.top ? limit(-down, drawing.height) : 0, bottom: edge.bottom ? limit(down, drawing.height) : 0,
    };
    const next = Object.values(sides).some(Boolean) ? resize(drawing, sides) : drawing;
    if (this.drawing === drawing) this.step(next);
    else this.amend(next);
    this.view.pan = [this.sizing.pan[0] - sides.left * this.view.size, this.sizing.pan[1] - sides.top * this.view.size];
    this.refresh();
  }

  endSizing() {
    this.sizing = null;
    this.fit();
  }

  // A pointer that is only moved lights up what is one with the cell below it.
  point([px, py], canvas) {
    const edge = this.view.edgeAt(px, py);
    const cell = this.view.cellAt(px, py);
    canvas.style.cursor = edge ? cursorOf(edge) : cell.away ? "default" : this.tool === "select" ? "cell" : "crosshair";
    const hover = !edge && !cell.away ? {t: cell.t, x: cell.x, y: cell.y} : null;
    if (JSON.stringify(hover) === JSON.stringify(this.hover)) return;
    this.hover = hover;
    this.refresh();
  }
}

function cursorOf({left, right, top, bottom}) {
  if ((left && top) || (right && bottom)) return "nwse-resize";
  if ((right && top) || (left && bottom)) return "nesw-resize";
  return left || right ? "ew-resize" : "ns-resize";
}

function spread([[ax, ay], [bx, by]]) {
  return {middle: [(ax + bx) / 2, (ay + by) / 2], apart: Math.max(1, Math.hypot(ax - bx, ay - by))};
}
