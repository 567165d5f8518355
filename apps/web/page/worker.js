// Works beside the page, so that it stays free. Takes {id, task: "detect" | "classify", picture, options}, answers {id, result, milliseconds} or {id, error}.
import { Classifier, Detector } from "./ocelli.js";

const loaded = Promise.all([Detector.load(), Classifier.load()]);

onmessage = async ({ data: { id, task, picture, options } }) => {
  try {
    const [detector, classifier] = await loaded;
    const start = performance.now();
    const result = task === "detect" ? detector.detect(picture, options) : classifier.classify(picture);
    postMessage({ id, result, milliseconds: performance.now() - start });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
