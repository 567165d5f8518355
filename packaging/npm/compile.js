// Compiles a model that `ocelli convert` wrote as a C99 header to a WebAssembly module, with clang and lld.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const FUNCTION = /^static inline int32_t (\w+)_(detect|classify)\(const (uint8_t|float) \*(gray|rgb|row|sample)\b/m;
const INPUTS = { gray: "g", rgb: "c", row: "r", sample: "v" };

/** The C source of the module of a header. */
function source(header, path) {
  const found = FUNCTION.exec(header);
  if (!found) throw new Error(`${path}: is not a header of a detector or classifier; write one with: ocelli convert MODEL.ocelli -o MODEL.h`);
  const [, name, verb, , input] = found;
  const macro = name.toUpperCase();
  const lines = [`#include ${JSON.stringify(resolve(path))}`, `#define MODEL(x) MODEL_JOINED(${name}, x)`, "#define MODEL_JOINED(a, b) a##b"];
  const define = (word, value) => lines.push(`#define MODEL_${word} ${value}`);
  define("WORK_BYTES", `${macro}_WORK_BYTES`);
  if (verb === "detect") {
    define("WINDOW_WIDTH", `${macro}_WINDOW_WIDTH`);
    if (header.includes(` ${name}_detect_landmarks(`)) define("LANDMARKS", 1);
  } else {
    const isPicture = input === "gray" || input === "rgb";
    define("INPUT", `'${INPUTS[input]}'`);
    for (const word of ["CLASSES", "INPUTS"]) define(word, `${macro}_${word}`);
    for (const word of ["WIDTH", "HEIGHT"]) define(word, isPicture ? `${macro}_${word}` : 0);
    if (header.includes(` ${name}_columns_of_table[`)) define("COLUMNS", 1);
    if (header.includes(` ${name}_probabilities(`)) define("PROBABILITIES", 1);
  }
  lines.push(`#include "${verb === "detect" ? "detector" : "classifier"}.c"`);
  return lines.join("\n") + "\n";
}

/** The bytes of the module. Throws an Error that says what is missing. */
export function compile(path, { simd = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "ocelli-"));
  try {
    const [code, module] = [join(folder, "module.c"), join(folder, "module.wasm")];
    writeFileSync(code, source(readFileSync(path, "utf8"), path));
    // clang 14's SLP vectorizer makes a module that finds nothing.
    const vectors = simd ? ["-msimd128", "-fno-slp-vectorize"] : [];
    const options = ["--target=wasm32", "-std=c99", "-O3", "-ffp-contract=off", "-mbulk-memory", ...vectors, "-nostdlib", "-Wall", "-Wextra", "-Werror",
      "-I", join(HERE, "glue"), "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=65536", code, "-o", module];
    const clang = process.env.CLANG || "clang";
    const ran = spawnSync(clang, options, { encoding: "utf8" });
    if (ran.error) throw new Error(`cannot run ${clang}: install clang and lld, or set CLANG to a clang with the target wasm32`);
    if (ran.status !== 0) throw new Error(`${clang} cannot compile ${path} (it needs the target wasm32, and lld):\n${ran.stderr}`);
    return readFileSync(module);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const USAGE = `usage: npx ocelli [--simd] MODEL.h MODEL.wasm
Compiles a model for Detector.load() or Classifier.load(), with clang and lld. --simd: for browsers with SIMD alone (2023 and later).
Write MODEL.h with: ocelli convert MODEL.ocelli -o MODEL.h
`;

export function main(words) {
  const simd = words[0] === "--simd";
  const [header, out, ...rest] = words.slice(simd ? 1 : 0);
  if (!out || rest.length > 0 || header.startsWith("-")) {
    const asked = header === "--help";
    (asked ? process.stdout : process.stderr).write(USAGE);
    return asked ? 0 : 2;
  }
  try {
    writeFileSync(out, compile(header, { simd }));
    return 0;
  } catch (error) {
    process.stderr.write(`ocelli: ${error.message}\n`);
    return 3;
  }
}

