// Chromium without a window, over the protocol of its developer tools: JSON texts that end with a zero byte. And a server of static files.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

/** Hands out the files of a folder. */
export function serve(folder) {
  return createServer(({ url }, response) => {
    try {
      const path = join(folder, new URL(url, "http://x").pathname);
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(readFileSync(path));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0);
}

export async function startChromium(flags) {
  const profile = mkdtempSync(join(tmpdir(), "ocelli-browser-"));
  const chromium = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${profile}`, ...flags], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const waiting = new Map(), events = [];
  let lastId = 0, text = "";
  chromium.stdio[4].on("data", (bytes) => {
    const parts = (text += bytes).split("\0");
    text = parts.pop();
    for (const message of parts.map((part) => JSON.parse(part))) {
      if (message.method) events.push(message);
      else waiting.get(message.id)?.(message);
    }
  });
  const send = (method, params = {}, sessionId) => {
    const id = ++lastId;
    chromium.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) =>
      waiting.set(id, ({ result, error }) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result))));
  };
  const close = async () => {
    const gone = new Promise((resolve) => chromium.on("exit", resolve));
    await send("Browser.close");
    await gone;
    rmSync(profile, { recursive: true, force: true });
  };
  return { send, events, close };
}

/** A page of a browser. */
export async function openPage({ send, events }) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const ask = (method, params) => send(method, params, sessionId);

  /** What an expression, or a promise, results in. */
  async function value(expression) {
    const { result, exceptionDetails } = await ask("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** The value of an expression as soon as it is true. */
  async function until(expression, seconds = 30) {
    const end = Date.now() + 1000 * seconds;
    for (;;) {
      const now = await value(expression);
      if (now) return now;
      if (Date.now() > end) throw new Error(`this did not become true: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  const text = (id) => value(`document.getElementById("${id}").textContent.trim()`);
  const click = (id) => value(`document.getElementById("${id}").click()`);

  async function press(key, code = 0) {
    for (const type of ["keyDown", "keyUp"]) await ask("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, text: key === "Enter" ? "\r" : undefined });
  }

  async function drop(files, [x, y]) {
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) await ask("Input.dispatchDragEvent", { type, x, y, data });
  }

  await ask("Page.enable");
  await ask("Runtime.enable");
  await ask("Network.enable");
  return { ask, value, until, text, click, press, drop, sessionId, events };
}
