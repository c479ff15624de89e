// What is drawn lives: played, stepped forward and back, by the rule of the question.
//
// Unknown cells count as dead. The drawing stays as it is; a generation may be drawn instead.

/* global Player, data, readColours */

import {act} from "./api.js";
import {$, make, plural, say} from "./dom.js";
import {DEAD, blank, fromStates, put, statesOf} from "./drawing.js";

// Milliseconds of a generation, by the speed.
const PAUSES = [1000, 500, 250, 120, 60, 30, 15, 5], USUAL_SPEED = 3;
const RUNNING = "Unknown cells count as dead. Drag to move, zoom with the wheel or two fingers; Stop to draw again.";
// Cells of the rectangle of what lives, after which nothing goes on; generations that one can go
// back without running again; and cells around the box that are shown.
const LARGEST = 1e6, MOST_KEPT = 400, AROUND = 3;

// A grid as RLE, with letters for states; all that is not alive or dying is dead.
export function rleOf(drawing, t, rule) {
  const {width, height} = drawing, states = statesOf(drawing.grids[t]);
  const letter = (state) => ".ABCDEFGHIJKLMNOPQRSTUVWX"[state];
  const rows = Array.from({length: height}, (_, y) => Array.from(states.subarray(y * width, (y + 1) * width), letter).join("").replace(/\.+$/, ""));
  return `x = ${width}, y = ${height}, rule = ${rule}\n${rows.join("$")}!\n`;
}

// The gallery's player, which here never begins anew, and can go back.
class Runner extends Player {
  constructor(drawing, t, rule, canvas) {
    super({rle: rleOf(drawing, t, rule), rule, box: [drawing.width, drawing.height]}, canvas);
    this.playing = false;
  }

  outline() {
    const [w, h] = this.item.box;
    return {x: -AROUND, y: -AROUND, w: w + 2 * AROUND, h: h + 2 * AROUND};
  }

  restart() {
    super.restart();
    this.past = [];
  }

  get isTooLarge() {
    return this.world.w * this.world.h > LARGEST;
  }

  advance() {
    if (this.isTooLarge) {
      this.playing = false;
      return;
    }
    this.past.push(this.world);
    if (this.past.length > MOST_KEPT) this.past.shift();
    this.world = this.after(this.world, this.generation++);
    this.stale = true;
  }

  back() {
    const before = this.generation - 1;
    if (before < 0) return;
    if (this.past.length) this.world = this.past.pop();
    else {
      this.restart();
      while (this.generation < before) this.advance();
    }
    this.generation = before;
    this.stale = true;
  }

  get population() {
    return this.world.cells.reduce((sum, state) => sum + (state ? 1 : 0), 0);
  }

  // Where the drawn box is, so that one sees what has left it.
  draw() {
    const {canvas, stale} = this;
    const size = [canvas.width, canvas.height].join();
    super.draw();
    if (!stale && size === [canvas.width, canvas.height].join()) return;
    const ratio = window.devicePixelRatio || 1, cell = this.cellSize(canvas.width, canvas.height, ratio);
    const {view} = this, [w, h] = this.item.box, pen = canvas.getContext("2d", {alpha: false});
    const x0 = Math.round(canvas.width / 2 - (view.x + view.w / 2 - this.pan[0]) * cell), y0 = Math.round(canvas.height / 2 - (view.y + view.h / 2 - this.pan[1]) * cell);
    pen.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
    pen.lineWidth = ratio;
    pen.setLineDash([4 * ratio, 4 * ratio]);
    pen.strokeRect(x0, y0, w * cell + ratio, h * cell + ratio);
    pen.setLineDash([]);
  }
}

// The bar below the drawing, and the canvas that shows what lives.
export class RunBar {
  // `asked` promises the rule {name, states, table}, or the problem that there is with it; `like` is
  // called to ask for patterns of the same kind, and `said` with a hint while something runs.
  constructor(board, asked, like, said) {
    this.board = board;
    this.said = said;
    this.asked = asked;
    this.like = like;
    this.runner = null;
    this.stage = $("stage");
    this.make();
    board.addEventListener("change", () => {
      this.stop();
      this.asking = null;
      $("what").hidden = true;
    });
    this.listen();
    this.update();
  }

  make() {
    const button = (words, label, key, run) => make("button", {type: "button", title: key ? `${label} (${key})` : label, onclick: run}, words);
    this.backButton = button("‹ Back", "One generation back", ",", () => this.back());
    this.playButton = button("▶ Run", "Run or pause", "K", () => this.play());
    this.stepButton = button("Step ›", "One generation on", ".", () => this.step());
    this.speed = make("input", {type: "range", min: 0, max: PAUSES.length - 1, value: USUAL_SPEED, "aria-label": "Speed", title: "Speed"});
    this.words = make("span", {class: "number", role: "status"});
    this.whatButton = button("What is this?", "Identify the pattern", "W", () => this.identify());
    this.drawButton = button("Draw this", "Draw this generation instead", "", () => this.take());
    this.leaveButton = button("■ Stop", "Back to the drawing", "Esc", () => this.stop());
    $("run").append(this.backButton, this.playButton, this.stepButton, make("label", {class: "speed"}, "Speed", this.speed), this.words, make("span", {class: "gap"}), this.whatButton, this.drawButton, this.leaveButton);
  }

  // Begin to run, if that is possible, as soon as the rule is known.
  async begin() {
    if (this.runner) return true;
    const {rule, problem} = await this.asked();
    if (this.runner) return true;
    if (!rule) {
      say(problem || "This rule is not known completely: give one such as B3/S23 to run the drawing", "problem");
      return false;
    }
    data.rules[rule.name] = rule.table;
    this.board.canvas.hidden = true;
    this.stage.hidden = false;
    readColours();
    this.runner = new Runner(this.board.drawing, this.board.t, rule.name, this.stage);
    return true;
  }

  // Leave what lives; the drawing is shown again.
  stop() {
    if (!this.runner) return;
    this.runner = null;
    this.stage.hidden = true;
    this.board.canvas.hidden = false;
    this.update();
    this.board.fit();
  }

  async play() {
    if (!await this.begin()) return;
    this.runner.playing = !this.runner.playing;
    this.update();
  }

  async step() {
    if (!this.runner && !await this.begin()) return;
    this.runner.playing = false;
    this.runner.advance();
    this.update();
  }

  back() {
    if (!this.runner) return;
    this.runner.playing = false;
    this.runner.back();
    this.update();
  }

  // The drawing of what is shown now: every cell is known. It may be larger than the one before.
  shown() {
    const {world, item: {box: [width, height]}} = this.runner;
    const left = Math.max(0, -world.x), top = Math.max(0, -world.y);
    const right = Math.max(0, world.x + world.w - width), bottom = Math.max(0, world.y + world.h - height);
    const drawing = blank(left + width + right, top + height + bottom);
    drawing.grids[0].fill(DEAD);
    return world.w ? put(drawing, 0, {w: world.w, h: world.h, cells: fromStates(world.cells)}, world.x + left, world.y + top) : drawing;
  }

  take() {
    if (!this.runner) return;
    const drawing = this.shown();
    if (Math.max(drawing.width, drawing.height) > 500) {
      say("This generation is larger than 500 cells: too large to be drawn", "problem");
      return;
    }
    this.stop();
    this.board.load(drawing);
  }

  update() {
    const {runner} = this;
    this.backButton.disabled = !runner?.generation;
    this.playButton.textContent = runner?.playing ? "❚❚ Pause" : "▶ Run";
    this.drawButton.hidden = this.leaveButton.hidden = !runner;
    $("desk").dataset.running = String(Boolean(runner));
    this.said(runner ? RUNNING : "");
    const words = !runner ? "" : `generation ${runner.generation.toLocaleString("en")} · ${plural(runner.population, "cell")}${runner.isTooLarge ? " · too large to go on" : ""}`;
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  tick(passed) {
    const {runner} = this;
    if (!runner) return;
    const before = runner.generation;
    runner.play(passed, PAUSES[Number(this.speed.value)]);
    if (runner.generation !== before || (runner.isTooLarge && !runner.playing)) this.update();
    runner.draw();
  }

  refresh() {
    readColours();
    if (this.runner) this.runner.stale = true;
  }

  // One key, anywhere but in a field; true if it is one of these. While something runs, Enter and
  // Space do as in Golly, unless the key is meant for a button.
  press(key, target) {
    const acts = {".": () => this.step(), ",": () => this.back(), k: () => this.play(), w: () => this.identify()};
    if (this.runner) acts.Escape = () => this.stop();
    if (this.runner && !target.closest?.("button, a, summary, input")) Object.assign(acts, {Enter: acts.k, " ": acts["."]});
    if (!acts[key]) return false;
    acts[key]();
    return true;
  }

  // Say what the drawing is, or the generation that is shown.
  async identify(unasked = false) {
    const {rule} = await this.asked();
    if (!rule) return unasked || say("This rule is not known completely", "problem");
    const drawing = this.runner ? this.shown() : this.board.drawing, t = this.runner ? 0 : this.board.t;
    if (!statesOf(drawing.grids[t]).some(Boolean)) return unasked || say("No cell is alive: draw some, or paste a pattern", "problem");
    if (!unasked) say("Looking at it …");
    const asking = this.asking = {};
    try {
      const told = await act("identify", {text: rleOf(drawing, t, rule.name)});
      if (this.asking === asking) this.showIdentity(told, rule.name);
    } catch (problem) {
      if (!unasked) say(problem.message, "problem");
    }
    return undefined;
  }

  showIdentity(known, rule) {
    $("message").hidden = true;
    const close = () => { $("what").hidden = true; };
    const more = known.more.map(([label, value]) => `${label} ${value}`).join(" · ");
    const searchable = ["oscillator", "spaceship", "still life"].includes(known.kind);
    const button = (words, run) => make("button", {type: "button", onclick: run}, words);
    $("what").replaceChildren(
      make("p", {}, make("strong", {}, known.words), make("span", {class: "small"}, more), known.link ? make("a", {href: known.link, target: "_blank", rel: "noopener noreferrer"}, "on Catagolue") : ""),
      make("div", {class: "row"}, this.runner ? "" : button("▶ Run it", () => this.play()),
        searchable ? button(`Look for another ${known.kind} like it`, () => { close(); this.like(known, rule); }) : "", button("Close", close)));
    $("what").hidden = false;
  }

  // A pointer moves the plane, the wheel and two fingers zoom.
  listen() {
    const {stage} = this, points = new Map();
    const spread = () => {
      const [[ax, ay], [bx, by] = [ax, ay]] = [...points.values()];
      return {middle: [(ax + bx) / 2, (ay + by) / 2], apart: Math.max(1, Math.hypot(ax - bx, ay - by))};
    };
    const cell = () => this.runner.cellSize(stage.width, stage.height, window.devicePixelRatio || 1) / (window.devicePixelRatio || 1);
    const zoom = (factor) => {
      this.runner.zoom = Math.max(.05, Math.min(20, this.runner.zoom * factor));
      this.runner.stale = true;
    };
    stage.addEventListener("pointerdown", (event) => {
      points.set(event.pointerId, [event.clientX, event.clientY]);
      stage.setPointerCapture(event.pointerId);
      stage.focus();
      event.preventDefault();
    });
    stage.addEventListener("pointermove", (event) => {
      if (!points.has(event.pointerId) || !this.runner) return;
      const before = spread();
      points.set(event.pointerId, [event.clientX, event.clientY]);
      const after = spread(), size = cell();
      this.runner.pan = this.runner.pan.map((value, i) => value + (after.middle[i] - before.middle[i]) / size);
      zoom(points.size > 1 ? after.apart / before.apart : 1);
    });
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, (event) => points.delete(event.pointerId));
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (this.runner) zoom(Math.exp(-event.deltaY / 300));
    }, {passive: false});
  }
}
