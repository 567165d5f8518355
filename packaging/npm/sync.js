// Models that run in the calling thread. See sync.d.ts.
import { layOut } from "./header.js";
import { bytesOf, resolved } from "./source.js";
import { structures } from "./structures.js";

const PAGE = 65536;
const DETECTION_FLOATS = 5;
const LANDMARKS = 5;
const ERRORS = ["", "the picture is too large", "an option is out of range", "no room"];

// A function that returns a vector.
const SIMD_PROBE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** The engine with the bundled face model: the code with SIMD or without it, and the data of both, a section at the end. */
async function engine() {
  const code = WebAssembly.validate(SIMD_PROBE) ? new URL("./face-simd.wasm", import.meta.url) : new URL("./face.wasm", import.meta.url);
  const data = new URL("./face.data", import.meta.url);
  const [head, tail] = (await Promise.all([bytesOf(code.href), bytesOf(data.href)])).map((bytes) => new Uint8Array(bytes));
  const module = new Uint8Array(head.length + tail.length);
  module.set(head);
  module.set(tail, head.length);
  return (await WebAssembly.instantiate(module)).instance.exports;
}

/** The module's memory, handed out block by block for one call. */
class Room {
  constructor(exports) {
    this.memory = exports.memory;
    this.first = Math.ceil(exports.heap() / 16) * 16;
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

  /** Has all calls leave these bytes where they are: at the first address. */
  keep(bytes) {
    this.put(bytes);
    this.first = this.next;
  }

  /** The address of a copy of an array. */
  put(values) {
    const address = this.take(values.byteLength);
    new Uint8Array(this.memory.buffer).set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), address);
    return address;
  }

  text(address) {
    const bytes = new Uint8Array(this.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}

function check(picture) {
  const { data, width, height } = picture ?? {};
  if (!(width >= 1 && height >= 1 && data?.length === 4 * width * height)) throw new RangeError("a picture has data of 4 bytes a pixel, width and height");
}

/** The address of the picture's gray levels. */
function grayOf(exports, room, { data, width, height }) {
  const rgba = room.put(data), gray = room.take(width * height);
  exports.gray(rgba, width * height, gray);
  return gray;
}

/** Its model and what the engine takes for it. */
const bundledFace = (exports) => ({ window: 20, detector: exports.face(), trees: 0, workBytes: exports.faceWorkBytes });

function loadedModel(exports, room, text) {
  const model = layOut(text, room.next, structures);
  room.keep(model.bytes);
  const workBytes = model.isOpencv ? exports.opencvWorkBytes : exports.workBytes;
  return { ...model, workBytes: (width, height) => workBytes(width, height, ...model.workNumbers) };
}

export class Detector {
  static async load(source) {
    const header = source === undefined ? undefined : await bytesOf(await resolved(source));
    return new Detector(await engine(), header && new TextDecoder().decode(header));
  }

  constructor(exports, header) {
    this.exports = exports;
    this.room = new Room(exports);
    this.model = header === undefined ? bundledFace(exports) : loadedModel(exports, this.room, header);
  }

  detect(picture, { minSize = 0, maxSize = 0, scaleStep = 1.1, stride = 2, minNeighbors = 3, minScore = -1, most = 100 } = {}) {
    check(picture);
    const { exports, room, model } = this, { width, height } = picture;
    const marks = model.trees ? LANDMARKS : 0;
    const enlarged = minSize > 0 && minSize < model.window ? model.window / minSize : 1;
    const workBytes = model.workBytes(Math.ceil(width * enlarged) + 1, Math.ceil(height * enlarged) + 1);
    room.startAnew();
    const gray = grayOf(exports, room, picture), work = room.take(workBytes);
    const found = room.take(4 * DETECTION_FLOATS * most), landmarks = room.take(8 * marks * most);
    const options = [minSize, maxSize, scaleStep, stride, minNeighbors, minScore];
    const count = model.isOpencv
      ? exports.detectOpencv(model.detector, gray, width, height, work, workBytes, found, most, ...options)
      : exports.detect(model.detector, model.trees, gray, width, height, work, workBytes, found, landmarks, most, ...options);
    if (count < 0) throw new RangeError(ERRORS[-count]);
    const boxes = new Float32Array(room.memory.buffer, found, DETECTION_FLOATS * count);
    const points = new Float32Array(room.memory.buffer, landmarks, 2 * marks * count);
    return Array.from({ length: count }, (_, i) => {
      const [x, y, w, h, score] = boxes.subarray(DETECTION_FLOATS * i);
      const box = { x, y, width: w, height: h, score };
      if (marks > 0) box.landmarks = Array.from({ length: marks }, (_, k) => ({ x: points[2 * marks * i + k], y: points[2 * marks * i + marks + k] }));
      return box;
    });
  }
}

/** One channel of a picture of red, green, blue and alpha. */
const channel = (data, c) => Uint8Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + c]);

/** The level of most pixels of the border. */
function background(levels, width, height) {
  const border = [];
  for (let x = 0; x < width; ++x) border.push(levels[x], levels[(height - 1) * width + x]);
  for (let y = 0; y < height; ++y) border.push(levels[y * width], levels[y * width + width - 1]);
  return border.sort((a, b) => a - b)[border.length >> 1];
}

/** Means over the areas that the pixels of a smaller or larger picture cover, with the whole of this one in its middle. */
function fitted(levels, width, height, newWidth, newHeight) {
  if (width === newWidth && height === newHeight) return levels;
  const scale = Math.max(width / newWidth, height / newHeight);
  const left = (newWidth - width / scale) / 2, top = (newHeight - height / scale) / 2;
  const result = new Uint8Array(newWidth * newHeight).fill(background(levels, width, height));
  for (let y = 0; y < newHeight; ++y) {
    for (let x = 0; x < newWidth; ++x) {
      const beginX = Math.max(0, Math.floor((x - left) * scale)), beginY = Math.max(0, Math.floor((y - top) * scale));
      const endX = Math.min(width, Math.max(beginX + 1, Math.floor((x + 1 - left) * scale)));
      const endY = Math.min(height, Math.max(beginY + 1, Math.floor((y + 1 - top) * scale)));
      if (x + 1 <= left || y + 1 <= top || beginX >= endX || beginY >= endY) continue;
      let sum = 0;
      for (let j = beginY; j < endY; ++j) for (let i = beginX; i < endX; ++i) sum += levels[j * width + i];
      result[y * newWidth + x] = Math.round(sum / ((endX - beginX) * (endY - beginY)));
    }
  }
  return result;
}

export class Classifier {
  static async load(source) {
    if (source === undefined) throw new TypeError("expected a URL or the bytes of a classifier");
    const { exports } = (await WebAssembly.instantiate(await bytesOf(await resolved(source)))).instance;
    if (!exports.classify) throw new TypeError("expected a classifier; compile one with: npx ocelli MODEL.h MODEL.wasm");
    return new Classifier(exports);
  }

  constructor(exports) {
    this.exports = exports;
    this.room = new Room(exports);
    this.input = String.fromCharCode(exports.input());
    this.classes = Array.from({ length: exports.classes() }, (_, k) => this.room.text(exports.className(k)));
    this.categories = Array.from({ length: this.input === "r" ? exports.inputs() : 0 }, (_, column) =>
      Array.from({ length: exports.categories(column) }, (_, k) => this.room.text(exports.categoryName(column, k))));
  }

  classify(sample) {
    const { exports, room, classes } = this;
    room.startAnew();
    const given = this.input === "g" || this.input === "c" ? this.#picture(sample) : this.#values(sample);
    const work = room.take(exports.workBytes()), scores = room.take(4 * classes.length), odds = room.take(8 * classes.length);
    const best = exports.classify(given, work, scores);
    if (best < 0) throw new RangeError("the row has a number that is not finite, or a gap that the model does not fill");
    const result = { label: classes[best], scores: Array.from(new Float32Array(room.memory.buffer, scores, classes.length)) };
    if (exports.probabilities(scores, odds)) result.probabilities = Array.from(new Float64Array(room.memory.buffer, odds, classes.length));
    return result;
  }

  #picture(picture) {
    check(picture);
    const { exports, room } = this, { data, width, height } = picture, newWidth = exports.width(), newHeight = exports.height();
    if (this.input === "g") {
      const gray = grayOf(exports, room, picture);
      return room.put(fitted(new Uint8Array(room.memory.buffer.slice(gray, gray + width * height)), width, height, newWidth, newHeight));
    }
    const planes = [0, 1, 2].map((c) => fitted(channel(data, c), width, height, newWidth, newHeight));
    return room.put(Uint8Array.from({ length: 3 * newWidth * newHeight }, (_, i) => planes[i % 3][Math.floor(i / 3)]));
  }

  #values(row) {
    const inputs = this.exports.inputs();
    if (row?.length !== inputs) throw new RangeError(`expected ${inputs} values`);
    return this.room.put(Float32Array.from(row, (value, column) => this.#number(value, this.categories[column] ?? [])));
  }

  #number(value, categories) {
    if (categories.length > 0) return categories.indexOf(String(value));
    return value === null || value === undefined || value === "" ? NaN : Number(value);
  }
}
