// The installed package under node: node node.mjs PICTURE.pgm. Beside it are MODEL.h, and the program MODEL of the same header.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Classifier, Detector } from "ocelli";
import * as sync from "ocelli/sync";
import { flat, foundByC, pgm } from "./pictures.mjs";

const path = process.argv[2], picture = pgm(path);

for (const [name, source] of [["face", undefined], ["face", "face.h"], ["any", readFileSync("any.h")], ["cascade", "cascade.h"], ["lbp", "lbp.h"]]) {
  test(`${name}${source === undefined ? ", bundled," : ""} finds what the C99 header finds`, async () => {
    const expected = foundByC(`./${name}`, path);
    assert.ok(expected.length > 0);
    const detector = await Detector.load(source);
    const [found, again] = await Promise.all([detector.detect(picture), detector.detect(picture)]);
    detector.close();
    assert.deepEqual(flat(found), expected);
    assert.deepEqual(again, found);
    assert.deepEqual((await sync.Detector.load(source)).detect(picture), found);
  });
}

test("a classifier of a table takes texts and gaps", async () => {
  const cars = await Classifier.load("cars.wasm");
  assert.deepEqual(cars.classes, ["no", "yes"]);
  assert.deepEqual(cars.categories, [[], ["diesel", "electric"]]);
  for (const [row, label] of [[[9, "diesel"], "yes"], [[1, "diesel"], "no"], [[9, "electric"], "no"], [[null, "electric"], "no"]]) {
    const result = await cars.classify(row);
    assert.equal(result.label, label);
    assert.ok(Math.abs(result.probabilities.reduce((a, b) => a + b) - 1) < 1e-9);
  }
  await assert.rejects(cars.classify([1]), RangeError);
  cars.close();
});

test("pictures are brought to the size of a classifier", async () => {
  const digits = await Classifier.load("digits.wasm");
  for (const side of [28, 100]) {
    const data = new Uint8ClampedArray(4 * side * side);
    for (let y = Math.round(0.2 * side); y < 0.8 * side; ++y) data.set([255, 255, 255, 255, 255, 255, 255, 255], 4 * (y * side + Math.round(side / 2)));
    assert.equal((await digits.classify({ data, width: side, height: side })).label, "1");
  }
  digits.close();
});

test("what is wrong is said", async () => {
  const detector = await Detector.load();
  await assert.rejects(detector.detect(picture, { stride: 99 }), RangeError);
  await assert.rejects(detector.detect({ ...picture, width: 1 }), RangeError);
  detector.close();
  await assert.rejects(detector.detect(picture), /closed/);
  await assert.rejects(Detector.load("digits.wasm"), TypeError);
  await assert.rejects(Detector.load("gone.h"), /gone/);
  await assert.rejects(Classifier.load("any.h"));
  const other = readFileSync("face.h", "utf8").replace("int8_t weight;", "int16_t weight;");
  await assert.rejects(Detector.load(new TextEncoder().encode(other)), /another version/);
});
