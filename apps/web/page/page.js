import { Classifier, Detector } from "./ocelli/index.js";

const detector = Detector.load(), classifier = Classifier.load("digits.wasm");

/** What a call results in, and how long it takes. */
async function timed(model, call) {
  const loaded = await model, start = performance.now();
  const result = await call(loaded);
  return { result, milliseconds: performance.now() - start };
}

const detect = (picture, options) => timed(detector, (model) => model.detect(picture, options));

const view = document.getElementById("view"), faces = document.getElementById("faces");
const pen = view.getContext("2d", { willReadFrequently: true });

function draw(source, width, height) {
  if (view.width !== width || view.height !== height) [view.width, view.height] = [width, height];
  pen.drawImage(source, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height);
}

function frame(found) {
  pen.lineWidth = Math.max(2, view.width / 200);
  pen.strokeStyle = "#3f6";
  for (const { x, y, width, height } of found) pen.strokeRect(x, y, width, height);
}

function tell(found, milliseconds, more = "") {
  faces.value = `${found.length} ${found.length === 1 ? "face" : "faces"} in ${milliseconds.toFixed(1)} ms${more}`;
}

// ---- Camera

let stream = null;

async function watch(video) {
  let begin = performance.now(), frames = 0, rate = "";
  const small = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  while (stream) {
    const still = await createImageBitmap(video);
    [small.canvas.width, small.canvas.height] = [still.width, still.height];
    small.drawImage(still, 0, 0);
    const { result, milliseconds } = await detect(small.getImageData(0, 0, still.width, still.height), { minSize: Math.round(still.width / 12) });
    draw(still, still.width, still.height);
    frame(result);
    still.close();
    ++frames;
    const seconds = (performance.now() - begin) / 1000;
    if (seconds > 1) {
      rate = `, ${(frames / seconds).toFixed(0)} frames a second`;
      begin = performance.now();
      frames = 0;
    }
    tell(result, milliseconds, rate);
    await new Promise(requestAnimationFrame);
  }
}

document.getElementById("camera").onclick = async ({ target }) => {
  if (stream) {
    for (const track of stream.getTracks()) track.stop();
    stream = null;
    target.textContent = "Start the camera";
    return;
  }
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } });
  } catch (error) {
    faces.value = `No camera: ${error.message}`;
    return;
  }
  target.textContent = "Stop the camera";
  const video = document.createElement("video");
  video.srcObject = stream;
  video.muted = true;
  await video.play();
  await watch(video);
};

// ---- Photo

const MOST_SIDE = 1280;

async function show(file) {
  const photo = await createImageBitmap(file);
  const scale = Math.min(1, MOST_SIDE / Math.max(photo.width, photo.height));
  const picture = draw(photo, Math.round(photo.width * scale), Math.round(photo.height * scale));
  const { result, milliseconds } = await detect(picture);
  frame(result);
  tell(result, milliseconds);
}

document.getElementById("photo").onchange = ({ target }) => target.files[0] && show(target.files[0]);
view.ondragover = (event) => (event.preventDefault(), view.classList.add("over"));
view.ondragleave = () => view.classList.remove("over");
view.ondrop = (event) => {
  event.preventDefault();
  view.classList.remove("over");
  if (event.dataTransfer.files[0]) show(event.dataTransfer.files[0]);
};

// ---- Digit

const paper = document.getElementById("paper"), digit = document.getElementById("digit"), scores = document.getElementById("scores");
const ink = paper.getContext("2d", { willReadFrequently: true });

function clear() {
  ink.fillStyle = "#000";
  ink.fillRect(0, 0, paper.width, paper.height);
  digit.value = "Draw a digit.";
  scores.replaceChildren();
}

async function read() {
  const { result, milliseconds } = await timed(classifier, (model) => model.classify(ink.getImageData(0, 0, paper.width, paper.height)));
  digit.value = `${result.label}, read in ${milliseconds.toFixed(1)} ms`;
  const least = Math.min(...result.scores), range = Math.max(...result.scores) - least || 1;
  scores.replaceChildren(
    ...result.scores.map((score, k) => {
      const line = document.createElement("li"), bar = document.createElement("div");
      bar.style.width = `${(100 * (score - least)) / range}%`;
      line.append(String(k), bar, score.toFixed(1));
      line.classList.toggle("best", String(k) === result.label);
      return line;
    }),
  );
}

function place(event) {
  const box = paper.getBoundingClientRect();
  return [((event.clientX - box.left) * paper.width) / box.width, ((event.clientY - box.top) * paper.height) / box.height];
}

paper.onpointerdown = (event) => {
  paper.setPointerCapture(event.pointerId);
  Object.assign(ink, { lineWidth: 24, lineCap: "round", lineJoin: "round", strokeStyle: "#fff" });
  ink.beginPath();
  ink.moveTo(...place(event));
};
paper.onpointermove = (event) => {
  if (!event.buttons) return;
  ink.lineTo(...place(event));
  ink.stroke();
};
paper.onpointerup = read;
document.getElementById("clear").onclick = clear;
clear();

// A link to #camera starts the camera at once.
if (location.hash === "#camera") document.getElementById("camera").click();
