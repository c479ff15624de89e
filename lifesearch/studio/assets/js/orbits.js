// Which cells are one variable: by the symmetry, and because the pattern is back after the period.
//
// An orientation is a matrix [a, b, c, d]: (x, y) goes to (ax + by, cx + dy), about the centre of
// the box. After `period` generations the pattern is back: turned, then moved by (dx, dy).

const IDENTITY = [1, 0, 0, 1];

export function image([a, b, c, d], [x, y], width, height) {
  const u = 2 * x - (width - 1), v = 2 * y - (height - 1);
  return [(a * u + b * v + width - 1) / 2, (c * u + d * v + height - 1) / 2];
}

const inverse = ([a, b, c, d]) => [a, c, b, d];

// The cell of generation t - period that is the same as this one.
export function before(motion, [x, y], width, height) {
  return image(inverse(motion.turn), [x - motion.dx, y - motion.dy], width, height);
}

export function after(motion, cell, width, height) {
  const [x, y] = image(motion.turn, cell, width, height);
  return [x + motion.dx, y + motion.dy];
}

const isCell = ([x, y], {width, height}) =>
  Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < width && y < height;

// All cells [t, x, y] of a box that are one with this one; `generations` are shown.
export function orbit([t, x, y], box, generations, {group = [IDENTITY], motion = null}) {
  const {width, height} = box, seen = new Map(), open = [[t, x, y]];
  while (open.length) {
    const [u, ...cell] = open.pop();
    const key = `${u},${cell}`;
    if (u < 0 || u >= generations || !isCell(cell, box) || seen.has(key)) continue;
    seen.set(key, [u, ...cell]);
    for (const g of group) open.push([u, ...image(g, cell, width, height)]);
    if (motion && u >= motion.period) open.push([u - motion.period, ...before(motion, cell, width, height)]);
    if (motion && u + motion.period < generations) open.push([u + motion.period, ...after(motion, cell, width, height)]);
  }
  return [...seen.values()];
}

// Whether any two cells that are shown can be one.
export const isTrivial = ({group = [], motion = null}, generations) =>
  group.length < 2 && !(motion && generations > motion.period);

// What follows for cells of which nothing is told: a map of "t,x,y" to the state of their like.
export function implied(drawing, likeness) {
  const found = new Map();
  const {width, height, grids} = drawing;
  if (isTrivial(likeness, grids.length)) return found;
  grids.forEach((grid, t) => grid.forEach((cell, index) => {
    if (!cell) return;
    for (const [u, x, y] of orbit([t, index % width, Math.floor(index / width)], {width, height}, grids.length, likeness))
      if (!grids[u][y * width + x]) found.set(`${u},${x},${y}`, cell & 127);
  }));
  return found;
}
