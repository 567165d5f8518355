// The camera's tab. A frame is shown together with what was found in it, so that no face is clear while the detector works.
import { Camera } from "./camera.js";
import { BLOCKS, coverOnCanvas } from "./cover.js";
import { Figures } from "./figures.js";
import { drawLabels } from "./labels.js";
import { models } from "./models.js";
import { download, encoded, find } from "./pictures.js";
import { Tracks } from "./tracks.js";

const LONGEST = 640;
const element = (id) => document.getElementById(id);
const view = element("view"), pen = view.getContext("2d", { willReadFrequently: true });
const frame = document.createElement("canvas"), framePen = frame.getContext("2d", { willReadFrequently: true });
const figures = new Figures();
let camera = null;

const smallest = () => Number(element("smallest").value) / 100;
const blocks = () => (document.querySelector("[name=cover]:checked").value === "color" ? 1 : BLOCKS);

function resize(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
}

function keep(video) {
  resize(frame, video.videoWidth, video.videoHeight);
  framePen.drawImage(video, 0, 0);
}

function show(tracks) {
  resize(view, frame.width, frame.height);
  pen.drawImage(frame, 0, 0);
  const isCovered = element("blur").checked;
  if (isCovered) coverOnCanvas(pen, tracks, blocks());
  drawLabels(pen, tracks, { name: models.detector.name, boxes: !isCovered, shown: view.clientWidth });
}

function tell(message, button = "Start the camera") {
  element("camera-message").textContent = message;
  element("start").textContent = button;
  element("camera-empty").classList.toggle("over", !view.hidden);
  element("camera-empty").hidden = false;
}

async function listDevices() {
  const devices = await Camera.devices();
  element("devices-field").hidden = devices.length < 2;
  element("devices").replaceChildren(...devices.map(({ deviceId, label }) => new Option(label, deviceId, false, deviceId === camera.deviceId)));
}

async function watch(opened) {
  const tracks = new Tracks();
  for await (const video of opened.frames()) {
    keep(video);
    const { found, milliseconds } = await find(frame, frame.width, frame.height, { longest: LONGEST, smallest: smallest(), isToCover: element("blur").checked });
    if (opened !== camera) return;
    const followed = tracks.update(found);
    view.hidden = false;
    show(followed);
    element("camera-empty").hidden = true;
    element("save").disabled = false;
    figures.add(followed.length, milliseconds);
  }
  if (opened === camera) {
    stop();
    tell("The camera is gone. Plug it in, then start again.", "Start again");
  }
}

export async function start(deviceId) {
  stop();
  tell("Waiting for the camera …");
  element("start").disabled = true;
  try {
    const opened = (camera = await Camera.open(deviceId));
    element("stop").disabled = false;
    await listDevices();
    watch(opened).catch((error) => (stop(), tell(error.message)));
  } catch (error) {
    tell(error.message, "Start again");
  } finally {
    element("start").disabled = false;
  }
}

export function stop() {
  camera?.close();
  camera = null;
  view.hidden = true;
  for (const id of ["stop", "save"]) element(id).disabled = true;
  figures.clear();
  tell("Start the camera to see the faces that it finds.");
}

function showSmallest() {
  element("smallest-value").value = `${element("smallest").value} % of the width`;
}

element("start").onclick = () => start();
element("stop").onclick = () => (stop(), element("start").focus());
element("devices").onchange = ({ target }) => start(target.value);
element("smallest").oninput = showSmallest;
element("save").onclick = async () => download(await encoded(view, "image/png"), "ocelli.png");
showSmallest();
