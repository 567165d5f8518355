// Tries the page in Chromium with a fake camera: waits for a face and the frame rate, draws a digit, takes a screenshot.
//   node browser.mjs OUT_FOLDER CAMERA.mjpeg SCREENSHOT.png
// Prints what the page says of faces and of the digit. A .mjpeg file is JPEG files one after the other.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const [folder, camera, screenshot] = process.argv.slice(2);
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const server = createServer(({ url }, response) => {
  try {
    const path = join(folder, new URL(url, "http://x").pathname);
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(readFileSync(path));
  } catch {
    response.writeHead(404).end();
  }
}).listen(0);

const profile = mkdtempSync(join(tmpdir(), "ocelli-browser-"));
const chromium = spawn(
  "chromium",
  ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "--window-size=1100,900",
   "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${camera}`],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
);

// The protocol of Chromium's developer tools: JSON texts that end with a zero byte.
const waiting = new Map();
let lastId = 0, text = "";
chromium.stdio[4].on("data", (bytes) => {
  const parts = (text += bytes).split("\0");
  text = parts.pop();
  for (const { id, result, error } of parts.map((part) => JSON.parse(part))) waiting.get(id)?.(error ?? result);
});
function send(method, params = {}, sessionId) {
  const id = ++lastId;
  chromium.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  return new Promise((resolve) => waiting.set(id, resolve));
}

const { targetId } = await send("Target.createTarget", { url: "about:blank" });
const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
const ask = (method, params) => send(method, params, sessionId);
const value = async (expression) => (await ask("Runtime.evaluate", { expression, returnByValue: true })).result?.value;

/** The text of an element as soon as it matches. */
async function said(id, pattern) {
  for (let tries = 0; tries < 300; ++tries) {
    const now = await value(`document.getElementById("${id}")?.value`);
    if (pattern.test(now ?? "")) return now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return "nothing";
}

await ask("Page.navigate", { url: `http://localhost:${server.address().port}/index.html#camera` });
const faces = await said("faces", /^[1-9].* frames a second/);
const paper = await value(`(({ left, top }) => ({ left, top }))(document.getElementById("paper").getBoundingClientRect())`);
const mouse = (type, x, y) => ask("Input.dispatchMouseEvent", { type, x: paper.left + x, y: paper.top + y, button: "left", buttons: 1, clickCount: 1 });
const stroke = [[80, 60], [120, 55], [160, 55], [200, 60], [180, 100], [160, 150], [140, 200], [130, 235]];  // a seven
await mouse("mousePressed", ...stroke[0]);
for (const [x, y] of stroke) await mouse("mouseMoved", x, y);
await mouse("mouseReleased", ...stroke.at(-1));
const digit = await said("digit", /read/);
writeFileSync(screenshot, Buffer.from((await ask("Page.captureScreenshot")).data, "base64"));
console.log(`${faces}\n${digit}`);
server.close();
chromium.on("exit", () => rmSync(profile, { recursive: true, force: true }));
await send("Browser.close");
