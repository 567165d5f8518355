// Runs the package under node, for tests: prints the faces of a PGM picture and the scores of a raw digit as the C programs print them. The worker, the
// calling thread, the module without SIMD and the header must agree.
//   node run.mjs OUT_FOLDER FACE.h PICTURE.pgm DIGIT.raw [REPEATS]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, header, pgm, raw, repeats = "1"] = process.argv.slice(2);
const from = (name) => import(pathToFileURL(`${folder}/ocelli/${name}`));
const { Classifier, Detector } = await from("index.js"), sync = await from("sync.js");

function colored(gray, width, height) {
  const data = new Uint8ClampedArray(4 * gray.length);
  gray.forEach((level, i) => data.set([level, level, level, 255], 4 * i));
  return { data, width, height };
}

const bytes = readFileSync(pgm);
const [front, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString("latin1"));
const photo = colored(bytes.subarray(front.length), Number(width), Number(height));
const detector = await Detector.load(), classifier = await Classifier.load(`${folder}/digits.wasm`);
const detectors = { "face, SIMD": await sync.Detector.load() };
const { validate } = WebAssembly;
WebAssembly.validate = () => false; // as where there is no SIMD
detectors["face, no SIMD"] = await sync.Detector.load();
WebAssembly.validate = validate;
detectors["face, of a header"] = await sync.Detector.load(header);

const numbers = (values) => values.map((value) => Math.fround(value).toFixed(4)).join(" ");
const faces = await detector.detect(photo);
for (const { x, y, width, height, score } of faces) console.log(`face ${numbers([x, y, width, height, score])}`);
for (const own of Object.values(detectors)) assert.deepEqual(own.detect(photo), faces);
const side = Math.sqrt(readFileSync(raw).length), digit = colored(readFileSync(raw), side, side);
const { label, scores } = await classifier.classify(digit);
console.log(`digit ${label} ${numbers(scores)}`);
await assert.rejects(detector.detect(photo, { stride: 99 }), RangeError);
await assert.rejects(Detector.load(`${folder}/digits.wasm`), TypeError);
await assert.rejects(Classifier.load(`${folder}/gone.wasm`), /gone/);
assert.deepEqual(classifier.classes, [..."0123456789"]);
detector.close();
await assert.rejects(detector.detect(photo), /closed/);

for (const [name, own] of Number(repeats) > 1 ? Object.entries(detectors) : []) {
  const start = performance.now();
  for (let i = 0; i < Number(repeats); ++i) own.detect(photo);
  console.error(`${name}: ${((performance.now() - start) / Number(repeats)).toFixed(2)} ms`);
}
