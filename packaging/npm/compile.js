// Compiles a classifier that `ocelli convert` wrote as a C99 header to a WebAssembly module, with clang and lld.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const FUNCTION = /^static inline int32_t (\w+)_classify\(const \w+ \*(gray|rgb|row|sample)\b/m;
const INPUTS = { gray: "g", rgb: "c", row: "r", sample: "v" };

/** The C source of the module of a header. */
function source(header, path) {
  const found = FUNCTION.exec(header);
  if (!found) throw new Error(`${path}: expected the header of a classifier: ocelli convert MODEL.ocelli -o MODEL.h; Detector.load() takes those of detectors`);
  const [, name, input] = found;
  const macro = name.toUpperCase(), isPicture = input === "gray" || input === "rgb";
  const lines = [`#include ${JSON.stringify(resolve(path))}`, `#define MODEL(x) MODEL_JOINED(${name}, x)`, "#define MODEL_JOINED(a, b) a##b"];
  const define = (word, value) => lines.push(`#define MODEL_${word} ${value}`);
  define("INPUT", `'${INPUTS[input]}'`);
  for (const word of ["WORK_BYTES", "CLASSES", "INPUTS"]) define(word, `${macro}_${word}`);
  for (const word of ["WIDTH", "HEIGHT"]) define(word, isPicture ? `${macro}_${word}` : 0);
  if (header.includes(` ${name}_columns_of_table[`)) define("COLUMNS", 1);
  if (header.includes(` ${name}_probabilities(`)) define("PROBABILITIES", 1);
  lines.push('#include "classifier.c"');
  return lines.join("\n") + "\n";
}

const FLAGS = ["--target=wasm32", "-std=c99", "-O3", "-ffp-contract=off", "-mbulk-memory", "-nostdlib", "-Wall", "-Wextra", "-Werror",
  "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=65536"];

/** Compiles a C source to the bytes of a module. Throws an Error that says what is missing. */
export function compileSource(text, flags) {
  const folder = mkdtempSync(join(tmpdir(), "ocelli-"));
  try {
    const [code, module] = [join(folder, "module.c"), join(folder, "module.wasm")];
    writeFileSync(code, text);
    const clang = process.env.CLANG || "clang";
    const ran = spawnSync(clang, [...FLAGS, ...flags, "-I", join(HERE, "glue"), code, "-o", module], { encoding: "utf8" });
    if (ran.error) throw new Error(`cannot run ${clang}: install clang and lld, or set CLANG to a clang with the target wasm32`);
    if (ran.status !== 0) throw new Error(`${clang} cannot compile the model (it needs the target wasm32, and lld):\n${ran.stderr}`);
    return readFileSync(module);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const USAGE = `usage: npx ocelli MODEL.h MODEL.wasm
Compiles a classifier for Classifier.load(), with clang and lld. Write MODEL.h with: ocelli convert MODEL.ocelli -o MODEL.h
`;

export function main([header, out, ...rest]) {
  if (!out || rest.length > 0) {
    const asked = header === "--help";
    (asked ? process.stdout : process.stderr).write(USAGE);
    return asked ? 0 : 2;
  }
  try {
    writeFileSync(out, compileSource(source(readFileSync(header, "utf8"), header), []));
    return 0;
  } catch (error) {
    process.stderr.write(`ocelli: ${error.message}\n`);
    return 3;
  }
}
