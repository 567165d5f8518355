// Faces found by the network YuNet in ONNX Runtime on one thread, as JSON Lines in the format of `ocelli detect`.
//
//   node lab/bench/peers/yunet.mjs RUNTIME MODEL FOLDER [PASSES]
//
// RUNTIME is the folder in which `npm install onnxruntime-node` was run, FOLDER has gray pictures as 8-bit PGM. The standard error gets the
// processor seconds of each pass over all pictures, from gray pixels in memory to boxes.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";

const [runtime, model, folder, passes = "1"] = process.argv.slice(2);
const ort = createRequire(resolve(runtime) + "/")("onnxruntime-node");

const MIN_SCORE = 0.02;
const MAX_OVERLAP = 0.3; // intersection over union, in non-maximum suppression
const STRIDES = [8, 16, 32];
const MULTIPLE = 32; // of which the network's height and width must be

function readPgm(path) {
  const bytes = readFileSync(path);
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", 0, 64));
  if (!header) throw new Error(`${path}: not an 8-bit PGM`);
  return { name: basename(path), width: +header[1], height: +header[2], pixels: bytes.subarray(header[0].length) };
}

/// The gray channel three times, with black added at the right and at the bottom.
function tensorOf({ width, height, pixels }) {
  const columns = Math.ceil(width / MULTIPLE) * MULTIPLE, rows = Math.ceil(height / MULTIPLE) * MULTIPLE;
  const plane = columns * rows;
  const values = new Float32Array(3 * plane);
  for (let y = 0; y < height; ++y) values.set(pixels.subarray(y * width, (y + 1) * width), y * columns);
  values.copyWithin(plane, 0, plane);
  values.copyWithin(2 * plane, 0, plane);
  return new ort.Tensor("float32", values, [1, 3, rows, columns]);
}

function facesOf(outputs, columns) {
  const faces = [];
  for (const stride of STRIDES) {
    const classes = outputs[`cls_${stride}`].data, objects = outputs[`obj_${stride}`].data, boxes = outputs[`bbox_${stride}`].data;
    for (let cell = 0; cell < classes.length; ++cell) {
      const score = Math.sqrt(classes[cell] * objects[cell]);
      if (!(score >= MIN_SCORE)) continue;
      const [dx, dy, width, height] = boxes.subarray(4 * cell, 4 * cell + 4);
      const x = ((cell % (columns / stride)) + dx) * stride, y = (Math.floor(cell / (columns / stride)) + dy) * stride;
      const w = Math.exp(width) * stride, h = Math.exp(height) * stride;
      faces.push({ x: x - w / 2, y: y - h / 2, w, h, score });
    }
  }
  return faces.sort((a, b) => b.score - a.score);
}

function overlap(a, b) {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x), h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? (w * h) / (a.w * a.h + b.w * b.h - w * h) : 0;
}

/// Non-maximum suppression of faces in order of score.
function surest(faces) {
  const kept = [];
  for (const face of faces) {
    if (kept.every((other) => overlap(face, other) <= MAX_OVERLAP)) kept.push(face);
  }
  return kept;
}

async function detect(session, picture) {
  const input = tensorOf(picture);
  return surest(facesOf(await session.run({ input }), input.dims[3]));
}

const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: "sequential" });
const pictures = readdirSync(folder).filter((name) => name.endsWith(".pgm")).sort().map((name) => readPgm(join(folder, name)));
let found = [];
for (let pass = 0; pass < +passes; ++pass) {
  found = [];
  const begin = process.cpuUsage();
  for (const picture of pictures) found.push(await detect(session, picture));
  const used = process.cpuUsage(begin);
  console.error((used.user + used.system) / 1e6);
}
const lines = pictures.map(({ name, width, height }, i) => JSON.stringify({ input: name, width, height, detections: found[i] }) + "\n");
process.stdout.write(lines.join(""));
