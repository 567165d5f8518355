// The files of a drop, with those in folders. Each has a `path`: its place in what was dropped.

const withPath = (file, path) => ({ file, path });

const promised = (call) => new Promise(call);

async function* filesOf(entry) {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    yield withPath(await promised((resolve, reject) => entry.file(resolve, reject)), path);
    return;
  }
  const reader = entry.createReader();
  for (let part; (part = await promised((resolve, reject) => reader.readEntries(resolve, reject))).length > 0; ) {
    for (const inner of part) yield* filesOf(inner);
  }
}

/** Of a drop event. Entries must be asked for before the event is over. */
export async function droppedFiles({ dataTransfer }) {
  const entries = Array.from(dataTransfer.items, (item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [];
  for (const entry of entries) for await (const file of filesOf(entry)) files.push(file);
  return files;
}

/** Of an input element. */
export const chosenFiles = ({ files }) => Array.from(files, (file) => withPath(file, file.webkitRelativePath || file.name));
