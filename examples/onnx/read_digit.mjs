// Reads a digit of 28 x 28 gray pixels, a byte each, on standard input.
//
//   ocelli convert models/digits.ocelli -o digits.onnx
//   npm install onnxruntime-web
//   node read_digit.mjs digits.onnx <digit.raw
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';

const session = await ort.InferenceSession.create(readFileSync(process.argv[2]));
const levels = Float32Array.from(readFileSync(0)); // 0 to 255
const { scores, label } = await session.run({ image: new ort.Tensor('float32', levels, [1, 1, 28, 28]) });
const digit = Number(label.data[0]);
console.log(`${digit}, score ${scores.data[digit].toFixed(1)}`);
