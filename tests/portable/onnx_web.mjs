// Compares onnxruntime-web with the program: node onnx_web.mjs FOLDER, a folder that onnx_samples wrote.
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';

const folder = process.argv[2];
const floats = (name) => {
  const bytes = readFileSync(`${folder}/${name}`);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
};
const sizes = JSON.parse(readFileSync(`${folder}/sizes.json`, 'utf8'));
const samples = floats('samples.raw');
const expected = floats('scores.raw');
const count = samples.length / sizes.inputs;
const shape = sizes.width ? [1, sizes.height, sizes.width] : [sizes.inputs];

ort.env.wasm.numThreads = 1;
const session = await ort.InferenceSession.create(readFileSync(`${folder}/model.onnx`));

const run = (first, batch) => {
  const part = samples.subarray(first * sizes.inputs, (first + batch) * sizes.inputs);
  return session.run({ [session.inputNames[0]]: new ort.Tensor('float32', part, [batch, ...shape]) });
};

const best = (scores) => scores.indexOf(Math.max(...scores));

// Scores and labels, in batches.
let difference = 0;
let otherLabels = 0;
for (let first = 0; first < count; first += 100) {
  const batch = Math.min(100, count - first);
  const { scores, label } = await run(first, batch);
  for (let i = 0; i < batch; ++i) {
    const from = (first + i) * sizes.classes;
    const wanted = expected.subarray(from, from + sizes.classes);
    wanted.forEach((score, k) => {
      const apart = Math.abs(score - scores.data[i * sizes.classes + k]);
      difference = apart <= difference ? difference : apart; // not a number stays
    });
    otherLabels += Number(label.data[i]) !== best(wanted);
  }
}

// The processor time of a sample that comes alone.
const timed = Math.min(3000, count);
const start = process.cpuUsage();
for (let i = 0; i < timed; ++i) await run(i, 1);
const used = process.cpuUsage(start);
const time = (used.user + used.system) / 1000 / timed;

console.log(`onnxruntime-web ${ort.env.versions.web}: ${count} samples, largest difference of a score ${difference.toPrecision(2)}, `
  + `other labels ${otherLabels}, a sample ${time.toFixed(2)} ms`);
process.exitCode = difference <= 1e-4 && otherLabels === 0 ? 0 : 1;
