// Which cells are one variable: by the symmetry, and because the pattern recurs after the period.
//
// An orientation is a matrix [a, b, c, d]: (x, y) goes to (ax + by, cx + dy), about the centre of
// the box. After `period` generations the pattern recurs: turned, then moved by (dx, dy).

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

const isCell = (x, y, {width, height}) =>
  Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < width && y < height;

// Call `found` for all cells (t, x, y) of a box that are one with this one, some more than once;
// `generations` are shown. The symmetry has all that the motion turns into one another, so that it
// is enough to go along the motion first.
function eachLike([t, x, y], box, generations, {group = [IDENTITY], motion = null}, found) {
  const {width, height} = box;
  const turn = (u, cell) => {
    for (const g of group) {
      const [gx, gy] = image(g, cell, width, height);
      if (isCell(gx, gy, box)) found(u, gx, gy);
    }
  };
  turn(t, [x, y]);
  if (!motion) return;
  for (let u = t - motion.period, cell = [x, y]; u >= 0; u -= motion.period) turn(u, cell = before(motion, cell, width, height));
  for (let u = t + motion.period, cell = [x, y]; u < generations; u += motion.period) turn(u, cell = after(motion, cell, width, height));
}

// All cells [t, x, y] that are one with this one.
export function orbit(cell, box, generations, likeness) {
  const seen = new Map();
  eachLike(cell, box, generations, likeness, (t, x, y) => seen.set(`${t},${x},${y}`, [t, x, y]));
  return [...seen.values()];
}

// Whether no two cells that are shown can be one.
export const isTrivial = ({group = [], motion = null}, generations) =>
  group.length < 2 && !(motion && generations > motion.period);

// What follows for unknown cells: for each generation the states of their like,
// or 0. Nothing at all if no cells are one.
export function implied(drawing, likeness) {
  const {width, grids} = drawing;
  if (isTrivial(likeness, grids.length)) return null;
  const found = grids.map((grid) => new Uint8Array(grid.length));
  grids.forEach((grid, t) => grid.forEach((cell, index) => {
    if (!(cell & 127)) return;
    eachLike([t, index % width, Math.floor(index / width)], drawing, grids.length, likeness, (u, x, y) => {
      const place = y * width + x;
      if (!grids[u][place]) found[u][place] = cell & 127;
    });
  }));
  return found;
}
