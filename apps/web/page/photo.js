// One photo: what was found in it, and its copy with the faces covered. Only the faces are kept, so that a folder fits the memory.
import { BLOCKS, coverOnCanvas } from "./cover.js";
import { encoded, find } from "./pictures.js";

const LONGEST = 2048;
const WRITTEN = { "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp" };

async function decoded(file) {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new Error("This browser cannot read it as a picture.");
  }
}

function canvasOf(bitmap, scale) {
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.max(1, Math.round(bitmap.width * scale)), height: Math.max(1, Math.round(bitmap.height * scale)) });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("The picture is too large for this browser.");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return pen;
}

export class Photo {
  constructor({ file, path }) {
    Object.assign(this, { file, path, faces: [], milliseconds: 0, small: null });
  }

  /** Finds faces, and keeps a small copy to show. */
  async look(shownSide) {
    const bitmap = await decoded(this.file);
    try {
      const { found, milliseconds } = await find(bitmap, bitmap.width, bitmap.height, { longest: LONGEST, isToCover: true });
      Object.assign(this, { width: bitmap.width, height: bitmap.height, milliseconds, faces: found.map((box) => ({ ...box, covered: true })) });
      this.small = canvasOf(bitmap, Math.min(1, shownSide / Math.max(bitmap.width, bitmap.height))).canvas;
    } finally {
      bitmap.close();
    }
  }

  /** The small copy with covers, drawn on a canvas. */
  drawOn(canvas) {
    Object.assign(canvas, { width: this.small.width, height: this.small.height });
    const pen = canvas.getContext("2d", { willReadFrequently: true }), scale = this.small.width / this.width;
    pen.drawImage(this.small, 0, 0);
    const scaled = ({ x, y, width, height }) => ({ x: x * scale, y: y * scale, width: width * scale, height: height * scale });
    coverOnCanvas(pen, this.faces.filter(({ covered }) => covered).map(scaled), BLOCKS);
  }

  /** Name and bytes of the covered copy at full size, in the format of the photo where browsers write it. */
  async covered() {
    const bitmap = await decoded(this.file), pen = canvasOf(bitmap, 1);
    bitmap.close();
    coverOnCanvas(pen, this.faces.filter(({ covered }) => covered), BLOCKS);
    const blob = await encoded(pen.canvas, this.file.type in WRITTEN ? this.file.type : "image/jpeg");
    const keepsName = blob.type === this.file.type && this.path.includes(".");
    return { name: keepsName ? this.path : this.path.replace(/(\.[^./]*)?$/, WRITTEN[blob.type]), blob };
  }
}
