// What a pointer does on the drawing: each tool turns a stroke into drawings.
//
// A stroke begins at a cell, goes over cells, and ends. The board gives what a tool needs:
// its drawing, generation, state to paint with and selection, and takes what comes of it.

import {UNKNOWN, area, at, cellsOf, change, cut, line, paint, put, sameCells} from "./drawing.js";

const inArea = (place, [x, y]) => place && x >= place.x && y >= place.y && x < place.x + place.w && y < place.y + place.h;

// A stroke that begins on a cell of the chosen state erases.
const painting = {
  start(board, cell) {
    this.last = cell;
    this.brush = at(board.drawing, board.t, ...cell) === board.brush ? UNKNOWN : board.brush;
    board.step(paint(board.drawing, board.t, [cell], this.brush));
  },
  move(board, cell) {
    const cells = line(this.last, cell).slice(1);
    this.last = cell;
    board.amend(paint(board.drawing, board.t, cells, this.brush));
  },
  end() {},
};

const rectangle = {
  start(board, cell) {
    this.first = cell;
    this.before = board.drawing;
    board.step(paint(this.before, board.t, [cell], board.brush));
  },
  move(board, cell) {
    board.amend(paint(this.before, board.t, cellsOf(area(this.first, cell)), board.brush));
  },
  end() {},
};

const filling = {
  start(board, cell) {
    board.step(paint(board.drawing, board.t, sameCells(board.drawing, board.t, cell), board.brush));
  },
  move() {},
  end() {},
};

// Choose an area; inside of it, move what is there.
const selecting = {
  start(board, cell) {
    this.first = cell;
    this.origin = inArea(board.selection, cell) ? board.selection : null;
    if (this.origin) {
      this.piece = cut(board.drawing, board.t, this.origin);
      const gone = {w: this.piece.w, h: this.piece.h, cells: new Uint8Array(this.piece.cells.length)};
      this.without = put(board.drawing, board.t, gone, this.origin.x, this.origin.y);
      this.original = board.drawing;
    } else board.select(area(cell, cell));
  },
  move(board, cell) {
    if (!this.origin) {
      board.select(area(this.first, cell));
      return;
    }
    const [dx, dy] = [cell[0] - this.first[0], cell[1] - this.first[1]];
    if (board.drawing === this.original && (dx || dy)) board.step(this.without);
    else if (board.drawing !== this.original) board.amend(this.without);
    board.select({...this.origin, x: this.origin.x + dx, y: this.origin.y + dy}, this.piece);
  },
  end(board) {
    if (!this.origin || board.drawing === this.original) return;
    const {x, y} = board.selection;
    board.amend(put(this.without, board.t, this.piece, x, y));
    board.select(board.selection);
  },
};

export const TOOLS = {paint: painting, rectangle, fill: filling, select: selecting};

// The whole box, or the part that is selected.
export const placeOf = (board) => board.selection ?? {x: 0, y: 0, w: board.drawing.width, h: board.drawing.height};

// Move, turn or mirror what is selected; the selection goes with it.
export function changeSelection(board, how, dx = 0, dy = 0) {
  const changed = change(board.drawing, board.t, placeOf(board), how, dx, dy);
  board.step(changed.drawing);
  if (board.selection) board.select(changed.place);
}
