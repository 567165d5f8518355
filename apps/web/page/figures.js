// The figures beside the picture: how many, how long, how often, and a graph of the last frames.

const KEPT = 120;
const HEIGHT = 32;
const BETWEEN_UPDATES = 250; // milliseconds: figures that change faster cannot be read
const element = (id) => document.getElementById(id);

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The next of 5, 10, 20, 50, ... milliseconds. */
export function roundTop(most) {
  for (let top = 5; ; top *= 10) for (const factor of [1, 2, 4]) if (top * factor >= most) return top * factor;
}

export class Figures {
  #times = [];
  #arrivals = [];
  #shownAt = 0;

  add(count, milliseconds, now = performance.now()) {
    this.#times = [...this.#times.slice(1 - KEPT), milliseconds];
    this.#arrivals = [...this.#arrivals.filter((at) => at > now - 2000), now];
    if (now - this.#shownAt < BETWEEN_UPDATES) return;
    this.#shownAt = now;
    element("count").textContent = String(count);
    element("milliseconds").textContent = median(this.#times.slice(-30)).toFixed(1);
    if (this.#arrivals.length > 3) element("rate").textContent = this.#rate().toFixed(0);
    this.#draw();
  }

  clear() {
    this.#times = [];
    this.#arrivals = [];
    for (const id of ["count", "milliseconds", "rate"]) element(id).textContent = "–";
    element("graph-top").textContent = "";
    for (const path of element("graph").children) path.removeAttribute("d");
  }

  #rate() {
    const first = this.#arrivals[0], last = this.#arrivals.at(-1);
    return (1000 * (this.#arrivals.length - 1)) / Math.max(1, last - first);
  }

  #draw() {
    const top = roundTop(1.5 * median(this.#times)), begin = KEPT - this.#times.length; // the first frame takes many times as long
    const points = this.#times.map((time, i) => `${begin + i},${(HEIGHT * Math.max(0, 1 - time / top)).toFixed(1)}`);
    const [area, line] = element("graph").children;
    line.setAttribute("d", `M${points.join("L")}`);
    area.setAttribute("d", `M${begin},${HEIGHT}L${points.join("L")}L${KEPT - 1},${HEIGHT}Z`);
    element("graph-top").textContent = `, up to ${top} ms`;
  }
}
