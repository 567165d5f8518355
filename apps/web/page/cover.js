// Makes faces unrecognizable: an ellipse around each in blocks of one color.

/** Blocks over a face's width. Few, since networks guess faces from more. */
export const BLOCKS = 6;
const WIDER = 1.3, HIGHER = 1.6;

/** The box of the ellipse that covers a face, with a margin for hair, chin and a face that moves. */
export function coverBox({ x, y, width, height }) {
  return { x: x - ((WIDER - 1) / 2) * width, y: y - ((HIGHER - 1) / 2) * height, width: WIDER * width, height: HIGHER * height };
}

const clipped = (from, to, end) => [Math.max(0, Math.floor(from)), Math.min(end, Math.ceil(to))];

/** Sets the pixels of one block that lie in the ellipse to the mean of the whole block. */
function coverBlock({ data, width }, left, right, top, bottom, { centerX, centerY, radiusX, radiusY }) {
  const sums = [0, 0, 0], pixels = (right - left) * (bottom - top);
  for (let y = top; y < bottom; ++y) {
    for (let x = left; x < right; ++x) for (let c = 0; c < 3; ++c) sums[c] += data[4 * (y * width + x) + c];
  }
  const mean = sums.map((sum) => Math.round(sum / pixels));
  for (let y = top; y < bottom; ++y) {
    const reach = radiusX * Math.sqrt(Math.max(0, 1 - ((y + 0.5 - centerY) / radiusY) ** 2));
    const [begin, end] = [Math.max(left, Math.ceil(centerX - reach - 0.5)), Math.min(right, Math.floor(centerX + reach + 0.5))];
    for (let x = begin; x < end; ++x) data.set(mean, 4 * (y * width + x));
  }
}

/** Covers a face in a picture of red, green, blue and alpha. One block is one color for the whole face. */
export function cover(picture, face, blocks = BLOCKS) {
  const box = coverBox(face), side = blocks === 1 ? Math.max(box.width, box.height) : face.width / blocks;
  const ellipse = { centerX: box.x + box.width / 2, centerY: box.y + box.height / 2, radiusX: box.width / 2, radiusY: box.height / 2 };
  const edges = (from, length, end) => {
    const places = Array.from({ length: Math.ceil(length / side) + 1 }, (_, i) => clipped(from + i * side, from + i * side, end)[0]);
    return places.map((place) => Math.min(place, end));
  };
  const columns = edges(box.x, box.width, picture.width), rows = edges(box.y, box.height, picture.height);
  for (let j = 0; j + 1 < rows.length; ++j) {
    for (let i = 0; i + 1 < columns.length; ++i) {
      if (columns[i] < columns[i + 1] && rows[j] < rows[j + 1]) coverBlock(picture, columns[i], columns[i + 1], rows[j], rows[j + 1], ellipse);
    }
  }
}

/** Covers faces on a canvas. */
export function coverOnCanvas(pen, faces, blocks) {
  for (const face of faces) {
    const box = coverBox(face);
    const [left, right] = clipped(box.x, box.x + box.width, pen.canvas.width), [top, bottom] = clipped(box.y, box.y + box.height, pen.canvas.height);
    if (left >= right || top >= bottom) continue;
    const part = pen.getImageData(left, top, right - left, bottom - top);
    cover(part, { ...face, x: face.x - left, y: face.y - top }, blocks);
    pen.putImageData(part, left, top);
  }
}
