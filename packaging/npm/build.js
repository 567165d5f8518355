// Assembles the package: node build.js FACE.h OUT
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./compile.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const NOT_PACKED = ["build.js", "test"];
const HEADER_BYTES = 8;
const DATA_SECTION = 11;

/** Where the data section of a module begins: it is the last one. */
function dataBegin(module) {
  for (let at = HEADER_BYTES; at < module.length; ) {
    const begin = at, id = module[at++];
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      length += (module[at] & 127) * 2 ** shift;
      more = module[at++] > 127;
    }
    at += length;
    if (id === DATA_SECTION && at === module.length) return begin;
  }
  throw new Error("the module does not end with its data");
}

const split = (module) => [module.subarray(0, dataBegin(module)), module.subarray(dataBegin(module))];

const [header, out] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const name of readdirSync(HERE)) {
  if (!NOT_PACKED.includes(name)) cpSync(join(HERE, name), join(out, name), { recursive: true });
}
cpSync(join(HERE, "../../LICENSE"), join(out, "LICENSE"));

const [code, data] = split(compile(header)), [vectorCode, vectorData] = split(compile(header, { simd: true }));
if (!data.equals(vectorData)) throw new Error("the module with SIMD has other data than the one without");
for (const [name, bytes] of [["face.wasm", code], ["face-simd.wasm", vectorCode], ["face.data", data]]) writeFileSync(join(out, name), bytes);
