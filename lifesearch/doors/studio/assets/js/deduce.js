// While one draws: what follows from the drawn cells, and which of them contradict each other.

import {act} from "./api.js";
import {later} from "./dom.js";
import {UNKNOWN, isBlank, read} from "./drawing.js";
import {formOf} from "./kinds.js";

export class Deducing {
  // `question` gives what is asked; `told` gets how many cells contradict each other, whether there
  // can be such a pattern at all, and when nothing is deduced.
  constructor(board, question, told) {
    this.board = board;
    this.question = question;
    this.told = told;
    this.busy = false;
    this.soon = later(() => this.ask(), 20);
  }

  // One question at a time; if the drawing has changed meanwhile, it is asked again.
  async ask() {
    if (this.busy) {
      this.again = true;
      return;
    }
    const {drawing} = this.board, question = this.question();
    const follows = question.where === "box" && ["box", "grids"].includes(formOf(question.kind).drawing) && drawing.grids.some((grid) => grid.includes(UNKNOWN));
    this.busy = true;  // of a blank drawing, too: the clauses are made before the first stroke
    const {grids, wrong = [], possible = true, why = ""} = follows ? await act("deduce", question).catch(() => ({})) : {};
    this.busy = false;
    this.board.setDeduced(grids && !isBlank(drawing) ? {drawing, grids: read(grids.join("\n\n")).grids, wrong} : null);
    this.told(wrong.length, possible, why);
    if (!this.again) return;
    this.again = false;
    this.soon();
  }
}
