// Something to look at while a search goes on: rows that grow, or a board that runs.

/* global step, readTable */

import {make} from "./dom.js";
import {ALIVE, DEAD, STABLE, isDying, read, stateOf} from "./drawing.js";

// Pixels of a board's height and of a cell at most; milliseconds of a generation; and the
// generations and cells after which a board begins again.
const HIGHEST = 340, LARGEST_CELL = 12, FRAME = 110, LONGEST = 120, LARGEST_WORLD = 40_000;

// Generations of a drawing, in which cells are decided one after another.
export function drawBoard(canvas, grids) {
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(`--${name}`);
  const colours = {o: colour("cell"), ".": colour("ground"), "?": colour("unknown")};
  const rows = grids.map((grid) => grid.split("\n")), wide = rows[0][0].length, high = rows[0].length;
  const room = canvas.parentElement?.clientWidth || 300, gap = 8, ratio = window.devicePixelRatio || 1;
  const size = Math.max(1, Math.min(14, (room - gap * (rows.length - 1)) / (wide * rows.length), HIGHEST / high));
  const width = Math.ceil(wide * size * rows.length + gap * (rows.length - 1)), height = Math.ceil(high * size);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d", {alpha: false});
  pen.scale(ratio, ratio);
  pen.fillStyle = colour("sheet");
  pen.fillRect(0, 0, width, height);
  const side = size >= 4 ? size - 1 : size;
  rows.forEach((grid, t) => grid.forEach((row, y) => [...row].forEach((letter, x) => {
    pen.fillStyle = colours[letter];
    pen.fillRect(t * (wide * size + gap) + x * size, y * size, side, side);
  })));
}

const WIDE = 72, TALL = 54;  // pixels of a small picture

// A small picture of the first generation of a drawing, given as text.
export function thumbnail(canvas, drawing) {
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(`--${name}`);
  const {width, height, grids} = read(drawing), ratio = window.devicePixelRatio || 1;
  canvas.width = WIDE * ratio;
  canvas.height = TALL * ratio;
  const pen = canvas.getContext("2d", {alpha: false}), size = Math.min(canvas.width / (width + 1), canvas.height / (height + 1), 9 * ratio);
  const left = (canvas.width - width * size) / 2, top = (canvas.height - height * size) / 2, side = size >= 4 ? size - 1 : size;
  pen.fillStyle = colour("ground");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  grids[0].forEach((cell, index) => {
    const state = stateOf(cell);
    if (state === DEAD) return;
    pen.fillStyle = colour(state === ALIVE || isDying(cell) ? "cell" : state === STABLE ? "still" : "unknown");
    pen.fillRect(left + index % width * size, top + Math.floor(index / width) * size, side, side);
  });
}

// The world of a picture of O and dots, as the gallery's player has it.
function worldOf(picture) {
  const rows = picture.split("\n"), w = Math.max(...rows.map((row) => row.length)), h = rows.length;
  const cells = new Uint8Array(w * h);
  rows.forEach((row, y) => [...row].forEach((letter, x) => { cells[y * w + x] = letter === "O" ? 1 : 0; }));
  return {x: 0, y: 0, w, h, cells};
}

export class Look {
  constructor(label) {
    this.canvas = make("canvas", {class: "look", role: "img", "aria-label": label});
    this.shown = null;
    this.before = 0;
  }

  // A picture {cells, table?}; with a table it runs.
  show(picture) {
    if (!picture || picture === this.shown || (this.shown && picture.cells === this.shown.cells)) return;
    this.shown = picture;
    this.world = worldOf(picture.cells);
    this.generation = 0;
    this.table = picture.table ? readTable(picture.table) : null;
    const around = this.table ? 6 : 1;
    this.frame = {x: -around, y: -around, w: this.world.w + 2 * around, h: this.world.h + 2 * around};
    this.draw();
  }

  tick(now) {
    if (!this.table || now - this.before < FRAME || !this.canvas.isConnected) return;
    this.before = now;
    this.generation++;
    const over = !this.world.w || this.generation > LONGEST || this.world.w * this.world.h > LARGEST_WORLD;
    if (over) this.generation = 0;
    this.world = over ? worldOf(this.shown.cells) : step(this.world, this.table);
    this.draw();
  }

  draw() {
    const {canvas, frame, world} = this;
    const ratio = window.devicePixelRatio || 1, room = canvas.parentElement?.clientWidth || 300;
    const size = Math.max(1, Math.min(LARGEST_CELL, room / frame.w, HIGHEST / frame.h));
    const width = Math.ceil(frame.w * size), height = Math.min(Math.ceil(frame.h * size), 4 * HIGHEST);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const style = getComputedStyle(document.documentElement), pen = canvas.getContext("2d", {alpha: false});
    pen.scale(ratio, ratio);
    pen.fillStyle = style.getPropertyValue("--ground");
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = style.getPropertyValue("--cell");
    const side = size >= 4 ? size - 1 : size;
    for (let y = 0; y < world.h; y++)
      for (let x = 0; x < world.w; x++)
        if (world.cells[y * world.w + x]) pen.fillRect((world.x + x - frame.x) * size, (world.y + y - frame.y) * size, side, side);
  }
}
