// Faces found and digits read by a WebAssembly module. See ocelli.d.ts.

const PAGE = 65536;
const DETECTION_FLOATS = 5;

async function instantiate(source = new URL("ocelli.wasm", import.meta.url)) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return (await WebAssembly.instantiate(source)).instance;
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return (await WebAssembly.instantiate(await readFile(url))).instance;
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return (await WebAssembly.instantiate(await response.arrayBuffer())).instance;
}

/** The module's memory, handed out block by block for one call. */
class Room {
  constructor(exports) {
    this.memory = exports.memory;
    this.first = exports.heap();
    this.next = this.first;
  }

  startAnew() {
    this.next = this.first;
  }

  /** The address of a block, aligned to 16 bytes. */
  take(bytes) {
    const address = Math.ceil(this.next / 16) * 16;
    this.next = address + bytes;
    const missing = this.next - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return address;
  }
}

function check({ data, width, height }) {
  if (!(width >= 1 && height >= 1 && data.length === 4 * width * height)) throw new RangeError("a picture has 4 bytes a pixel");
}

/** The picture's gray levels in the module's memory. */
function grayOf(exports, room, picture) {
  const pixels = picture.width * picture.height;
  const rgba = room.take(4 * pixels), gray = room.take(pixels);
  new Uint8Array(exports.memory.buffer).set(picture.data, rgba);
  exports.gray(rgba, pixels, gray);
  return gray;
}

export class Detector {
  static async load(source) {
    return new Detector((await instantiate(source)).exports);
  }

  constructor(exports) {
    this.exports = exports;
    this.room = new Room(exports);
  }

  detect(picture, { minSize = 0, maxSize = 0, scaleStep = 1.1, stride = 2, minNeighbors = 3, minScore = -1, most = 100 } = {}) {
    check(picture);
    const { width, height } = picture;
    const window = this.exports.window();
    const enlarged = minSize > 0 && minSize < window ? window / minSize : 1;
    const workBytes = this.exports.faceWorkBytes(Math.ceil(width * enlarged) + 1, Math.ceil(height * enlarged) + 1);
    this.room.startAnew();
    const gray = grayOf(this.exports, this.room, picture);
    const work = this.room.take(workBytes), found = this.room.take(4 * DETECTION_FLOATS * most);
    const count = this.exports.detect(gray, width, height, work, workBytes, found, most, minSize, maxSize, scaleStep, stride, minNeighbors, minScore);
    if (count < 0) throw new RangeError(["", "the picture is too large", "an option is out of range", "no room"][-count]);
    const numbers = new Float32Array(this.exports.memory.buffer, found, DETECTION_FLOATS * count);
    return Array.from({ length: count }, (_, i) => {
      const [x, y, w, h, score] = numbers.subarray(DETECTION_FLOATS * i);
      return { x, y, width: w, height: h, score };
    });
  }
}

/** The level of most pixels of the border. */
function background(gray, width, height) {
  const border = [];
  for (let x = 0; x < width; ++x) border.push(gray[x], gray[(height - 1) * width + x]);
  for (let y = 0; y < height; ++y) border.push(gray[y * width], gray[y * width + width - 1]);
  return border.sort((a, b) => a - b)[border.length >> 1];
}

/** Means over the areas that pixels of a square cover, with the picture in its middle. */
function fitted(gray, width, height, side) {
  const scale = Math.max(width, height) / side;
  const left = (side - width / scale) / 2, top = (side - height / scale) / 2;
  const square = new Uint8Array(side * side).fill(background(gray, width, height));
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const beginX = Math.max(0, Math.floor((x - left) * scale)), beginY = Math.max(0, Math.floor((y - top) * scale));
      const endX = Math.min(width, Math.max(beginX + 1, Math.floor((x + 1 - left) * scale)));
      const endY = Math.min(height, Math.max(beginY + 1, Math.floor((y + 1 - top) * scale)));
      if (x + 1 <= left || y + 1 <= top || beginX >= endX || beginY >= endY) continue;
      let sum = 0;
      for (let j = beginY; j < endY; ++j) for (let i = beginX; i < endX; ++i) sum += gray[j * width + i];
      square[y * side + x] = Math.round(sum / ((endX - beginX) * (endY - beginY)));
    }
  }
  return square;
}

export class Classifier {
  static async load(source) {
    return new Classifier((await instantiate(source)).exports);
  }

  constructor(exports) {
    this.exports = exports;
    this.room = new Room(exports);
  }

  classify(picture) {
    check(picture);
    const { width, height } = picture, side = this.exports.digitSide(), classes = 10;
    this.room.startAnew();
    let gray = grayOf(this.exports, this.room, picture);
    if (width !== side || height !== side) {
      const square = fitted(new Uint8Array(this.exports.memory.buffer, gray, width * height), width, height, side);
      gray = this.room.take(side * side);
      new Uint8Array(this.exports.memory.buffer).set(square, gray);
    }
    const work = this.room.take(this.exports.digitWorkBytes()), scores = this.room.take(4 * classes);
    const label = String(this.exports.classify(gray, work, scores));
    return { label, scores: Array.from(new Float32Array(this.exports.memory.buffer, scores, classes)) };
  }
}
