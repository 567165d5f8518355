// Assembles the package: node build.js FOLDER/face.h OUT
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileSource } from "./compile.js";
import { structures } from "./header.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const PARTS = join(HERE, "../../modules/ocelli/portable/c99");
const NOT_PACKED = ["build.js", "engine.c", "test"];
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

const flags = ["-I", dirname(header), "-I", PARTS];
// clang 14's SLP vectorizer makes a module that finds nothing.
const SIMD = ["-msimd128", "-fno-slp-vectorize"];
const engine = readFileSync(join(HERE, "engine.c"), "utf8");
const [code, data] = split(compileSource(engine, flags)), [vectorCode, vectorData] = split(compileSource(engine, [...flags, ...SIMD]));
if (!data.equals(vectorData)) throw new Error("the module with SIMD has other data than the one without");
for (const [name, bytes] of [["face.wasm", code], ["face-simd.wasm", vectorCode], ["face.data", data]]) writeFileSync(join(out, name), bytes);

const parts = readdirSync(PARTS).map((name) => readFileSync(join(PARTS, name), "utf8"));
const opencv = readFileSync(join(PARTS, "opencv_cascade.h"), "utf8");
const known = { ...structures(parts.join("\n")), ...structures(opencv) }; // trees of classifiers have branches, too
writeFileSync(join(out, "structures.js"), `// The structures that the engine was compiled with.\nexport const structures = ${JSON.stringify(known, null, 1)};\n`);
