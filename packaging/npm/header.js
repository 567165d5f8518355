// Lays out the model of a detector's C99 header in memory, as a compiler for wasm32 would.

const SIZES = { int8_t: 1, uint8_t: 1, int16_t: 2, uint16_t: 2, int32_t: 4, uint32_t: 4, int64_t: 8, float: 4, double: 8, pointer: 4 };
const SETTERS = {
  int8_t: "setInt8", uint8_t: "setUint8", int16_t: "setInt16", uint16_t: "setUint16", int32_t: "setInt32", uint32_t: "setUint32",
  float: "setFloat32", double: "setFloat64", pointer: "setUint32",
};
const STRUCT = /^typedef struct \{([^}]*)\} (\w+);/gm;
const ALIAS = /^typedef (\w+) (\w+);/gm;
const TABLE = /^static const (\w+) (\w+)(?:\[\])? = \{([\s\S]*?)\};$/gm;

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "");

/** The structures of C99 sources: their fields, without comments and spaces. */
export function structures(text) {
  const found = {};
  for (const [, fields, name] of text.matchAll(STRUCT)) found[name] = withoutComments(fields).replace(/\s+/g, " ").trim();
  return found;
}

/** Where each number of a type lies, its size and its alignment. */
class Layouts {
  constructor(text) {
    this.structures = structures(text);
    this.aliases = Object.fromEntries(Array.from(text.matchAll(ALIAS), ([, type, name]) => [name, type]));
    this.known = new Map();
  }

  of(name) {
    const type = this.aliases[name] ?? name;
    if (!this.known.has(type)) this.known.set(type, type in SIZES ? { size: SIZES[type], alignment: SIZES[type], scalars: [[0, type]] } : this.#ofStructure(type));
    return this.known.get(type);
  }

  #ofStructure(name) {
    const scalars = [];
    let size = 0, alignment = 1;
    for (const declaration of this.structures[name].split(";").filter((part) => part.trim())) {
      const [, type, names] = /^\s*(?:const )?(\w+) (.*)$/.exec(declaration);
      for (const field of names.split(",")) {
        const one = this.of(field.includes("*") ? "pointer" : type);
        const count = Number(/\[(\d+)\]/.exec(field)?.[1] ?? 1);
        alignment = Math.max(alignment, one.alignment);
        size = Math.ceil(size / one.alignment) * one.alignment;
        for (let i = 0; i < count; ++i, size += one.size) for (const [offset, kind] of one.scalars) scalars.push([size + offset, kind]);
      }
    }
    return { size: Math.ceil(size / alignment) * alignment, alignment, scalars };
  }
}

function write(view, at, kind, word, addresses) {
  if (kind === "pointer") {
    const name = word.replace("&", "");
    if (name !== "0" && !(name in addresses)) throw new TypeError(`the header has no table ${name}`);
    view.setUint32(at, name === "0" ? 0 : addresses[name], true);
  } else if (kind === "int64_t") {
    view.setBigInt64(at, BigInt(word.replace(/INT64_C\(|\)/g, "")), true);
  } else {
    view[SETTERS[kind]](at, Number(word.replace(/[UF]$/, "")), true);
  }
}

/**
 * The model of a header: the bytes for an address (a multiple of 8), and what the engine takes. `known` has the structures that the engine was
 * compiled with.
 */
export function layOut(text, base, known) {
  const macro = /^#define (\w+)_WORK_BYTES\(width, height\) OCELLI_(OPENCV_)?WORK_BYTES\(width, height, ([\d, ]+)\)$/m.exec(text);
  if (!macro) throw new TypeError("expected the C99 header of a detector; write one with: ocelli convert MODEL.ocelli -o MODEL.h");
  const name = macro[1].toLowerCase(), layouts = new Layouts(text);
  const addresses = {}, parts = [];
  let end = base;
  for (const [, type, table, body] of text.matchAll(TABLE)) {
    const layout = layouts.of(type), words = withoutComments(body).match(/[^\s{},]+/g) ?? [];
    if (type in layouts.structures && layouts.structures[type] !== known[type]) throw new TypeError(`the header is of another version of ocelli (${type})`);
    const count = words.length / layout.scalars.length;
    if (!Number.isInteger(count)) throw new TypeError(`the header is damaged (${table})`);
    const begin = Math.ceil(end / layout.alignment) * layout.alignment;
    const bytes = new Uint8Array(count * layout.size), view = new DataView(bytes.buffer);
    words.forEach((word, i) => {
      const [offset, kind] = layout.scalars[i % layout.scalars.length];
      write(view, Math.floor(i / layout.scalars.length) * layout.size + offset, kind, word, addresses);
    });
    addresses[table] = begin;
    parts.push([begin - base, bytes]);
    end = begin + bytes.length;
  }
  const bytes = new Uint8Array(end - base);
  for (const [at, part] of parts) bytes.set(part, at);
  return {
    bytes,
    isOpencv: macro[2] !== undefined,
    workNumbers: macro[3].split(",").map(Number),
    window: Number(new RegExp(`^#define ${macro[1]}_WINDOW_WIDTH (\\d+)$`, "m").exec(text)[1]),
    detector: addresses[`${name}_detector`],
    trees: addresses[`${name}_landmarks`] ?? 0,
  };
}
