// Runs one model beside the page. Takes {id, kind, source} first, then {id, input, options}; answers {id, result} or {id, error}.
import { isNode, nodeModule } from "./source.js";
import { Classifier, Detector } from "./sync.js";

let port = globalThis;
if (isNode) port = (await nodeModule("worker_threads")).parentPort;

let model = null;

const about = ({ classes, categories }) => (classes ? { classes, categories } : {});

async function answer({ kind, source, input, options }) {
  if (kind) {
    model = await (kind === "detector" ? Detector : Classifier).load(source);
    return about(model);
  }
  return model.detect ? model.detect(input, options) : model.classify(input);
}

async function hear(message) {
  try {
    port.postMessage({ id: message.id, result: await answer(message) });
  } catch (error) {
    port.postMessage({ id: message.id, error: { name: error.name, message: error.message } });
  }
}

if (isNode) port.on("message", hear);
else port.onmessage = ({ data }) => hear(data);
