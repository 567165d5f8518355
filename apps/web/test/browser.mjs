// Tries the page in Chromium with a fake camera.
//   node browser.mjs OUT_FOLDER CAMERA.mjpeg PHOTO.jpg DETECTOR.h CLASSIFIER.wasm SCREENSHOTS
// A .mjpeg file is JPEG files one after the other. Camera and photo have one face. AXE, the path of axe-core's axe.min.js, adds
// its checks, and a screenshot of each tab.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openPage, serve, startChromium } from "./chromium.mjs";

const [folder, camera, photo, detector, classifier, screenshots] = process.argv.slice(2).map((path) => resolve(path));
const place = mkdtempSync(join(tmpdir(), "ocelli-page-"));
const server = serve(folder), origin = `http://localhost:${server.address().port}`;
const browser = await startChromium([
  "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${camera}`,
]);
const page = await openPage(browser);
const { ask, value, until, text, click, press, drop } = page;

const size = (width, height) => ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
const scheme = (name) => ask("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: name }] });
const PHONE = [390, 844], DESK = [1280, 900];

async function shoot(name) {
  writeFileSync(join(screenshots, `${name}.png`), Buffer.from((await ask("Page.captureScreenshot")).data, "base64"));
}

/** How many faces the model finds in a canvas or picture, and how much neighbors differ in the middle of the first face that is given. */
const LOOK = `async (source, face) => {
  const { Detector } = await import("./ocelli/sync.js");
  globalThis.judge ??= await Detector.load();
  const pen = new OffscreenCanvas(source.width, source.height).getContext("2d");
  pen.drawImage(source, 0, 0);
  const found = judge.detect(pen.getImageData(0, 0, source.width, source.height)), box = face ?? found[0];
  const { data, width, height } = pen.getImageData(box.x, box.y, box.width, box.height);
  let same = 0;
  for (let i = 4; i < data.length; i += 4) same += data[i] === data[i - 4] && data[i + 1] === data[i - 3] && data[i + 2] === data[i - 2];
  return { faces: found.length, box, same: same / (width * height), size: [source.width, source.height] };
}`;
const lookAtView = (face) => value(`(${LOOK})(document.getElementById("view"), ${JSON.stringify(face)})`);
const lookAtFile = (bytes, face) =>
  value(`createImageBitmap(new Blob([Uint8Array.from(atob("${bytes.toString("base64")}"), (c) => c.charCodeAt(0))])).then((b) => (${LOOK})(b, ${JSON.stringify(face)}))`);

async function livePicture() {
  await ask("Page.navigate", { url: `${origin}/index.html#camera` });
  await until(`/^[1-9]/.test(document.getElementById("rate")?.textContent)`);
  assert.equal(await text("count"), "1");
  const clear = await lookAtView();
  await shoot("live-clear");
  await click("blur");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const covered = await lookAtView(clear.box);
  assert.equal(clear.faces, 1);
  assert.equal(covered.faces, 0);
  assert.ok(clear.same < 0.5 && covered.same > 0.8, `${clear.same}, ${covered.same}`);
  await shoot("live");
  console.log(`live: ${await text("count")} face, ${await text("milliseconds")} ms, ${await text("rate")} frames a second`);
}

/** The pictures of a folder come back covered, under their names; what cannot be read is said. */
async function photosAndZip() {
  const album = join(place, "album");
  mkdirSync(join(album, "inner"), { recursive: true });
  copyFileSync(photo, join(album, "a.jpg"));
  copyFileSync(photo, join(album, "inner", "b.jpg"));
  writeFileSync(join(album, "broken.jpg"), "this is no picture");
  await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: place });
  await drop([album], [600, 500]);
  await until(`/^2 photos · \\d+ faces · 1 cannot be read$/.test(document.getElementById("photo-summary").textContent)`);
  await shoot("photos");
  await click("zip");
  const zip = join(place, "faces-covered.zip");
  while (!existsSync(zip)) await new Promise((resolve) => setTimeout(resolve, 50));
  execFileSync("python3", ["-m", "zipfile", "-t", zip]);
  execFileSync("python3", ["-m", "zipfile", "-e", zip, join(place, "out")]);
  assert.equal(execFileSync("python3", ["-c", `import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist())`, zip], { encoding: "utf8" }), "album/a.jpg album/inner/b.jpg\n");
  const before = await lookAtFile(readFileSync(photo)), after = await lookAtFile(readFileSync(join(place, "out/album/inner/b.jpg")), before.box);
  assert.deepEqual([before.faces, after.faces], [1, 0]);
  assert.deepEqual(after.size, before.size);
  console.log("photos: 2 covered in a zip, 1 refused");
}

/** A cover is lifted with the keyboard, and one is dragged over what was missed. */
async function coversByHand() {
  await value(`document.querySelector("#gallery .face").focus()`);
  await press("Enter", 13);
  assert.equal(await value(`document.querySelector("#gallery .face").getAttribute("aria-pressed")`), "false");
  const covered = async () => Number(/^(\d+) faces? covered, 1 clear$/.exec(await value(`document.querySelector("#gallery .picture ~ .note").textContent`))[1]);
  const before = await covered();
  const { x, y } = await value(`(({ x, y }) => ({ x, y }))(document.querySelector("#gallery .picture").getBoundingClientRect())`);
  for (const [type, at] of [["mousePressed", 5], ["mouseMoved", 60], ["mouseReleased", 60]]) {
    await ask("Input.dispatchMouseEvent", { type, x: x + at, y: y + at, button: "left", buttons: 1, clickCount: 1 });
  }
  assert.equal(await covered(), before + 1);
  await press("Enter", 13);
  console.log("covers: lifted and added");
}

async function drawing() {
  await click("tab-draw");
  const paper = await value(`(({ left, top, width }) => ({ left, top, scale: width / 280 }))(document.getElementById("paper").getBoundingClientRect())`);
  const mouse = (type, x, y) =>
    ask("Input.dispatchMouseEvent", { type, x: paper.left + x * paper.scale, y: paper.top + y * paper.scale, button: "left", buttons: 1, clickCount: 1 });
  const stroke = [[80, 60], [120, 55], [160, 55], [200, 60], [180, 100], [160, 150], [140, 200], [130, 235]]; // a seven
  await mouse("mousePressed", ...stroke[0]);
  for (const [x, y] of stroke) await mouse("mouseMoved", x, y);
  await mouse("mouseReleased", ...stroke.at(-1));
  console.log(`digit: ${(await until(`/^.*read/.exec(document.getElementById("digit").textContent)?.[0]`)).replace(/, .*/, "")}`);
  await shoot("draw");
}

async function ownModels() {
  const xml = join(place, "cascade.xml");
  writeFileSync(xml, "<opencv_storage/>");
  await drop([classifier], [600, 300]);
  await until(`document.getElementById("model").textContent.startsWith("Your classifier")`);
  await click("example");
  await until(`/read/.test(document.getElementById("digit").textContent)`);
  await drop([detector], [600, 300]);
  await until(`document.getElementById("model").textContent.startsWith("Your detector")`);
  await click("tab-photos");
  await drop([photo], [600, 500]);
  await until(`document.getElementById("photo-summary").textContent === "1 photo · 1 face"`);
  await drop([xml], [600, 300]);
  await until(`document.getElementById("model").textContent.includes("ocelli convert")`);
  await click("built-in");
  await until(`document.getElementById("model").textContent.includes("built in")`);
  assert.equal(await value(`document.getElementById("view").hidden`), false, "the camera went on meanwhile");
  console.log("own models: a classifier and a detector");
}

/** Every control that is shown is reached with the tab key. */
async function keyboard() {
  await value(`document.activeElement.blur()`);
  const reached = new Set();
  for (let i = 0; i < 40; ++i) {
    await press("Tab", 9);
    reached.add(await value(`document.activeElement.id || document.activeElement.tagName`));
  }
  const wanted = await value(
    `Array.from(document.querySelectorAll("button, select, input, summary"), (e) => e).filter((e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0 && e.type !== "radio").map((e) => e.id || e.tagName)`);
  assert.deepEqual(wanted.filter((id) => !reached.has(id)), []);
}

/** Nothing is cut off or scrolls sideways, in any tab, at the width of a phone and of a desk, light and dark. */
async function layouts() {
  await click("tab-photos");
  await drop([photo], [600, 500]);
  await until(`/^1 photo · \\d+ faces?$/.test(document.getElementById("photo-summary").textContent)`);
  for (const [name, wide] of [["phone", PHONE], ["desk", DESK]]) {
    await size(...wide);
    for (const color of ["light", "dark"]) {
      await scheme(color);
      for (const tab of ["live", "photos", "draw"]) {
        await click(`tab-${tab}`);
        await value(`scrollTo(0, 0)`);
        const [inner, whole] = await value(`[document.documentElement.clientWidth, document.documentElement.scrollWidth]`);
        assert.ok(whole <= inner, `${tab} is ${whole} pixels wide on ${inner}`);
        if (process.env.AXE) {
          await axe(`${name} ${color} ${tab}`);
          await shoot(`${name}-${color}-${tab}`);
        }
        if (name === "desk" && color === "light") await keyboard();
      }
    }
  }
  const background = `getComputedStyle(document.body).backgroundColor`, dark = await value(background);
  await click("theme");
  assert.notEqual(await value(background), dark);
  await click("theme");
  assert.equal(await value(background), dark);
  console.log("layout: no sideways scrolling, all controls reached by keyboard");
}

async function axe(where) {
  if (!(await value(`Boolean(globalThis.axe)`))) await value(readFileSync(process.env.AXE, "utf8") + "; 0");
  const faults = await value(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((n) => n.html.slice(0, 120)).join(" | ")))`);
  assert.deepEqual(faults, [], where);
}

/** The browser refuses other servers, and nobody asked them. */
async function nothingLeaves() {
  const urls = browser.events.filter(({ method }) => method === "Network.requestWillBeSent").map(({ params }) => params.request.url);
  assert.deepEqual(urls.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url)), []);
  await value(`globalThis.violations = 0, addEventListener("securitypolicyviolation", () => ++violations)`);
  assert.equal(await value(`fetch("http://127.0.0.1:1/").then(() => "sent", () => "refused")`), "refused");
  await until(`globalThis.violations === 1`);
  const errors = browser.events.filter(({ method }) => method === "Runtime.exceptionThrown").map(({ params }) => params.exceptionDetails);
  assert.deepEqual(errors, []);
  console.log("requests: to no other server");
}

try {
  await size(...DESK);
  await scheme("light");
  for (const check of [livePicture, photosAndZip, coversByHand, drawing, ownModels, layouts, nothingLeaves]) await check();
} finally {
  server.close();
  await browser.close();
  rmSync(place, { recursive: true, force: true });
}
