// Follows faces from frame to frame: numbers, smoothed boxes, and short gaps that the detector leaves.

const LEAST_OVERLAP = 0.3;
/** Frames for which a face stays where it was. */
export const HELD_FRAMES = 20;
/** The share of a new place that counts when a face rests; one that moves by half its width counts whole. */
const AT_REST = 0.3;

/** Intersection over union. */
export function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}

function smoothed(track, found) {
  const shift = Math.hypot(found.x - track.x, found.y - track.y) / track.width;
  const share = Math.min(1, AT_REST + 2 * shift);
  const between = (name) => track[name] + share * (found[name] - track[name]);
  return { x: between("x"), y: between("y"), width: between("width"), height: between("height"), score: found.score };
}

export class Tracks {
  #tracks = [];
  #lastId = 0;

  /** The faces of the next frame, each with its number (`id`) and whether the detector saw it in this frame (`seen`). */
  update(found) {
    const pairs = this.#tracks.flatMap((track) => found.map((face) => ({ track, face, share: overlap(track, face) })));
    pairs.sort((a, b) => b.share - a.share);
    const taken = new Map(), used = new Set();
    for (const { track, face, share } of pairs) {
      if (share < LEAST_OVERLAP || taken.has(track) || used.has(face)) continue;
      taken.set(track, face);
      used.add(face);
    }
    const followed = this.#tracks.map((track) => {
      const face = taken.get(track);
      return face ? { ...track, ...smoothed(track, face), missed: 0, seen: true } : { ...track, missed: track.missed + 1, seen: false };
    });
    const fresh = found.filter((face) => !used.has(face)).map((face) => ({ ...face, id: ++this.#lastId, missed: 0, seen: true }));
    this.#tracks = [...followed.filter(({ missed }) => missed <= HELD_FRAMES), ...fresh];
    return this.#tracks;
  }
}
