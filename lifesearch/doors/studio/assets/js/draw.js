// The page's left half: what to draw with, the tools, and the keys.

import {Board} from "./board.js";
import {ALIVE, DEAD, DYING, EXEMPT, LETTERS, MOST_STATES, STABLE, UNKNOWN, addGeneration, blank, cellsOf, cut, isName, mirrored, nameOf, named, paint, put, read, removeGeneration, resize, sameCells, successor, turnAll, turned} from "./drawing.js";
import {act} from "./api.js";
import {$, make, say} from "./dom.js";
import {changeSelection, placeOf} from "./tools.js";
import {hue} from "./view.js";
import {chooseFile, chooseName, chooseText} from "./files.js";

const STATES = [
  {name: "Alive", cell: ALIVE, swatch: "alive", key: "1"},
  {name: "Dead", cell: DEAD, swatch: "dead", key: "2"},
  {name: "Unknown", cell: UNKNOWN, swatch: "unknown", key: "3"},
  {name: "Same as", cell: named(0), swatch: "same", key: "4"},
  {name: "Stable", cell: STABLE, swatch: "stable", key: "5"},
  {name: "Exempt", cell: EXEMPT, swatch: "exempt", key: "6"},
  {name: "Dying", cell: DYING, swatch: "dying", key: "7"},
];
const TWO_STATES_ONLY = ["Same as", "Stable", "Exempt"];
// Names that can be chosen; drawings from files may have more of LETTERS.
const MOST_NAMES = 24;
// As `MOST_DRAWN_GENERATIONS` in common/limits.py.
const MOST_GENERATIONS = 64;

const HELP = {
  Alive: "Live cells", Dead: "Dead cells", Unknown: "Cells to be found",
  "Same as": "Cells with the same letter are equal, in every generation",
  Stable: "Cells of a still life that the other cells hit a generation later",
  Exempt: "On or off: the state of the cell need not follow from the previous generation",
  Dying: "Cells on their way from alive to dead, in rules with more than two states",
};

const HINT = "Draw the cells you know; the search finds the others. Drag the frame to change the box.";

export class DrawPage {
  constructor(changed) {
    this.board = new Board($("board"));
    this.letter = 0;
    this.complement = false;
    this.clipboard = null;
    this.makeStates();
    this.makeTools();
    this.makeKeys();
    const {board} = this;
    board.addEventListener("change", () => { this.update(); changed(); });
    board.addEventListener("select", () => this.update());
    board.addEventListener("cursor", () => this.sayWhere());
    $("board").addEventListener("keydown", (event) => this.press(event));
    $("board").addEventListener("focus", () => this.sayWhere());
    for (const side of ["width", "height"]) $(side).addEventListener("change", () => this.setSize());
    $("size").addEventListener("submit", (event) => { event.preventDefault(); this.setSize(); });
    document.addEventListener("paste", (event) => this.pasteEvent(event));
    this.update();
  }

  // The swatches: one of them is chosen.
  makeStates() {
    this.swatches = STATES.map((state) => {
      const input = make("input", {type: "radio", name: "state", class: "hidden", onchange: () => { this.choose(state); $("where").textContent = `${state.name}: ${HELP[state.name]}`; }});
      const swatch = make("span", {class: `swatch ${state.swatch}`, "aria-hidden": "true"});
      const label = make("label", {class: "state", title: `${HELP[state.name]} (${state.key})`}, input, swatch, state.name);
      return {state, input, label, swatch};
    });
    this.names = make("select", {"aria-label": "Letter of the equal cells", onchange: () => {
      [this.letter, this.complement] = JSON.parse(this.names.value);
      this.choose(STATES[3]);
    }});
    for (const complement of [false, true])
      for (let number = 0; number < MOST_NAMES; number++)
        this.names.append(make("option", {value: JSON.stringify([number, complement])}, complement ? `not ${LETTERS[number]}` : LETTERS[number]));
    this.dying = make("select", {"aria-label": "State of the dying cells", onchange: () => this.choose(STATES[6])});
    $("states").append(make("div", {class: "swatches", role: "radiogroup", "aria-label": "What to draw"}, ...this.swatches.map(({label}) => label)));
    this.swatches[3].label.after(this.names);
    this.swatches[6].label.after(this.dying);
    this.setStates(2);
    this.choose(STATES[0]);
  }

  // How many states the rule has: with more than two, cells can be dying, and some marks have no meaning.
  setStates(count) {
    if (this.count === count) return;
    this.count = count;
    this.dying.replaceChildren(...Array.from({length: Math.max(0, Math.min(count, MOST_STATES) - 2)}, (_, i) => make("option", {value: i}, `state ${i + 2}`)));
    for (const {state, label} of this.swatches) label.hidden = TWO_STATES_ONLY.includes(state.name) ? count > 2 : state.name === "Dying" && count < 3;
    this.choose(STATES[0]);
  }

  choose(state) {
    if (this.swatches.find((one) => one.state === state).label.hidden) return;
    this.board.brush = state.name === "Same as" ? named(this.letter, this.complement) : state.name === "Dying" ? DYING + Number(this.dying.value) : state.cell;
    for (const {state: other, input, label} of this.swatches) {
      input.checked = other === state;
      label.classList.toggle("chosen", other === state);
    }
    this.names.hidden = state.name !== "Same as";
    this.dying.hidden = state.name !== "Dying" || this.count < 4;
    this.names.value = JSON.stringify([this.letter, this.complement]);
    this.swatches[3].swatch.style.setProperty("--hue", hue(this.letter));
    this.swatches[3].swatch.textContent = this.complement ? LETTERS[this.letter].toUpperCase() : LETTERS[this.letter];
  }

  // A name that no cell has yet.
  nextName() {
    const used = new Set(this.board.drawing.grids.flatMap((grid) => [...grid].filter(isName).map(nameOf)));
    for (let number = 0; number < MOST_NAMES; number++) if (!used.has(number)) { this.letter = number; break; }
    this.complement = false;
    this.choose(STATES[3]);
  }

  makeTools() {
    const button = (icon, label, key, run, text = "") => make("button", {
      type: "button", class: text ? "" : "icon-button", "aria-label": text ? undefined : label, title: key ? `${label} (${key})` : label, onclick: run,
    }, icon ? iconOf(icon) : "", text);
    const tool = (name, label, key) => {
      const made = button(name, label, key, () => this.useTool(name));
      made.dataset.tool = name;
      return made;
    };
    const {board} = this;
    this.undoButton = button("undo", "Undo", "Ctrl+Z", () => board.undo());
    this.redoButton = button("redo", "Redo", "Ctrl+Y", () => board.redo());
    this.sideBySide = make("input", {type: "checkbox", id: "side-by-side", onchange: () => this.setSideBySide(this.sideBySide.checked)});
    this.sideBySide.checked = true;
    this.generation = make("span", {class: "generation"});
    const group = (label, ...children) => make("div", {class: "group", role: "group", "aria-label": label}, ...children);
    this.removeButton = button("minus", "Remove this generation", "", () => this.remove());
    $("tools").append(
      group("Tools", tool("paint", "Paint", "B"), tool("rectangle", "Rectangle", "R"), tool("fill", "Fill", "F"), tool("select", "Select and move", "S")),
      group("Change", button("turn", "Rotate", "T", () => this.turn()), button("mirror", "Mirror left and right", "H", () => this.mirror(false)), button("flip", "Mirror up and down", "V", () => this.mirror(true))),
      group("Copy", button("copy", "Copy the selection, or all", "Ctrl+C", () => this.copyPiece(false)), button("put", "Insert what was copied", "Ctrl+V", () => this.putPiece())),
      group("History", this.undoButton, this.redoButton),
      group("Generations", button("left", "Previous generation", "Page Up", () => board.goTo(board.t - 1)), this.generation, button("right", "Next generation", "Page Down", () => board.goTo(board.t + 1)),
        button("plus", "Add a generation", "G", () => this.add()), this.removeButton,
        button("next", "Draw what follows from this generation as the next one", "E", () => this.addSuccessor()),
        make("label", {class: "check"}, this.sideBySide, "side by side")),
      group("View", button("fit", "Show all", "0", () => board.fit())),
    );
    $("files-bar").append(button("", "Examples, and patterns of the catalogue by name", "M", () => this.onshelf?.(), "Patterns"), button("", "Paste a pattern", "Ctrl+V", () => this.pasteText(), "Paste"), button("", "Open a file", "O", () => this.open(), "Open"), button("", "Save as a file", "Ctrl+S", () => this.save(), "Save"),
      button("", "Make all cells unknown", "", () => board.step(blank(board.drawing.width, board.drawing.height)), "Clear"), button("", "All tools and keys", "?", () => $("keys").showModal(), "Help"));
    this.useTool("paint");
  }

  useTool(name) {
    this.board.tool = name;
    if (name !== "select") this.board.select(null);
    for (const button of $("tools").querySelectorAll("[data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
  }

  setSideBySide(all) {
    this.sideBySide.checked = all;
    this.board.view.single = !all;
    this.board.view.shown = this.board.t;
    this.board.fit();
  }

  add() {
    if (this.board.drawing.grids.length >= MOST_GENERATIONS) return say(`at most ${MOST_GENERATIONS} generations can be drawn`, "problem");
    this.board.step(addGeneration(this.board.drawing, this.board.t));
    this.board.goTo(this.board.t + 1);
    return undefined;
  }

  // The next generation as far as it follows from this one.
  async addSuccessor() {
    const rule = await this.onrun(), {board} = this, {drawing, t} = board;
    if (!rule) return say("This needs a rule of which everything is known", "problem");
    if (drawing.grids.length >= MOST_GENERATIONS && t === MOST_GENERATIONS - 1) return say(`at most ${MOST_GENERATIONS} generations can be drawn`, "problem");
    const next = successor(drawing, t, rule);
    const longer = t + 1 < drawing.grids.length ? drawing : addGeneration(drawing, t);
    board.step({...longer, grids: longer.grids.map((grid, u) => u === t + 1 ? grid.map((cell, i) => cell || next[i]) : grid)});
    board.goTo(t + 1);
    return undefined;
  }

  remove() {
    this.board.step(removeGeneration(this.board.drawing, this.board.t));
    this.board.goTo(this.board.t);
  }

  turn() {
    if (this.board.selection) changeSelection(this.board, turned);
    else this.board.step(turnAll(this.board.drawing));
  }

  mirror(upsideDown) {
    const {board} = this;
    if (board.selection) changeSelection(board, (piece) => mirrored(piece, upsideDown));
    else {
      const {width: w, height: h} = board.drawing;
      board.step({...board.drawing, grids: board.drawing.grids.map((cells) => mirrored({w, h, cells}, upsideDown).cells)});
    }
  }

  setSize() {
    const {drawing} = this.board;
    const side = (id, old) => {
      const value = Number($(id).value);
      return Number.isInteger(value) && value >= 1 && value <= 500 ? value : old;
    };
    const width = side("width", drawing.width), height = side("height", drawing.height);
    if (width !== drawing.width || height !== drawing.height)
      this.board.step(resize(drawing, {right: width - drawing.width, bottom: height - drawing.height}));
    this.update();
  }

  update() {
    const {board} = this, {drawing, history} = board;
    $("width").value = drawing.width;
    $("height").value = drawing.height;
    this.undoButton.disabled = !history.past.length;
    this.redoButton.disabled = !history.future.length;
    this.removeButton.disabled = drawing.grids.length < 2;
    this.generation.textContent = drawing.grids.length > 1 ? `${board.t} of ${drawing.grids.length - 1}` : "0";
    this.generation.title = drawing.grids.length > 1 ? `generation ${board.t} of 0 to ${drawing.grids.length - 1}` : "generation 0, the only one";
    this.sayWhere();
  }

  sayWhere() {
    $("where").textContent = this.running || (!this.unused && this.clash) || (document.activeElement === $("board") ? this.board.cursorInWords() : this.unused || this.unfollowed || HINT);
    $("where").dataset.kind = this.clash && !this.running && !this.unused ? "problem" : "";
  }

  setRunning(hint) {
    if (this.running === hint) return;
    this.running = hint;
    this.sayWhere();
  }

  // Say so if some of the cells cannot be as they are drawn, or if nothing is deduced from them.
  setClash(cells, possible, why) {
    this.unfollowed = why && `What follows from the drawing is not shown ${why}.`;
    this.clash = !possible ? "No such pattern fits in this box." : !cells ? "" : cells === 1 ? "The marked cell cannot be so here." : `The ${cells} marked cells contradict each other: no pattern has all of them.`;
    this.sayWhere();
  }

  // Say so if the search has nothing to do with the drawing.
  setUnused(why) {
    $("desk").dataset.unused = String(Boolean(why));
    this.unused = why;
    this.update();
  }

  // Files and texts

  async pasteText(text = "") {
    const chosen = await chooseText(text);
    const [link] = chosen?.text.match(/#ask\/[\w-]+/) ?? [];
    if (link) location.hash = link;  // copied in this studio or in another one
    else if (chosen) await this.take({text: chosen.text}, chosen.inside);
  }

  async open() {
    const chosen = await chooseFile();
    if (chosen) await this.load(chosen);
  }

  // Draw a file; a picture opens the question for its predecessor.
  async load({picture, ...source}) {
    if (await this.take(source) && picture) this.onpicture?.();
  }

  async save() {
    const chosen = await chooseName();
    if (!chosen) return;
    try {
      await act("save", {...chosen, text: this.board.text + "\n"});
      say(`Saved ${chosen.name}`);
    } catch (problem) {
      say(problem.message, "problem");
    }
  }

  // Draw the pattern of a text or a file; true if it could be read.
  async take(source, inside = false) {
    try {
      const told = await act("read", source);
      const drawing = read(told.drawing);
      if (inside) {
        const {board} = this, piece = {w: drawing.width, h: drawing.height, cells: drawing.grids[0]};
        board.step(put(board.drawing, board.t, piece, board.cursor.x, board.cursor.y));
      } else this.board.load(drawing);
      if (told.rule) this.onrule?.(told.rule);
      if (!inside && drawing.grids.length === 1 && !drawing.grids[0].includes(UNKNOWN)) this.onknown?.();
      return true;
    } catch (problem) {
      say(problem.message, "problem");
      return false;
    }
  }

  // Put a pattern that the server has read at the cursor, to be moved.
  insert(told) {
    const drawing = read(told.drawing), {board} = this;
    const piece = {w: drawing.width, h: drawing.height, cells: drawing.grids[0]};
    const most = Math.max(piece.w - board.drawing.width, piece.h - board.drawing.height);
    if (most > 0) {
      board.load(drawing);
      if (told.rule) this.onrule?.(told.rule);
      return;
    }
    this.clipboard = {piece, text: "", place: null, t: board.t};
    board.cursor = {x: Math.min(board.cursor.x, board.drawing.width - piece.w), y: Math.min(board.cursor.y, board.drawing.height - piece.h)};
    this.putPiece();
  }

  pasteEvent(event) {
    if (event.target.closest?.("input, textarea, dialog") || $("draw").hidden) return;
    const text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    if (this.clipboard && text === this.clipboard.text) this.putPiece();
    else if (text.trim()) this.pasteText(text);
    else if (this.clipboard) this.putPiece();
  }

  copyPiece(removing) {
    const {board} = this, place = placeOf(board);
    const piece = cut(board.drawing, board.t, place);
    const text = piece.cells.every((cell) => cell < 4) ? historyOf(piece) : "";
    this.clipboard = {piece, text, place, t: board.t};
    navigator.clipboard?.writeText(text).catch(() => {});
    if (removing) board.step(paint(board.drawing, board.t, cellsOf(place), UNKNOWN));
    say(`Copied ${place.w} by ${place.h} cells`);
  }

  putPiece() {
    const {board, clipboard} = this;
    if (!clipboard) return;
    const {piece, place, t} = clipboard, {x, y} = t === board.t ? board.cursor : place;  // the same place in other generations
    board.step(put(board.drawing, board.t, piece, x, y));
    this.useTool("select");
    board.select({x, y, w: piece.w, h: piece.h});
  }

  // Keys

  makeKeys() {
    const keys = [
      ["Arrows", "move the cursor"], ["Enter, Space", "draw, or draw the selection"], ["Shift + arrows", "select cells"], ["Alt + arrows", "move what is selected"],
      ["1 to 7", "alive, dead, unknown, same as, stable, exempt, dying"], ["K", "run, pause; while it runs also Enter"], [". and ,", "one generation on, one back; while it runs also Space"], ["W", "what is this?"], ["Esc", "back to the drawing"], ["N", "same as: the next free name"], ["Shift + N", "same as: the complement"],
      ["B, R, F, S", "paint, rectangle, fill, select"], ["T, H, V", "rotate, mirror left-right, mirror up-down"], ["Ctrl + arrows", "make the box wider or narrower, higher or lower"],
      ["Ctrl + Z, Ctrl + Y", "undo, redo"], ["Ctrl + C, X, V", "copy, cut, paste"], ["Delete", "make cells unknown"], ["Ctrl + A, Esc", "select all, nothing"],
      ["Page Up, Page Down", "generation before, next"], ["G", "add a generation"], ["E", "draw what follows as the next generation"], ["M", "examples, and the catalogue"], ["I", "one at a time, or side by side"], ["+, −, 0", "zoom, show all"], ["P, O, Ctrl + S", "paste a text, open, save"], ["?", "this list"],
    ];
    const icon = (element) => element.cloneNode(true);
    const tools = [...$("tools").querySelectorAll(".icon-button")].map((button) => [icon(button.firstChild), button.title]);
    const states = STATES.map(({name}, index) => [icon(this.swatches[index].swatch), `${name}: ${HELP[name]}`]);
    $("tool-list").append(...[...states, ...tools].flatMap(([picture, words]) => [make("dt", {}, picture), make("dd", {}, words)]));
    $("key-list").append(...keys.flatMap(([key, words]) => [make("dt", {}, key), make("dd", {}, words)]));
  }

  press(event) {
    const {board} = this;
    const arrow = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    const held = event.ctrlKey || event.metaKey;
    const done = arrow ? this.pressArrow(arrow, event, held) : held ? this.pressWithControl(event) : this.pressPlain(event);
    if (done !== false) {
      event.preventDefault();
      board.refresh();
    }
  }

  pressArrow([dx, dy], event, held) {
    const {board} = this;
    if (held) {
      const {width, height} = board.drawing;
      const right = Math.max(1 - width, Math.min(500 - width, dx)), bottom = Math.max(1 - height, Math.min(500 - height, dy));
      board.step(resize(board.drawing, {right, bottom}));
    } else if (event.altKey) changeSelection(board, (piece) => piece, dx, dy);
    else if (event.shiftKey) {
      this.anchor ??= {...board.cursor};
      board.moveCursor(dx, dy);
      const {x, y} = board.cursor;
      const left = Math.min(x, this.anchor.x), top = Math.min(y, this.anchor.y);
      this.useTool("select");
      board.select({x: left, y: top, w: Math.abs(x - this.anchor.x) + 1, h: Math.abs(y - this.anchor.y) + 1});
      return;
    } else board.moveCursor(dx, dy);
    this.anchor = null;
  }

  pressWithControl(event) {
    const {board} = this;
    switch (event.key.toLowerCase()) {
      case "z": event.shiftKey ? board.redo() : board.undo(); return true;
      case "y": board.redo(); return true;
      case "c": this.copyPiece(false); return true;
      case "x": this.copyPiece(true); return true;
      case "s": this.save(); return true;
      case "a": this.useTool("select"); board.select({x: 0, y: 0, w: board.drawing.width, h: board.drawing.height}); return true;
      default: return false;
    }
  }

  pressPlain(event) {
    const {board} = this, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const state = STATES.find((one) => one.key === key);
    if (state) return void this.choose(state);
    const tools = {b: "paint", r: "rectangle", f: "fill", s: "select"};
    if (tools[key] && board.tool === tools[key] && key === "f") return void this.fillHere();
    if (tools[key]) return void this.useTool(tools[key]);
    const acts = {
      Enter: () => this.drawHere(), " ": () => this.drawHere(), Escape: () => { this.anchor = null; board.select(null); },
      Delete: () => this.erase(), Backspace: () => this.erase(), t: () => this.turn(), h: () => this.mirror(false), v: () => this.mirror(true),
      n: () => event.shiftKey ? this.toggleComplement() : this.nextName(), g: () => this.add(), e: () => this.addSuccessor(), m: () => this.onshelf?.(), i: () => this.setSideBySide(!this.sideBySide.checked),
      PageUp: () => board.goTo(board.t - 1), PageDown: () => board.goTo(board.t + 1),
      "+": () => board.view.zoom(1.25), "=": () => board.view.zoom(1.25), "-": () => board.view.zoom(.8), 0: () => board.fit(),
      p: () => this.pasteText(), o: () => this.open(),
    };
    if (!acts[key]) return false;
    acts[key]();
    return true;
  }

  toggleComplement() {
    this.complement = !this.complement;
    this.choose(STATES[3]);
  }

  drawHere() {
    const {board} = this, {x, y} = board.cursor;
    if (board.tool === "fill" && !board.selection) this.fillHere();
    else board.step(paint(board.drawing, board.t, board.selection ? cellsOf(board.selection) : [[x, y]], board.brush));
    this.sayWhere();
  }

  fillHere() {
    const {board} = this, {x, y} = board.cursor;
    board.step(paint(board.drawing, board.t, sameCells(board.drawing, board.t, [x, y]), board.brush));
  }

  erase() {
    const {board} = this, {x, y} = board.cursor;
    board.step(paint(board.drawing, board.t, board.selection ? cellsOf(board.selection) : [[x, y]], UNKNOWN));
  }
}

// Whether a key is meant for a field, or for a dialog.
export const isTyping = ({target}) => Boolean(target.closest?.("input:not([type=radio], [type=checkbox], [type=range]), textarea, select, dialog[open]"));

export function iconOf(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

// A piece as LifeHistory: unknown cells are marked dead.
function historyOf({w, h, cells}) {
  const letters = {[UNKNOWN]: "D", [ALIVE]: "A", [DEAD]: ".", [STABLE]: "D"};
  const rows = Array.from({length: h}, (_, y) => Array.from(cells.subarray(y * w, (y + 1) * w), (cell) => letters[cell & 127]).join(""));
  return `x = ${w}, y = ${h}, rule = LifeHistory\n${rows.join("$")}!\n`;
}
