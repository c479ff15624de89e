// The drawing on a canvas: generations side by side or one at a time, moved and zoomed.
//
// Each generation is an image with one pixel a cell, made anew only when its grid changes, and
// drawn enlarged; so large drawings stay smooth. Lines and letters come on top if there is room.

import {ALIVE, DEAD, FIRST_NAME, STABLE, UNKNOWN, dyingState, isComplement, isDying, isExempt, isName, letterOf, nameOf, stateOf} from "./drawing.js";
import {after} from "./orbits.js";

// Pixels: between generations, for their labels, and around all; of a cell at most and at least, and
// from which on there are lines and letters.
const GAP = 30, LABEL = 24, MARGIN = 18, LARGEST_CELL = 64, LEAST_CELL = .5, ROOM_FOR_LINES = 5, ROOM_FOR_LETTERS = 13;
const MOST_MARKS = 12000;  // cells that are seen: of more, no letters and dots are drawn
export const DYING_COLOURS = ["#c8553d", "#e07b39", "#eda65d", "#f2c48d", "#f6dfc0"];

// A hue for each name: neighbours in the alphabet are far apart on the colour circle.
export const hue = (name) => Math.round((name * 137.5 + 28) % 360);

export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.size = 24;
    this.pan = [0, 0];
    this.single = false;
    this.shown = 0;
    this.images = new WeakMap();
    this.state = null;
    this.waiting = false;
    this.readColours();
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(`--${name}`).trim();
    const names = ["cell", "ground", "grid", "unknown", "mark", "stable", "ink", "faint", "accent", "exempt", "paper", "problem"];
    this.colours = Object.fromEntries(names.map((name) => [name, value(name)]));
    this.dark = document.documentElement.dataset.dark === "true" || (matchMedia("(prefers-color-scheme: dark)").matches && document.documentElement.dataset.theme !== "light");
    this.images = new WeakMap();
  }

  // What is drawn: {drawing, t, cursor, hover, lit, implied, selection, floating, likeness}.
  show(state) {
    this.state = state;
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  generations() {
    const count = this.state.drawing.grids.length;
    return this.single ? [Math.min(this.shown, count - 1)] : Array.from({length: count}, (_, t) => t);
  }

  // The upper left corner of a generation on the canvas, in pixels of the page.
  corner(t) {
    const {drawing} = this.state;
    const index = this.single ? 0 : t;
    const columns = this.columns();
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return [
      this.pan[0] + column * (drawing.width * this.size + GAP),
      this.pan[1] + row * (drawing.height * this.size + LABEL + MARGIN),
    ];
  }

  // How many generations stand in a row, so that they are as large as possible.
  columns() {
    if (this.single) return 1;
    return this.fitted?.columns ?? this.state.drawing.grids.length;
  }

  // Choose size and place so that all is seen.
  fit() {
    const {drawing} = this.state, count = this.generations().length;
    const width = this.canvas.clientWidth - 2 * MARGIN, height = this.canvas.clientHeight - MARGIN;
    let best = {size: 0, columns: count};
    for (let columns = 1; columns <= count; columns++) {
      const rows = Math.ceil(count / columns);
      const size = Math.min(
        (width - (columns - 1) * GAP) / (columns * drawing.width),
        (height - rows * LABEL - (rows - 1) * MARGIN) / (rows * drawing.height), 44);
      if (size > best.size) best = {size, columns};
    }
    this.fitted = best;
    this.size = Math.max(LEAST_CELL, best.size >= 6 ? Math.floor(best.size) : best.size);
    const rows = Math.ceil(count / best.columns);
    const wide = best.columns * (drawing.width * this.size + GAP) - GAP;
    const high = rows * (drawing.height * this.size + LABEL) + (rows - 1) * MARGIN;
    this.pan = [Math.round((this.canvas.clientWidth - wide) / 2), Math.round((this.canvas.clientHeight - high) / 2 + LABEL)];
  }

  // Zoom about a point of the canvas.
  zoom(factor, [px, py] = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2]) {
    const size = Math.min(LARGEST_CELL, Math.max(LEAST_CELL, this.size * factor));
    const scale = size / this.size;
    this.pan = [px - (px - this.pan[0]) * scale, py - (py - this.pan[1]) * scale];
    this.size = size;
  }

  // The generation and cell at a point; cells may lie outside the box.
  cellAt(px, py) {
    let best = null;
    for (const t of this.generations()) {
      const [x0, y0] = this.corner(t);
      const x = Math.floor((px - x0) / this.size), y = Math.floor((py - y0) / this.size);
      const {width, height} = this.state.drawing;
      const away = Math.max(-x, x - width + 1, -y, y - height + 1, 0);
      if (!best || away < best.away) best = {t, x, y, away};
    }
    return best;
  }

  // Which edges of a box a point is on: what dragging there would move.
  edgeAt(px, py, reach = 7) {
    for (const t of this.generations()) {
      const [x0, y0] = this.corner(t);
      const {width, height} = this.state.drawing;
      const x1 = x0 + width * this.size, y1 = y0 + height * this.size;
      const out = 4, over = px > x0 - reach - out && px < x1 + reach + out && py > y0 - reach - out && py < y1 + reach + out;
      if (!over) continue;
      const edge = {
        left: px < x0 - 1 && px > x0 - reach - out, right: px > x1 + 1 && px < x1 + reach + out,
        top: py < y0 - 1 && py > y0 - reach - out, bottom: py > y1 + 1 && py < y1 + reach + out,
      };
      if (edge.left || edge.right || edge.top || edge.bottom) return {t, ...edge};
    }
    return null;
  }

  draw() {
    const {canvas, state} = this;
    const ratio = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !state) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const pen = canvas.getContext("2d", {alpha: false});
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = this.colours.paper;
    pen.fillRect(0, 0, width, height);
    for (const t of this.generations()) this.drawGeneration(pen, t, width, height);
  }

  drawGeneration(pen, t, width, height) {
    const {state, size} = this, {drawing} = state;
    const [x0, y0] = this.corner(t);
    const wide = drawing.width * size, high = drawing.height * size;
    if (x0 > width || y0 > height || x0 + wide < 0 || y0 + high + LABEL < 0) return;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.image(drawing, t), x0, y0, wide, high);
    const seen = {
      left: Math.max(0, Math.floor(-x0 / size)), right: Math.min(drawing.width, Math.ceil((width - x0) / size)),
      top: Math.max(0, Math.floor(-y0 / size)), bottom: Math.min(drawing.height, Math.ceil((height - y0) / size)),
    };
    if (size >= ROOM_FOR_LINES) this.drawLines(pen, x0, y0, seen);
    if ((seen.right - seen.left) * (seen.bottom - seen.top) <= MOST_MARKS) this.drawMarks(pen, t, x0, y0, seen);
    this.drawAxes(pen, x0, y0, wide, high);
    this.drawFrame(pen, t, x0, y0, wide, high);
    this.drawLit(pen, t, x0, y0);
    for (const [u, x, y] of state.wrong ?? []) if (u === t) this.outline(pen, x0, y0, {x, y, w: 1, h: 1}, this.colours.problem, Math.max(2, size * .12));
    this.drawSelection(pen, t, x0, y0);
    if (t === state.t && state.cursor) this.outline(pen, x0, y0, {...state.cursor, w: 1, h: 1}, this.colours.accent, state.focused ? 3 : 1.5);
  }

  // One pixel a cell.
  image(drawing, t) {
    const grid = drawing.grids[t];
    let made = this.images.get(grid);
    if (made && made.width === drawing.width) return made;
    made = document.createElement("canvas");
    made.width = drawing.width;
    made.height = drawing.height;
    const pen = made.getContext("2d"), pixels = pen.createImageData(drawing.width, drawing.height);
    const colours = new Map();
    for (let i = 0; i < grid.length; i++) {
      const state = stateOf(grid[i]);
      let rgb = colours.get(state);
      if (!rgb) colours.set(state, rgb = bytes(this.colour(state)));
      pixels.data.set(rgb, 4 * i);
    }
    pen.putImageData(pixels, 0, 0);
    this.images.set(grid, made);
    return made;
  }

  colour(state) {
    const {colours} = this;
    if (isDying(state)) return DYING_COLOURS[Math.min(DYING_COLOURS.length - 1, dyingState(state) - 2)];
    if (state >= FIRST_NAME) return `hsl(${hue(nameOf(state))} 62% ${this.dark ? (isComplement(state) ? 26 : 38) : isComplement(state) ? 62 : 80}%)`;
    return {[UNKNOWN]: colours.unknown, [ALIVE]: colours.cell, [DEAD]: colours.ground, [STABLE]: colours.stable}[state];
  }

  drawLines(pen, x0, y0, {left, right, top, bottom}) {
    const {size} = this;
    pen.fillStyle = this.colours.grid;
    const end = x0 + right * size, low = y0 + bottom * size;
    for (let x = left; x <= right; x++) pen.fillRect(Math.round(x0 + x * size), y0 + top * size, 1, low - y0 - top * size);
    for (let y = top; y <= bottom; y++) pen.fillRect(x0 + left * size, Math.round(y0 + y * size), end - x0 - left * size, 1);
  }

  // Letters, dots of unknown cells, corners of exempt ones, and what follows from others.
  drawMarks(pen, t, x0, y0, {left, right, top, bottom}) {
    const {size, state, colours} = this, {drawing} = state;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `600 ${Math.floor(size * 0.56)}px system-ui, sans-serif`;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const cell = drawing.grids[t][y * drawing.width + x];
        const px = x0 + (x + .5) * size, py = y0 + (y + .5) * size;
        if (isName(cell) && size >= ROOM_FOR_LETTERS) {
          pen.fillStyle = this.dark ? "#fff" : "#111";
          pen.fillText(letterOf(cell), px, py + 1);
        } else if (isDying(cell) && size >= ROOM_FOR_LETTERS) {
          pen.fillStyle = "#111";
          pen.fillText(dyingState(cell), px, py + 1);
        } else if (stateOf(cell) === STABLE && size >= 7) {
          pen.strokeStyle = colours.ink;
          pen.lineWidth = 1.2;
          wave(pen, px, py, size * .28);
        } else if (!cell) {
          const like = state.implied?.[t][y * drawing.width + x];
          if (like) {
            pen.fillStyle = this.colour(like);
            const side = size * .44;
            pen.fillRect(px - side / 2, py - side / 2, side, side);
          } else if (size >= 11) {
            pen.fillStyle = colours.mark;
            const side = Math.max(2, Math.round(size * .1));
            pen.fillRect(Math.round(px - side / 2), Math.round(py - side / 2), side, side);
          }
        }
        if (isExempt(cell) && size >= 6) {
          pen.fillStyle = colours.exempt;
          pen.beginPath();
          pen.moveTo(x0 + (x + 1) * size, y0 + y * size + 1);
          pen.lineTo(x0 + (x + 1) * size, y0 + y * size + 1 + size * .42);
          pen.lineTo(x0 + (x + 1) * size - size * .42, y0 + y * size + 1);
          pen.fill();
        }
      }
    }
  }

  drawFrame(pen, t, x0, y0, wide, high) {
    const {state, colours} = this, active = t === state.t;
    pen.strokeStyle = active ? colours.accent : colours.faint;
    pen.lineWidth = active ? 2 : 1;
    pen.strokeRect(x0 - 1, y0 - 1, wide + 2, high + 2);
    pen.fillStyle = active ? colours.ink : colours.faint;
    pen.font = `${active ? 600 : 400} 13px system-ui, sans-serif`;
    pen.textAlign = "left";
    pen.textBaseline = "alphabetic";
    pen.fillText(`generation ${t}`, x0, y0 - 8);
    const {motion} = state.likeness;
    if (t === 0 && motion && (motion.dx || motion.dy)) {
      pen.setLineDash([5, 4]);
      pen.strokeStyle = colours.accent;
      pen.lineWidth = 1.5;
      pen.strokeRect(x0 - 1 + motion.dx * this.size, y0 - 1 + motion.dy * this.size, wide + 2, high + 2);
      pen.setLineDash([]);
    }
  }

  // The axes of reflections, and the centre of rotations.
  drawAxes(pen, x0, y0, wide, high) {
    const group = this.state.likeness.group ?? [];
    if (group.length < 2) return;
    pen.strokeStyle = pen.fillStyle = this.colours.accent;
    pen.globalAlpha = .7;
    pen.lineWidth = 1.5;
    const cx = x0 + wide / 2, cy = y0 + high / 2;
    const stroke = (ax, ay, bx, by) => { pen.beginPath(); pen.moveTo(ax, ay); pen.lineTo(bx, by); pen.stroke(); };
    for (const [a, b, c, d] of group) {
      if (a * d - b * c !== -1) continue;
      if (a === -1) stroke(cx, y0 - 6, cx, y0 + high + 6);
      else if (a === 1) stroke(x0 - 6, cy, x0 + wide + 6, cy);
      else if (b === 1) stroke(x0, y0, x0 + wide, y0 + high);
      else stroke(x0 + wide, y0, x0, y0 + high);
    }
    if (group.some(([a, b, c, d]) => a * d - b * c === 1 && a !== 1)) dot(pen, cx, cy, 4);
    pen.globalAlpha = 1;
  }

  // The cells that are one with the one under the pointer; where it goes after the period.
  drawLit(pen, t, x0, y0) {
    const {lit, hover, likeness, drawing} = this.state;
    if (!hover) return;
    for (const [u, x, y] of lit) if (u === t) this.outline(pen, x0, y0, {x, y, w: 1, h: 1}, this.colours.accent, 2.5);
    const {motion} = likeness;
    if (motion && t === hover.t && (motion.dx || motion.dy || motion.turn.join() !== "1,0,0,1")) {
      const [x, y] = after(motion, [hover.x, hover.y], drawing.width, drawing.height);
      pen.setLineDash([3, 3]);
      this.outline(pen, x0, y0, {x, y, w: 1, h: 1}, this.colours.accent, 2);
      pen.setLineDash([]);
    }
  }

  drawSelection(pen, t, x0, y0) {
    const {selection, floating} = this.state;
    if (!selection || t !== this.state.t) return;
    if (floating) {
      pen.globalAlpha = .85;
      const picture = this.image({width: floating.w, height: floating.h, grids: [floating.cells]}, 0);
      pen.drawImage(picture, x0 + selection.x * this.size, y0 + selection.y * this.size, selection.w * this.size, selection.h * this.size);
      pen.globalAlpha = 1;
    }
    pen.setLineDash([6, 4]);
    this.outline(pen, x0, y0, selection, this.colours.ink, 2);
    pen.setLineDash([]);
  }

  outline(pen, x0, y0, {x, y, w, h}, colour, thick) {
    pen.strokeStyle = colour;
    pen.lineWidth = thick;
    pen.strokeRect(x0 + x * this.size + thick / 2, y0 + y * this.size + thick / 2, w * this.size + 1 - thick, h * this.size + 1 - thick);
  }
}

function dot(pen, x, y, radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function wave(pen, x, y, r) {
  pen.beginPath();
  pen.moveTo(x - r, y);
  pen.bezierCurveTo(x - r / 2, y - r, x, y - r / 2, x, y);
  pen.bezierCurveTo(x, y + r / 2, x + r / 2, y + r, x + r, y);
  pen.stroke();
}

const probe = document.createElement("canvas").getContext("2d", {willReadFrequently: true});

// Red, green, blue and opacity of any colour that the browser understands.
function bytes(colour) {
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  return probe.getImageData(0, 0, 1, 1).data;
}
