// Pictures and the output of the programs of C99 headers, for the tests of the installed package.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A binary PGM picture as red, green, blue and alpha. */
export function pgm(path) {
  const bytes = readFileSync(path);
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString("latin1"));
  const gray = bytes.subarray(header.length), data = new Uint8ClampedArray(4 * gray.length);
  gray.forEach((level, i) => data.set([level, level, level, 255], 4 * i));
  return { data, width: Number(width), height: Number(height) };
}

/** What the program of a detector's header finds: lists of x, y, width, height, score and landmarks. */
export function foundByC(program, path) {
  const lines = execFileSync(program, [path], { encoding: "utf8" }).split("\n").filter(Boolean);
  return lines.map((line) => line.split(" ").slice(1).map((number) => Math.fround(Number(number))));
}

export const flat = (faces) =>
  faces.map(({ x, y, width, height, score, landmarks = [] }) => [x, y, width, height, score, ...landmarks.flatMap((point) => [point.x, point.y])]);
