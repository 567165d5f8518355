// Boxes and labels that can be read on any picture: white lines with a dark edge.

function outline(pen, { x, y, width, height, seen }, thin) {
  pen.setLineDash(seen ? [] : [4 * thin, 3 * thin]);
  for (const [color, weight] of [["rgb(0 0 0 / 0.55)", 3], ["#fff", 1.25]]) {
    pen.strokeStyle = color;
    pen.lineWidth = weight * thin;
    pen.beginPath();
    pen.roundRect(x, y, width, height, 4 * thin);
    pen.stroke();
  }
  pen.setLineDash([]);
}

function label(pen, text, { x, y, height }, thin) {
  pen.font = `600 ${12 * thin}px system-ui, sans-serif`;
  pen.textBaseline = "middle";
  const width = pen.measureText(text).width + 10 * thin, tall = 18 * thin;
  const left = Math.max(0, Math.min(x, pen.canvas.width - width)), top = y >= tall + 3 * thin ? y - tall - 3 * thin : Math.min(y + height + 3 * thin, pen.canvas.height - tall);
  pen.fillStyle = "rgb(0 0 0 / 0.7)";
  pen.beginPath();
  pen.roundRect(left, top, width, tall, 4 * thin);
  pen.fill();
  pen.fillStyle = "#fff";
  pen.fillText(text, left + 5 * thin, top + tall / 2 + 0.5 * thin);
}

/** `shown` is the width of the canvas on the screen, so that lines and text have one size there. */
export function drawLabels(pen, tracks, { name, boxes, shown }) {
  const thin = pen.canvas.width / Math.max(1, shown);
  for (const track of tracks) {
    if (boxes) outline(pen, track, thin);
    label(pen, `${name} ${track.id}`, track, thin);
  }
}
