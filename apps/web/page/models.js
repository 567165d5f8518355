// The models in use: those of the page, or the user's own. Each runs in a worker, which the first use starts.
import { Classifier, Detector } from "./ocelli/index.js";

const CONVERT = "Convert it first: ocelli convert MODEL -o MODEL.h";

/** Starts what it is given at the first call. */
function once(start) {
  let started;
  return () => (started ??= start());
}

const builtInDetector = { name: "face", load: once(() => Detector.load()) };
const builtInClassifier = { name: "digit", load: once(() => Classifier.load("digits.wasm")) };

export const models = { detector: builtInDetector, classifier: builtInClassifier };

export const isModel = (name) => /\.(h|wasm|ocelli|xml)$/i.test(name);

async function loadDetector(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (new TextDecoder().decode(bytes).includes("_classify(")) throw new Error(`${file.name} is a classifier. Compile it first: npx ocelli ${file.name} MODEL.wasm`);
  return Detector.load(bytes);
}

async function loadClassifier(file) {
  const classifier = await Classifier.load(new Uint8Array(await file.arrayBuffer()));
  if (classifier.categories.length === 0) {
    const blank = { data: new Uint8ClampedArray(4), width: 1, height: 1 };
    const works = await classifier.classify(blank).then(() => true, () => false);
    if (works) return classifier;
  }
  classifier.close();
  throw new Error(`${file.name} classifies rows of a table. This page needs a model of pictures.`);
}

/** Uses the model in a file from now on. Returns "detector" or "classifier". */
export async function useOwn(file) {
  const [, name, ending] = /^(.*)\.(\w+)$/.exec(file.name) ?? [null, file.name, ""];
  const kind = { h: "detector", wasm: "classifier" }[ending.toLowerCase()];
  if (!kind) throw new Error(`${file.name} does not run in a browser. ${CONVERT}`);
  const loaded = await (kind === "detector" ? loadDetector(file) : loadClassifier(file));
  await closeOwn(kind);
  models[kind] = { name, load: async () => loaded, isOwn: true };
  return kind;
}

async function closeOwn(kind) {
  if (models[kind].isOwn) (await models[kind].load()).close();
}

export async function useBuiltIn() {
  for (const kind of ["detector", "classifier"]) await closeOwn(kind);
  Object.assign(models, { detector: builtInDetector, classifier: builtInClassifier });
}

/** The detections in a picture, and the milliseconds that they took. */
export async function detect(picture, options) {
  const detector = await models.detector.load(), start = performance.now();
  const found = await detector.detect(picture, options);
  return { found, milliseconds: performance.now() - start };
}

export async function classify(picture) {
  const classifier = await models.classifier.load(), start = performance.now();
  return { ...(await classifier.classify(picture)), classes: classifier.classes, milliseconds: performance.now() - start };
}
