// Models that run in a worker, so that the caller never waits for them. See index.d.ts.
import { isNode, nodeModule, resolved } from "./source.js";

const ERRORS = { RangeError, TypeError };

async function startWorker() {
  if (!isNode) return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const { Worker: NodeWorker } = await nodeModule("worker_threads");
  return new NodeWorker(new URL("./worker.js", import.meta.url));
}

/** A worker with one model. */
class Remote {
  #worker;
  #waiting = new Map();
  #lastId = 0;

  static async start(kind, source) {
    const remote = new Remote(await startWorker());
    try {
      return [remote, await remote.ask({ kind, source: source === undefined ? undefined : await resolved(source) })];
    } catch (error) {
      remote.close();
      throw error;
    }
  }

  constructor(worker) {
    this.#worker = worker;
    if (isNode) {
      worker.on("message", (answer) => this.#hear(answer));
      worker.on("error", (error) => this.#fail(error));
      worker.unref();
    } else {
      worker.onmessage = ({ data }) => this.#hear(data);
      worker.onerror = (event) => this.#fail(new Error(event.message || "the worker cannot start"));
    }
  }

  ask(message) {
    if (!this.#worker) return Promise.reject(new Error("the model is closed"));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#worker.postMessage({ id, ...message });
      this.#waiting.set(id, { resolve, reject });
      if (isNode) this.#worker.ref(); // node stays for the answer
    });
  }

  close() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#fail(new Error("the model is closed"));
  }

  #hear({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (isNode && this.#waiting.size === 0) this.#worker.unref();
    if (error) reject(new (ERRORS[error.name] ?? Error)(error.message));
    else resolve(result);
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Only what a worker can be sent, of an ImageData or the like. */
const plain = ({ data, width, height }) => ({ data, width, height });

export class Detector {
  #remote;

  static async load(source) {
    return new Detector((await Remote.start("detector", source))[0]);
  }

  constructor(remote) {
    this.#remote = remote;
  }

  detect(picture, options) {
    return this.#remote.ask({ input: plain(picture), options });
  }

  close() {
    this.#remote.close();
  }
}

export class Classifier {
  #remote;

  static async load(source) {
    if (source === undefined) throw new TypeError("expected a URL or the bytes of a classifier");
    const [remote, { classes, categories }] = await Remote.start("classifier", source);
    return new Classifier(remote, classes, categories);
  }

  constructor(remote, classes, categories) {
    this.#remote = remote;
    this.classes = classes;
    this.categories = categories;
  }

  classify(sample) {
    return this.#remote.ask({ input: sample && "data" in sample ? plain(sample) : sample });
  }

  close() {
    this.#remote.close();
  }
}
