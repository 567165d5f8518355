// Where a module's bytes come from: a browser or node, a URL, a path or bytes.

export const isNode = typeof process !== "undefined" && Boolean(process.versions?.node);

export const nodeModule = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

/** The URL of a source; bytes as they are. A text is relative to the page, or a path under node. */
export async function resolved(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (source instanceof URL) return source.href;
  if (!isNode) return new URL(source, globalThis.document?.baseURI ?? globalThis.location.href).href;
  if (/^(https?|file|data):/.test(source)) return source;
  return (await nodeModule("url")).pathToFileURL(source).href;
}

/** The bytes of a resolved source. */
export async function bytesOf(source) {
  if (typeof source !== "string") return source;
  if (isNode && source.startsWith("file:")) return (await nodeModule("fs/promises")).readFile(new URL(source));
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
