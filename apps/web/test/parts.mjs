// Checks the parts of the page that need no browser: node parts.mjs
import assert from "node:assert/strict";
import { BLOCKS, cover, coverBox } from "../page/cover.js";
import { median, roundTop } from "../page/figures.js";
import { HELD_FRAMES, overlap, Tracks } from "../page/tracks.js";
import { crc32 } from "../page/zip.js";

/** A picture in which all pixels differ. */
function noise(width, height) {
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i % 4 === 3 ? 255 : (i * 2654435761) >>> 24));
  return { data, width, height };
}
const colorsIn = ({ data, width }, left, right, y) => new Set(Array.from({ length: right - left }, (_, i) => data.subarray(4 * (y * width + left + i), 4 * (y * width + left + i) + 3).join())).size;

{
  const face = { x: 60, y: 60, width: 60, height: 60 }, picture = noise(200, 200), before = picture.data.slice();
  cover(picture, face);
  assert.ok(BLOCKS <= 8);
  assert.ok(colorsIn(picture, 60, 120, 90) <= BLOCKS + 1);
  const box = coverBox(face);
  for (let i = 0; i < before.length; i += 4) {
    const x = (i / 4) % 200, y = Math.floor(i / 800);
    if (x < box.x - 1 || x > box.x + box.width + 1 || y < box.y - 1 || y > box.y + box.height + 1) assert.equal(picture.data[i], before[i]);
  }
  cover(picture, face, 1);
  assert.equal(colorsIn(picture, 60, 120, 90), 1);
}
for (const [x, y] of [[-40, -40], [180, 190], [-500, 10], [20, 20]]) cover(noise(200, 200), { x, y, width: 60, height: 60 }); // at the edge, and outside
cover(noise(3, 3), { x: 0, y: 0, width: 2, height: 2 });

{
  const tracks = new Tracks(), at = (x, y = 0) => ({ x, y, width: 40, height: 40, score: 1 });
  const ids = (found) => tracks.update(found).map(({ id, seen }) => (seen ? id : -id));
  assert.deepEqual(ids([at(0), at(200)]), [1, 2]);
  assert.deepEqual(ids([at(205), at(5)]), [1, 2]);
  assert.deepEqual(ids([at(10)]), [1, -2]);
  for (let i = 1; i < HELD_FRAMES; ++i) ids([at(10)]);
  assert.deepEqual(ids([at(10)]), [1]);
  assert.deepEqual(ids([at(10), at(200)]), [1, 3]);
  const [track] = new Tracks().update([at(0)]);
  assert.equal(track.x, 0);
  assert.equal(overlap(at(0), at(20)), 1 / 3);
}

assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
assert.equal(median([3, 1, 2]), 2);
assert.deepEqual([3, 7, 16, 45].map(roundTop), [5, 10, 20, 50]);
console.log("parts: fine");
