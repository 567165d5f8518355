// The tab with paper to draw on, and what the classifier says of it.
import { classify, models } from "./models.js";

const SEVEN = [[80, 60], [120, 55], [160, 55], [200, 60], [180, 100], [160, 150], [140, 200], [130, 235]];
const MOST_SHOWN = 10;
const element = (id) => document.getElementById(id);
const paper = element("paper"), pen = paper.getContext("2d", { willReadFrequently: true });

export function clearPaper() {
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, paper.width, paper.height);
  element("digit").textContent = models.classifier.isOwn ? "Draw, or drop a photo here." : "Draw a digit with the mouse or a finger.";
  element("scores").replaceChildren();
}

/** The classes with their bars: probabilities if the model has them, else scores between the least and the largest. */
function showScores({ classes, label, scores, probabilities }) {
  const values = probabilities ?? scores, least = probabilities ? 0 : Math.min(...scores), range = Math.max(...values) - least || 1;
  const order = classes.map((_, k) => k);
  if (classes.length > MOST_SHOWN) order.sort((a, b) => values[b] - values[a]).splice(MOST_SHOWN);
  element("scores").replaceChildren(
    ...order.map((k) => {
      const line = document.createElement("li"), name = document.createElement("span"), bar = document.createElement("i"), value = document.createElement("span");
      name.textContent = classes[k];
      bar.style.width = `${(100 * (values[k] - least)) / range}%`;
      value.textContent = probabilities ? `${(100 * values[k]).toFixed(0)} %` : values[k].toFixed(1);
      line.append(name, bar, value);
      line.classList.toggle("best", classes[k] === label);
      return line;
    }),
  );
}

async function read() {
  try {
    const result = await classify(pen.getImageData(0, 0, paper.width, paper.height)), best = document.createElement("b");
    best.textContent = result.label;
    element("digit").replaceChildren(best, `, read in ${result.milliseconds.toFixed(1)} ms`);
    showScores(result);
  } catch (error) {
    element("digit").textContent = error.message;
  }
}

function begin([x, y]) {
  Object.assign(pen, { lineWidth: 24, lineCap: "round", lineJoin: "round", strokeStyle: "#fff" });
  pen.beginPath();
  pen.moveTo(x, y);
}

function lineTo([x, y]) {
  pen.lineTo(x, y);
  pen.stroke();
}

/** Classifies a photo instead of a drawing. */
export async function classifyPhoto(file) {
  const photo = await createImageBitmap(file), scale = Math.min(paper.width / photo.width, paper.height / photo.height);
  clearPaper();
  const [width, height] = [photo.width * scale, photo.height * scale];
  pen.drawImage(photo, (paper.width - width) / 2, (paper.height - height) / 2, width, height);
  await read();
}

function place(event) {
  const box = paper.getBoundingClientRect();
  return [((event.clientX - box.left) * paper.width) / box.width, ((event.clientY - box.top) * paper.height) / box.height];
}

paper.onpointerdown = (event) => {
  paper.setPointerCapture(event.pointerId);
  begin(place(event));
  lineTo(place(event));
};
paper.onpointermove = (event) => event.buttons && lineTo(place(event));
paper.onpointerup = read;
element("clear").onclick = clearPaper;
element("example").onclick = () => {
  clearPaper();
  begin(SEVEN[0]);
  SEVEN.forEach(lineTo);
  read();
};
clearPaper();
