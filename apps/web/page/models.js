// The models in use: those of the page, or the user's own. Each runs in a worker, which the first use starts.
import { Classifier, Detector } from "./ocelli/index.js";

const CONVERT = "Convert it first: ocelli convert MODEL -o MODEL.h";

/** Starts what it is given at the first call. */
function once(start) {
  let started;
  return () => (started ??= start());
}

/** What is covered takes less certainty than what is only shown: the model's own minimum score is 4.6. */
const builtInDetector = { name: "face", toCover: { minScore: 1 }, load: once(() => Detector.load()) };
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
  const closed = closeOwn(kind);
  models[kind] = { name, load: async () => loaded, isOwn: true };
  await closed;
  return kind;
}

/** Ends a model's worker, after the call that it works on. */
async function closeOwn(kind) {
  if (!models[kind].isOwn) return;
  const { load, running } = models[kind];
  await running;
  (await load()).close();
}

export async function useBuiltIn() {
  const closed = ["detector", "classifier"].map(closeOwn);
  Object.assign(models, { detector: builtInDetector, classifier: builtInClassifier });
  await Promise.all(closed);
}

/** What a call of a model results in, and the milliseconds that it takes. */
async function timed(model, call) {
  const loaded = await model.load(), start = performance.now(), result = call(loaded);
  model.running = result.catch(() => {});
  return [await result, performance.now() - start, loaded];
}

export async function detect(picture, { isToCover, ...options }) {
  const all = { ...options, ...(isToCover ? models.detector.toCover : {}) };
  const [found, milliseconds] = await timed(models.detector, (detector) => detector.detect(picture, all));
  return { found, milliseconds };
}

export async function classify(picture) {
  const [result, milliseconds, { classes }] = await timed(models.classifier, (classifier) => classifier.classify(picture));
  return { ...result, classes, milliseconds };
}
