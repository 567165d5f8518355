// The installed package in Chromium: node browser.mjs CHROMIUM. The page finds what node finds in the same pixels.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { Detector } from "ocelli";
import puppeteer from "puppeteer-core";

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".jpg": "image/jpeg" };
const server = createServer(({ url }, response) => {
  try {
    const bytes = readFileSync(join(process.cwd(), new URL(url, "http://x").pathname));
    response.writeHead(200, { "content-type": types[extname(url)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0);

const browser = await puppeteer.launch({ executablePath: process.argv[2], args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(String(error)));
  await page.goto(`http://localhost:${server.address().port}/page.html`);
  await page.waitForFunction(() => document.title === "done", { timeout: 60_000 });
  const { results, ticks, pixels, width, height } = await page.evaluate(() => globalThis.outcome);
  const picture = { data: Uint8ClampedArray.from(pixels), width, height };
  for (const [name, source] of [["face", undefined], ["any", "any.h"]]) {
    const expected = await (await Detector.load(source)).detect(picture);
    assert.equal(expected.length, 1);
    assert.deepEqual(results[name], expected);
  }
  assert.ok(ticks > 0, "the page was blocked");
  console.log(`${await browser.version()}: a face at ${Math.round(results.face[0].x)}, ${Math.round(results.face[0].y)}; the page ticked ${ticks} times meanwhile`);
} finally {
  await browser.close();
  server.close();
}
