// Small plots: how something grew with time, and which boxes are proved to be empty.

import {makeSvg} from "./dom.js";

// The size of a line plot; and the columns and rows of boxes that are shown at most.
const WIDTH = 300, HEIGHT = 72, MOST_SIDES = 24;

// A line of [x, y] points, from the lower left corner on.
export function linePlot(points, words) {
  const svg = makeSvg("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": words, preserveAspectRatio: "none"});
  if (points.length < 2) return svg;
  const [first, last] = [points[0][0], points[points.length - 1][0]];
  const most = Math.max(...points.map(([, y]) => y), 1e-9);
  const place = ([x, y]) => `${((x - first) / (last - first || 1) * WIDTH).toFixed(1)},${(HEIGHT - 3 - y / most * (HEIGHT - 8)).toFixed(1)}`;
  const line = points.map(place).join(" ");
  svg.append(makeSvg("polygon", {points: `0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`, class: "area"}), makeSvg("polyline", {points: line, class: "line"}));
  return svg;
}

// From counts to counts a second, each over a few points.
export function rates(series, reach = 4) {
  const found = [];
  for (let i = reach; i < series.length; i++) {
    const [[t0, n0], [t1, n1]] = [series[i - reach], series[i]];
    found.push([t1, Math.max(0, n1 - n0) / Math.max(t1 - t0, 1e-6)]);
  }
  return found;
}

// Boxes by width and height.
export function boxPlot(boxes) {
  const thick = boxes.filter(([w, h]) => Math.min(w, h) > 2);
  const widest = Math.min(MOST_SIDES, Math.max(8, ...thick.map(([w]) => w + 1))), highest = Math.min(MOST_SIDES, Math.max(8, ...thick.map(([, h]) => h + 1)));
  const svg = makeSvg("svg", {viewBox: `-14 -14 ${widest * 10 + 16} ${highest * 10 + 16}`, class: "boxes", role: "img", "aria-label": `${boxes.length.toLocaleString("en")} boxes proved`});
  const proved = new Set(boxes.map(([w, h]) => `${w},${h}`));
  for (let h = 1; h <= highest; h++) {
    for (let w = 1; w <= widest; w++) {
      svg.append(makeSvg("rect", {x: (w - 1) * 10, y: (h - 1) * 10, width: 9, height: 9, rx: 1.5, class: proved.has(`${w},${h}`) ? "proved" : "open"}));
    }
  }
  for (const side of [1, 5, 10, 20, 30, 40]) {
    if (side <= widest) svg.append(text(side, side * 10 - 5, -4, "middle"));
    if (side <= highest) svg.append(text(side, -4, side * 10 - 2, "end"));
  }
  return svg;
}

function text(words, x, y, anchor) {
  const made = makeSvg("text", {x, y, "text-anchor": anchor});
  made.textContent = words;
  return made;
}
