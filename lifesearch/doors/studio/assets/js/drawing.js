// A drawing: the known cells of some generations of a box. All functions here are pure.
//
// A drawing is {width, height, grids}; a grid is a Uint8Array, row by row. A cell is a number:
// 0 unknown, 1 alive, 2 dead, 3 stable, then for each name two: 4 + 2k equal, 5 + 2k the complement.
// From 119 on cells are dying, in state 2 to 9 of a rule with several states. 128 is added if the
// cell is exempt from the rule.

export const UNKNOWN = 0, ALIVE = 1, DEAD = 2, STABLE = 3, FIRST_NAME = 4, DYING = 119, EXEMPT = 128;
export const MOST_STATES = 10;

export const LETTERS = "abcdefghijklmnpqrstuvwxyzβδεζηθκλμξπτφχψωджзилпфцчшщъыьэюя";

export const stateOf = (cell) => cell & ~EXEMPT;
export const isExempt = (cell) => (cell & EXEMPT) !== 0;
export const isName = (cell) => stateOf(cell) >= FIRST_NAME && stateOf(cell) < DYING;
export const isDying = (cell) => stateOf(cell) >= DYING;
export const dyingState = (cell) => stateOf(cell) - DYING + 2;
export const nameOf = (cell) => (stateOf(cell) - FIRST_NAME) >> 1;
export const isComplement = (cell) => isName(cell) && (cell & 1) === 1;
export const named = (number, complement = false) => FIRST_NAME + 2 * number + (complement ? 1 : 0);

export function letterOf(cell) {
  const letter = LETTERS[nameOf(cell)] ?? "?";
  return isComplement(cell) ? letter.toUpperCase() : letter;
}

export function blank(width, height, generations = 1) {
  const grids = Array.from({length: generations}, () => new Uint8Array(width * height));
  return {width, height, grids};
}

export function inside(drawing, x, y) {
  return x >= 0 && y >= 0 && x < drawing.width && y < drawing.height;
}

export const at = (drawing, t, x, y) => drawing.grids[t][y * drawing.width + x];

// The states of cells as a rule has them: 0 for all that is neither alive nor dying; and back.
export const statesOf = (grid) => grid.map((cell) => isDying(cell) ? dyingState(cell) : stateOf(cell) === ALIVE ? 1 : 0);
export const fromStates = (states) => states.map((state) => state > 1 ? Math.min(DYING + state - 2, EXEMPT - 1) : state ? ALIVE : DEAD);

// The drawing as the text of a file; where cells are dying, with a blank between them.
export function write(drawing) {
  const {width, height} = drawing, spelt = drawing.grids.some((grid) => grid.some(isDying)) ? word : character;
  const rows = (grid) => Array.from({length: height}, (_, y) =>
    Array.from(grid.subarray(y * width, (y + 1) * width), spelt).join(spelt === word ? " " : "")).join("\n");
  return drawing.grids.map(rows).join("\n\n");
}

function word(cell) {
  const state = stateOf(cell);
  const letter = isDying(cell) ? String(dyingState(cell)) : isName(cell) ? `${isComplement(cell) ? "-" : ""}${LETTERS[nameOf(cell)]}` : "*10~"[state];
  return isExempt(cell) ? `${letter}'` : letter;
}

function character(cell) {
  const state = stateOf(cell);
  const letter = state >= FIRST_NAME ? letterOf(cell) : "?o.~"[state];
  return isExempt(cell) ? `${letter}'` : letter;
}

// The drawing of a text that the server has checked; letters that are not ours become others.
export function read(text) {
  const blocks = text.trim().split(/\n{2,}/).map((block) => block.split("\n"));
  const used = [...new Set([...text.toLowerCase()].filter((letter) => LETTERS.includes(letter)))];
  const strange = new Map();
  const number = (letter) => {
    const index = LETTERS.indexOf(letter);
    if (index >= 0) return index;
    if (!strange.has(letter)) {
      const free = [...LETTERS].find((one) => !used.includes(one) && ![...strange.values()].includes(one));
      strange.set(letter, free ?? LETTERS[LETTERS.length - 1]);
    }
    return LETTERS.indexOf(strange.get(letter));
  };
  const spelt = /[0-9 ,]/.test(text);
  const cell = (one) => {
    const exempt = one.endsWith("'") ? EXEMPT : 0, plain = one.replaceAll("'", "");
    if (plain === "*" || plain === "?") return UNKNOWN | exempt;
    if (/^\d+$/.test(plain)) return (Number(plain) > 1 ? DYING + Number(plain) - 2 : plain === "1" ? ALIVE : DEAD) | exempt;
    return named(number(plain.replace("-", "").toLowerCase()), plain.startsWith("-")) | exempt;
  };
  const cells = (line) => {
    if (spelt) return line.trim().split(/[ ,]+/).map(cell);
    const row = [];
    for (const letter of line) {
      if (letter === "'") row[row.length - 1] |= EXEMPT;
      else if (letter === "?") row.push(UNKNOWN);
      else if ("oO*".includes(letter)) row.push(ALIVE);
      else if (letter === ".") row.push(DEAD);
      else if (letter === "~") row.push(STABLE);
      else row.push(named(number(letter.toLowerCase()), letter !== letter.toLowerCase()));
    }
    return row;
  };
  const grids = blocks.map((lines) => lines.map(cells));
  const width = grids[0][0].length, height = grids[0].length;
  return {width, height, grids: grids.map((rows) => Uint8Array.from(rows.flat()))};
}

const withGrid = (drawing, t, grid) =>
  ({...drawing, grids: drawing.grids.map((old, index) => index === t ? grid : old)});

// The drawing with some cells [x, y] of a generation in another state; EXEMPT is switched on or off.
export function paint(drawing, t, cells, cell) {
  const grid = drawing.grids[t].slice();
  let changed = false;
  for (const [x, y] of cells) {
    if (!inside(drawing, x, y)) continue;
    const index = y * drawing.width + x;
    const next = cell === EXEMPT ? grid[index] ^ EXEMPT : cell | grid[index] & (cell === UNKNOWN ? 0 : EXEMPT);
    changed ||= next !== grid[index];
    grid[index] = next;
  }
  return changed ? withGrid(drawing, t, grid) : drawing;
}

// Cells on the line between two cells, so that fast strokes have no gaps.
export function line([x0, y0], [x1, y1]) {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  const between = (a, b, i) => Math.round(a + (b - a) * i / (steps || 1));
  return Array.from({length: steps + 1}, (_, i) => [between(x0, x1, i), between(y0, y1, i)]);
}

// An area {x, y, w, h} from two corners.
export function area([x0, y0], [x1, y1]) {
  const x = Math.min(x0, x1), y = Math.min(y0, y1);
  return {x, y, w: Math.abs(x1 - x0) + 1, h: Math.abs(y1 - y0) + 1};
}

export function cellsOf({x, y, w, h}) {
  return Array.from({length: w * h}, (_, i) => [x + i % w, y + Math.floor(i / w)]);
}

// All cells that hang together with this one and are like it.
export function sameCells(drawing, t, [x, y]) {
  const {width, height} = drawing, grid = drawing.grids[t], like = at(drawing, t, x, y);
  const seen = new Uint8Array(width * height), found = [], open = [[x, y]];
  seen[y * width + x] = 1;
  while (open.length) {
    const [cx, cy] = open.pop();
    found.push([cx, cy]);
    for (const [nx, ny] of [[cx + 1, cy], [cx - 1, cy], [cx, cy + 1], [cx, cy - 1]]) {
      const index = ny * width + nx;
      if (!inside(drawing, nx, ny) || seen[index] || grid[index] !== like) continue;
      seen[index] = 1;
      open.push([nx, ny]);
    }
  }
  return found;
}

// A piece of a generation: {w, h, cells}.
export function cut(drawing, t, {x, y, w, h}) {
  const cells = new Uint8Array(w * h);
  for (let row = 0; row < h; row++)
    for (let column = 0; column < w; column++)
      if (inside(drawing, x + column, y + row)) cells[row * w + column] = at(drawing, t, x + column, y + row);
  return {w, h, cells};
}

export function put(drawing, t, piece, x, y) {
  const grid = drawing.grids[t].slice();
  for (let row = 0; row < piece.h; row++)
    for (let column = 0; column < piece.w; column++)
      if (inside(drawing, x + column, y + row)) grid[(y + row) * drawing.width + x + column] = piece.cells[row * piece.w + column];
  return withGrid(drawing, t, grid);
}

const empty = ({w, h}) => ({w, h, cells: new Uint8Array(w * h)});

export const turned = ({w, h, cells}) =>
  ({w: h, h: w, cells: cells.map((_, i) => cells[(h - 1 - i % h) * w + Math.floor(i / h)])});

export const mirrored = ({w, h, cells}, upsideDown = false) => ({
  w, h,
  cells: cells.map((_, i) => {
    const x = i % w, y = Math.floor(i / w);
    return upsideDown ? cells[(h - 1 - y) * w + x] : cells[y * w + w - 1 - x];
  }),
});

// Move, turn or mirror a piece of a generation in its place; the place of the result is [x, y].
export function change(drawing, t, place, how, dx = 0, dy = 0) {
  const piece = cut(drawing, t, place);
  const next = how(piece);
  const x = place.x + dx + ((place.w - next.w) >> 1), y = place.y + dy + ((place.h - next.h) >> 1);
  const cleared = put(drawing, t, empty(piece), place.x, place.y);
  return {drawing: put(cleared, t, next, x, y), place: {x, y, w: next.w, h: next.h}};
}

// Turn all generations: width and height change places.
export function turnAll(drawing) {
  const grids = drawing.grids.map((cells) => turned({w: drawing.width, h: drawing.height, cells}).cells);
  return {width: drawing.height, height: drawing.width, grids};
}

// A resized box: the given numbers of columns and rows are added at each side, or removed.
export function resize(drawing, {left = 0, right = 0, top = 0, bottom = 0}) {
  const width = Math.max(1, drawing.width + left + right), height = Math.max(1, drawing.height + top + bottom);
  const grids = drawing.grids.map((cells) => {
    const next = blank(width, height);
    return put(next, 0, {w: drawing.width, h: drawing.height, cells}, left, top).grids[0];
  });
  return {width, height, grids};
}

export const addGeneration = (drawing, t) => ({
  ...drawing,
  grids: [...drawing.grids.slice(0, t + 1), new Uint8Array(drawing.width * drawing.height), ...drawing.grids.slice(t + 1)],
});

// The next generation, as far as it follows whatever the unknown cells are; outside all is dead.
// The rule has a number of states, and a table: 128 hexadecimal digits or an object with one.
export function successor(drawing, t, {states, table}) {
  const digits = typeof table === "string" ? table : table.table, {width, height} = drawing;
  const born = (block) => parseInt(digits[block >> 2], 16) >> (3 - (block & 3)) & 1;
  const state = (x, y) => !inside(drawing, x, y) ? DEAD : stateOf(at(drawing, t, x, y));
  const known = (cell) => cell === ALIVE || cell === DEAD || isDying(cell);
  const after = new Uint8Array(width * height);
  const next = (x, y) => {
    const own = state(x, y);
    if (isDying(own)) return dyingState(own) + 1 < states ? own + 1 : DEAD;
    if (states > 2 && !known(own)) return UNKNOWN;
    let alive = 0, open = 0;
    for (let i = 0; i < 9; i++) {
      const cell = state(x + i % 3 - 1, y + Math.floor(i / 3) - 1);
      alive = alive << 1 | (cell === ALIVE);
      open = open << 1 | !known(cell);
    }
    const first = born(alive);
    for (let some = open; some; some = (some - 1) & open) if (born(alive | some) !== first) return UNKNOWN;
    return first ? ALIVE : own === ALIVE && states > 2 ? DYING : DEAD;
  };
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) after[y * width + x] = next(x, y);
  return after;
}

export const removeGeneration = (drawing, t) =>
  drawing.grids.length < 2 ? drawing : {...drawing, grids: drawing.grids.filter((_, index) => index !== t)};

export const isBlank = (drawing) => drawing.grids.every((grid) => grid.every((cell) => cell === 0));

// What a cell is, in words for those who cannot see it.
export function inWords(cell) {
  const state = stateOf(cell);
  const what = isDying(cell) ? `dying, state ${dyingState(cell)}` : state >= FIRST_NAME
    ? `${isComplement(cell) ? "not " : ""}same as ${LETTERS[nameOf(cell)]}`
    : ["unknown", "alive", "dead", "stable"][state];
  return isExempt(cell) ? `${what}, exempt` : what;
}
