// Life on a rectangle that grows and shrinks with what lives in it: {x, y, w, h, cells}.
// A rule is a table: the nine cells of a block, in reading order, are the digits of its index.
// Where a rule has more than two states, 1 is alive and 2 and more are dying. On the plane, rules
// with B0 have other tables, which may take turns.

function readRule(told) {
  const {table, steps = [table], states = 2} = typeof told === "string" ? {table: told} : told;
  return {torus: readTable(table), plane: steps.map(readTable), states};
}

function readTable(digits) {
  const table = new Uint8Array(512);
  for (let i = 0; i < 512; i++) table[i] = parseInt(digits[i >> 2], 16) >> (3 - (i & 3)) & 1;
  return table;
}

// The world of an RLE; on a torus it is as large as the torus.
function readWorld(rle, torus) {
  const lines = rle.split("\n");
  const place = /^#CXRLE Pos=(-?\d+),(-?\d+)/m.exec(rle);
  const header = lines.findIndex((line) => line.startsWith("x"));
  const [, width, height] = /x = (\d+), y = (\d+)/.exec(lines[header]).map(Number);
  const [left, top] = torus && place ? [Number(place[1]), Number(place[2])] : [0, 0];
  const [w, h] = torus || [width, height];
  const cells = new Uint8Array(w * h);
  let column = left, row = top;
  const runs = lines.slice(header + 1).join("").matchAll(/(\d*)([p-y]?[A-X]|[bo.$!])/g);
  for (const [, digits, letter] of runs) {
    const count = digits ? Number(digits) : 1;
    if (letter === "!") break;
    if (letter === "$") { row += count; column = left; continue; }
    const state = stateOf(letter);
    if (state) cells.fill(state, row * w + column, row * w + column + count);
    column += count;
  }
  return {x: 0, y: 0, w, h, cells};
}

// o or A is 1, B is 2, ..., X is 24, pA is 25 and so on.
function stateOf(letter) {
  if (letter === "b" || letter === ".") return 0;
  if (letter === "o") return 1;
  const last = letter.charCodeAt(letter.length - 1) - 64;
  return letter.length > 1 ? last + 24 * (letter.charCodeAt(0) - 111) : last;
}

function later(state, lives, states) {
  if (state < 2 && lives) return 1;
  return state && state + 1 < states ? state + 1 : 0;
}

function step(world, table, states = 2) {
  const {x, y, w, h, cells} = world;
  const wide = w + 2, high = h + 2;
  const next = new Uint8Array(wide * high);
  let left = wide, right = -1, top = high, bottom = -1;
  for (let row = 0; row < high; row++) {
    const above = row >= 2 ? (row - 2) * w : -1;
    const here = row >= 1 && row <= h ? (row - 1) * w : -1;
    const below = row < h ? row * w : -1;
    let block = 0;
    for (let column = 0; column < wide; column++) {
      block = block << 1 & 438;  // 0b110110110: the left column of the block before drops out
      if (column < w) {
        if (above >= 0 && cells[above + column] === 1) block |= 64;
        if (here >= 0 && cells[here + column] === 1) block |= 8;
        if (below >= 0 && cells[below + column] === 1) block |= 1;
      }
      const state = here >= 0 && column >= 1 && column <= w ? cells[here + column - 1] : 0;
      const then = later(state, table[block], states);
      if (then) {
        next[row * wide + column] = then;
        if (column < left) left = column;
        if (column > right) right = column;
        if (row < top) top = row;
        bottom = row;
      }
    }
  }
  if (right < 0) return {x, y, w: 0, h: 0, cells: new Uint8Array(0)};
  const width = right - left + 1, height = bottom - top + 1;
  const kept = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = (top + row) * wide + left;
    kept.set(next.subarray(start, start + width), row * width);
  }
  return {x: x - 1 + left, y: y - 1 + top, w: width, h: height, cells: kept};
}

function stepTorus(world, table, states = 2) {
  const {w, h, cells} = world;
  const next = new Uint8Array(w * h);
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      let block = 0;
      for (let dy = -1; dy <= 1; dy++) {
        const start = (row + dy + h) % h * w;
        for (let dx = -1; dx <= 1; dx++) {
          block = block << 1 | (cells[start + (column + dx + w) % w] === 1);
        }
      }
      next[row * w + column] = later(cells[row * w + column], table[block], states);
    }
  }
  return {...world, cells: next};
}

