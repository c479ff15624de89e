// A player shows one pattern on one canvas. Ships are followed by the eye: what moves is the ground.

// Cells after which a pattern begins again; generations that the view has room for. How many
// generations' times the last one rests before the pattern begins again; of a pattern with a target,
// the first one and the last one.
const LARGEST = 1e6, PREVIEW = 120, REST = 3, BEFORE = 6, AFTER = 15;
const DYING = ["#c8553d", "#e07b39", "#eda65d", "#f2c48d", "#f6dfc0"];
const NONE = new Set();
const rules = {};
let colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["cell", "still", "wrong", "missing", "ground", "lines"]) colours[name] = style.getPropertyValue("--" + name).trim();
}

class Player {
  constructor(item, canvas) {
    this.item = item;
    this.canvas = canvas;
    this.playing = true;
    this.zoom = 1;
    this.pan = [0, 0];
    this.still = new Set((item.still ?? []).map(String));
    this.wrong = new Set((item.target?.wrong ?? []).map(String));
    this.rules = rules[item.rule] ||= readRule(data.rules[item.rule]);
    this.restart();
    this.view = this.outline();
  }

  restart() {
    this.world = readWorld(this.item.rle, this.item.torus);
    this.generation = 0;
    this.rest = 0;
    this.due = 0;
    this.stale = true;
  }

  // The part of the plane to show: all phases of a pattern that recurs, some ground around others,
  // and all that happens beside still cells, or until a pattern is like its target.
  outline() {
    const {period, replay, torus, target} = this.item;
    let {x, y, w, h} = this.world, world = this.world;
    if (torus) return {x: 0, y: 0, w, h};
    let right = x + w, bottom = y + h;
    const few = target ? target.generation + 1 : Math.min(period || Math.min(replay || 1, this.still.size ? PREVIEW : 12), PREVIEW);
    for (let t = 1; t < few && world.w * world.h < LARGEST / 100; t++) {
      world = this.after(world, t - 1);
      if (!world.w) continue;
      const [dx, dy] = this.drift(t);
      x = Math.min(x, world.x - dx);
      y = Math.min(y, world.y - dy);
      right = Math.max(right, world.x + world.w - dx);
      bottom = Math.max(bottom, world.y + world.h - dy);
    }
    for (const [column, row] of target?.wrong ?? []) {
      x = Math.min(x, column);
      y = Math.min(y, row);
      right = Math.max(right, column + 1);
      bottom = Math.max(bottom, row + 1);
    }
    const margin = period ? 1 : 2;
    return {x: x - margin, y: y - margin, w: right - x + 2 * margin, h: bottom - y + 2 * margin};
  }

  after(world, generation) {
    const {torus, plane, states} = this.rules;
    if (this.item.torus) return stepTorus(world, torus, states);
    return step(world, plane[generation % plane.length], states);
  }

  drift(generation) {
    const {dx = 0, dy = 0, period = 1, target} = this.item;
    if (target) return [0, 0];
    return [dx * generation / period, dy * generation / period];
  }

  // With a target, the first and the last generation are shown for longer.
  advance() {
    const {target} = this.item, replay = target ? target.generation : this.item.replay;
    const over = replay && this.generation >= replay || this.world.w * this.world.h > LARGEST;
    const rest = target ? (over ? AFTER : this.generation ? 0 : BEFORE) : over ? REST : 0;
    if (this.rest < rest) {
      this.rest++;
      return;
    }
    if (over) {
      this.restart();
      return;
    }
    this.world = this.after(this.world, this.generation);
    this.generation++;
    this.rest = 0;
    this.stale = true;
  }

  // Play for this number of milliseconds; a tab that was away does not make up for it.
  play(milliseconds, pause) {
    if (!this.playing) return;
    this.due = Math.min(this.due + milliseconds, 4 * pause);
    while (this.due >= pause) {
      this.due -= pause;
      this.advance();
    }
  }

  draw() {
    const {canvas, world, view} = this;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    } else if (!this.stale) return;
    this.stale = false;
    if (!width || !height) return;
    const pen = canvas.getContext("2d", {alpha: false});
    pen.fillStyle = colours.ground;
    pen.fillRect(0, 0, width, height);
    const size = this.cellSize(width, height, ratio);
    const [dx, dy] = this.drift(this.generation);
    const x0 = Math.round(width / 2 - (view.x + view.w / 2 + dx - this.pan[0]) * size);
    const y0 = Math.round(height / 2 - (view.y + view.h / 2 + dy - this.pan[1]) * size);
    const thin = Math.max(1, Math.round(ratio));
    const lined = size >= 5 * ratio;
    if (lined) this.rule(pen, width, height, size, x0, y0, thin);
    const {states} = this.rules;
    // Wrong cells have a colour of their own once the pattern should be like its target.
    const wrong = this.generation === this.item.target?.generation ? this.wrong : NONE;
    pen.fillStyle = colours.cell;
    const side = lined ? size - thin : Math.max(1, Math.ceil(size));
    const first = Math.max(0, Math.floor(-x0 / size) - world.x), last = Math.min(world.w, Math.ceil((width - x0) / size) - world.x);
    const top = Math.max(0, Math.floor(-y0 / size) - world.y), end = Math.min(world.h, Math.ceil((height - y0) / size) - world.y);
    for (let row = top; row < end; row++) {
      for (let column = first; column < last; column++) {
        const state = world.cells[row * world.w + column];
        if (state) {
          const place = this.still.size || wrong.size ? `${world.x + column},${world.y + row}` : "";
          if (place) pen.fillStyle = this.still.has(place) ? colours.still : wrong.has(place) ? colours.wrong : colours.cell;
          if (states > 2) pen.fillStyle = state < 2 ? colours.cell : DYING[Math.floor((state - 2) * 5 / (states - 2))];
          const x = x0 + (world.x + column) * size, y = y0 + (world.y + row) * size;
          pen.fillRect(lined ? x + thin : x, lined ? y + thin : y, side, side);
        }
      }
    }
    pen.fillStyle = colours.missing;
    for (const place of wrong) {
      const [x, y] = place.split(",").map(Number), column = x - world.x, row = y - world.y;
      if (column >= 0 && column < world.w && row >= 0 && row < world.h && world.cells[row * world.w + column]) continue;
      pen.fillRect(x0 + x * size + (lined ? thin : 0), y0 + y * size + (lined ? thin : 0), side, side);
    }
  }

  // Whole pixels for a cell, so that all cells are alike; less than one only for what is huge.
  cellSize(width, height, ratio) {
    const {view} = this;
    const fit = Math.min(width / view.w, height / view.h, 24 * ratio) * this.zoom;
    return fit >= 1 ? Math.floor(fit) : fit;
  }

  rule(pen, width, height, size, x0, y0, thin) {
    pen.fillStyle = colours.lines;
    const {torus} = this.item;
    const [w, h] = torus ? [torus[0] * size, torus[1] * size] : [width, height];
    const [left, top] = torus ? [x0, y0] : [0, 0];
    const from = (origin) => (origin % size + size) % size;
    for (let x = torus ? x0 : from(x0); x <= left + w; x += size) pen.fillRect(x, top, thin, h);
    for (let y = torus ? y0 : from(y0); y <= top + h; y += size) pen.fillRect(left, y, w, thin);
  }
}

// What the colours of wrong cells mean; null for patterns without any.
function legend({target}) {
  if (!target?.wrong.length) return null;
  const line = document.createElement("p");
  line.className = "legend";
  for (const [name, words] of [["wrong", "wrongly alive"], ["missing", "wrongly dead"]]) {
    const box = document.createElement("i");
    box.style.background = `var(--${name})`;
    line.append(box, ` ${words} `);
  }
  return line;
}
