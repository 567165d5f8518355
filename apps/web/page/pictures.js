// Pictures as a detector takes them: not larger than need be.
import { detect } from "./models.js";

const scratch = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** What the model finds in a picture, in its own pixels. `longest` bounds the side of what is searched; `smallest` is a share of the width. */
export async function find(source, width, height, { longest, smallest = 0, isToCover }) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const [w, h] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  if (scratch.canvas.width !== w || scratch.canvas.height !== h) Object.assign(scratch.canvas, { width: w, height: h });
  scratch.imageSmoothingQuality = "high";
  scratch.drawImage(source, 0, 0, w, h);
  const { found, milliseconds } = await detect(scratch.getImageData(0, 0, w, h), { minSize: Math.round(smallest * w), isToCover });
  const back = (box) => ({ x: box.x / scale, y: box.y / scale, width: box.width / scale, height: box.height / scale, score: box.score });
  return { found: found.map(back), milliseconds };
}

/** A picture's bytes in a format; what a browser cannot write becomes PNG. */
export const encoded = (canvas, type) =>
  new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser cannot write a picture of this size"))), type, 0.92));

export function download(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
