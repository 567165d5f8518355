// Runs the module under node, for tests: prints the faces of a PGM picture and the scores of a raw digit as the C programs print them.
//   node run.mjs OUT_FOLDER PICTURE.pgm DIGIT.raw [REPEATS]
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, pgm, raw, repeats = "1"] = process.argv.slice(2);
const { Classifier, Detector } = await import(pathToFileURL(`${folder}/ocelli.js`));

function colored(gray, width, height) {
  const data = new Uint8ClampedArray(4 * gray.length);
  gray.forEach((level, i) => data.set([level, level, level, 255], 4 * i));
  return { data, width, height };
}

const bytes = readFileSync(pgm);
const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString("latin1"));
const photo = colored(bytes.subarray(header.length), Number(width), Number(height));
const detector = await Detector.load(), classifier = await Classifier.load(readFileSync(`${folder}/ocelli.wasm`));

const numbers = (values) => values.map((value) => Math.fround(value).toFixed(4)).join(" ");
for (const { x, y, width, height, score } of detector.detect(photo)) console.log(`face ${numbers([x, y, width, height, score])}`);
const side = Math.sqrt(readFileSync(raw).length);
const { label, scores } = classifier.classify(colored(readFileSync(raw), side, side));
console.log(`digit ${label} ${numbers(scores)}`);
try {
  detector.detect(photo, { stride: 99 });
} catch (error) {
  console.log(error.name);
}
if (Number(repeats) > 1) {
  for (const [name, run] of [["faces", () => detector.detect(photo)], ["digit", () => classifier.classify(colored(readFileSync(raw), side, side))]]) {
    const start = performance.now();
    for (let i = 0; i < Number(repeats); ++i) run();
    console.error(`${name}: ${((performance.now() - start) / Number(repeats)).toFixed(2)} ms`);
  }
}
