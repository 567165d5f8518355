// A zip archive whose files are stored as they are: pictures do not shrink.

const MOST = 65_535, MOST_BYTES = 0xffff_ffff;
const UTF8_NAMES = 0x800, VERSION = 20;

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
  return value;
});

export function crc32(bytes) {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Numbers as little-endian bytes: pairs of a size (2 or 4) and a value. */
function packed(pairs) {
  const view = new DataView(new ArrayBuffer(pairs.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of pairs) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** Date and time as MS-DOS had them. */
function dosTime(date) {
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return [[2, time], [2, ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()]];
}

export class Zip {
  #parts = [];
  #entries = [];
  #names = new Set();
  #bytes = 0;
  #when = dosTime(new Date());

  /** Adds a blob. A name that is taken gets a number. Throws RangeError if the archive would be too large. */
  async add(wanted, blob) {
    if (this.#entries.length === 2 * MOST || this.#bytes + blob.size > MOST_BYTES) throw new RangeError("a zip holds 65,535 files and 4 GB: choose fewer photos");
    const name = this.#free(wanted), spelled = new TextEncoder().encode(name);
    const common = [[2, VERSION], [2, UTF8_NAMES], [2, 0], ...this.#when, [4, crc32(new Uint8Array(await blob.arrayBuffer()))], [4, blob.size], [4, blob.size], [2, spelled.length]];
    const front = packed([[4, 0x0403_4b50], ...common, [2, 0]]);
    this.#entries.push(packed([[4, 0x0201_4b50], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, this.#bytes]]), spelled);
    this.#parts.push(front, spelled, blob);
    this.#bytes += front.length + spelled.length + blob.size;
  }

  finish() {
    const count = this.#entries.length / 2, size = this.#entries.reduce((sum, { length }) => sum + length, 0);
    const end = packed([[4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, this.#bytes], [2, 0]]);
    return new Blob([...this.#parts, ...this.#entries, end], { type: "application/zip" });
  }

  #free(wanted) {
    const [, stem, ending] = /^(.*?)(\.[^./]*)?$/s.exec(wanted);
    let name = wanted;
    for (let n = 2; this.#names.has(name.toLowerCase()); ++n) name = `${stem} (${n})${ending ?? ""}`;
    this.#names.add(name.toLowerCase());
    return name;
  }
}
