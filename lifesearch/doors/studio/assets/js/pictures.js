// A picture as cells, as `predecessor --closest` makes them: dark ones live, shades are dithered.

const LONGER_SIDE = 128;  // cells at most

// The cells of `dark`, rows of numbers from 0 (white) to 1 (black), by Floyd and Steinberg's weights.
export function dithered(dark) {
  const rest = dark.map((row) => [0, ...row, 0]);
  rest.push(new Array(rest[0].length).fill(0));
  return dark.map((row, y) => row.map((_, i) => {
    const x = i + 1, lives = rest[y][x] >= 0.5, left = (rest[y][x] - lives) / 16;
    rest[y][x + 1] += 7 * left;
    rest[y + 1][x - 1] += 3 * left;
    rest[y + 1][x] += 5 * left;
    rest[y + 1][x + 1] += left;
    return lives;
  }));
}

// A picture in a file, as a plaintext pattern.
export async function cellsOf(file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, LONGER_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.floor(image.width * scale)), height = Math.max(1, Math.floor(image.height * scale));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, {width, height});
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  const {data} = pen.getImageData(0, 0, width, height);
  const shade = (n) => (0.299 * data[n] + 0.587 * data[n + 1] + 0.114 * data[n + 2]) / 255;
  const dark = Array.from({length: height}, (_, y) => Array.from({length: width}, (_, x) => 1 - shade(4 * (y * width + x))));
  return ["!", ...dithered(dark).map((row) => row.map((lives) => lives ? "O" : ".").join(""))].join("\n");
}
