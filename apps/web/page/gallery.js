// The tab of photos: a list with their covers, to lift or add, and the zip.
import { coverBox } from "./cover.js";
import { Photo } from "./photo.js";
import { download } from "./pictures.js";
import { Zip } from "./zip.js";

const SHOWN_SIDE = 720;
const LEAST_SIDE = 12; // of a box that is dragged, in pixels of the photo
const element = (id) => document.getElementById(id);
let photos = [], waiting = 0, generation = 0;

const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

function place(node, { x, y, width, height }, photo) {
  const share = (length, whole) => `${(100 * length) / whole}%`;
  Object.assign(node.style, { left: share(x, photo.width), top: share(y, photo.height), width: share(width, photo.width), height: share(height, photo.height) });
}

/** The button over a face, which lifts its cover and puts it back. */
function faceButton(photo, face, number, redraw) {
  const button = made("button", { type: "button", className: "face", title: "Lift or put back this cover" });
  const tell = () => {
    button.setAttribute("aria-pressed", String(face.covered));
    button.setAttribute("aria-label", `Face ${number}, ${face.covered ? "covered" : "clear"}`);
  };
  button.onclick = () => {
    face.covered = !face.covered;
    tell();
    redraw();
  };
  place(button, coverBox(face), photo);
  tell();
  return button;
}

/** The box that a drag over a picture spans, in pixels of the photo. */
function boxOfDrag(picture, photo, from, to) {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const inside = (value, low, length) => Math.min(Math.max(value - low, 0), length) / length;
  const xs = [from, to].map(({ clientX }) => inside(clientX, left, width) * photo.width).sort((a, b) => a - b);
  const ys = [from, to].map(({ clientY }) => inside(clientY, top, height) * photo.height).sort((a, b) => a - b);
  return { x: xs[0], y: ys[0], width: xs[1] - xs[0], height: ys[1] - ys[0] };
}

/** Lets the mouse drag a box over a face that was missed. */
function allowDragging(picture, photo, add) {
  let from = null;
  const rubber = made("div", { className: "rubber" });
  const isBox = ({ width, height }) => Math.min(width, height) >= LEAST_SIDE;
  picture.onpointerdown = (event) => {
    if (event.pointerType === "touch" || event.button !== 0 || event.target.closest("button")) return;
    from = event;
    picture.setPointerCapture(event.pointerId);
    picture.append(rubber);
    place(rubber, boxOfDrag(picture, photo, from, from), photo);
  };
  picture.onpointermove = (event) => from && place(rubber, boxOfDrag(picture, photo, from, event), photo);
  picture.onpointerup = (event) => {
    const box = from && boxOfDrag(picture, photo, from, event);
    if (box && isBox(box)) add(box);
    from = null;
    rubber.remove();
  };
  picture.onpointercancel = () => ((from = null), rubber.remove());
}

function caption(photo) {
  const covered = photo.faces.filter((face) => face.covered).length;
  if (photo.faces.length === 0) return ["No face found: check it", "note look"];
  const clear = photo.faces.length - covered;
  return [`${counted(covered, "face")} covered${clear > 0 ? `, ${clear} clear` : ""}`, "note"];
}

function fill(item, photo) {
  const picture = made("div", { className: "picture" }), canvas = made("canvas", { role: "img" }), note = made("p", {});
  canvas.setAttribute("aria-label", photo.path);
  const redraw = () => {
    photo.drawOn(canvas);
    [note.textContent, note.className] = caption(photo);
    summarize();
  };
  const addButton = (face, i) => picture.append(faceButton(photo, face, i + 1, redraw));
  picture.append(canvas);
  photo.faces.forEach(addButton);
  allowDragging(picture, photo, (box) => {
    photo.faces.push({ ...box, covered: true });
    addButton(photo.faces.at(-1), photo.faces.length - 1);
    redraw();
  });
  item.replaceChildren(picture, made("p", { className: "name", textContent: photo.path, title: photo.path }), note);
  redraw();
}

function refuse(item, photo, error) {
  photo.error = error;
  item.replaceChildren(
    made("p", { className: "name", textContent: photo.path, title: photo.path }),
    made("p", { className: "note look", textContent: `Not in the zip. ${error.message}` }),
  );
}

function summarize() {
  const good = photos.filter(({ small }) => small), faces = good.reduce((sum, photo) => sum + photo.faces.length, 0);
  const without = good.filter((photo) => photo.faces.length === 0).length, failed = photos.filter(({ error }) => error).length;
  const parts = [counted(good.length, "photo"), counted(faces, "face")];
  if (without > 0) parts.push(`${without} without a face`);
  if (failed > 0) parts.push(`${failed} cannot be read`);
  if (waiting > 0) parts.push(`${waiting} to go`);
  element("photo-summary").textContent = parts.join(" · ");
  element("photo-bar").hidden = photos.length === 0;
  element("photo-help").hidden = good.length === 0;
  document.querySelector(".drop").classList.toggle("slim", photos.length > 0);
  element("zip").disabled = waiting > 0 || good.length === 0;
}

/** Adds photos, one after the other. Files of other kinds in a folder are left out, unless they are all there is. */
export async function addPhotos(files) {
  const pictures = files.filter(({ file }) => file.type.startsWith("image/")), own = generation;
  const added = (pictures.length > 0 ? pictures : files).map((file) => new Photo(file));
  photos.push(...added);
  waiting += added.length;
  summarize();
  for (const photo of added) {
    const item = made("li", {});
    await photo.look(SHOWN_SIDE).then(() => own === generation && fill(item, photo), (error) => refuse(item, photo, error));
    if (own !== generation) return;
    element("gallery").append(item);
    --waiting;
    summarize();
  }
}

export function clearPhotos() {
  ++generation;
  [photos, waiting] = [[], 0];
  element("gallery").replaceChildren();
  summarize();
}

async function downloadZip() {
  const button = element("zip"), zip = new Zip(), good = photos.filter(({ small }) => small);
  button.disabled = true;
  try {
    for (const [i, photo] of good.entries()) {
      element("photo-summary").textContent = `Writing ${i + 1} of ${good.length}`;
      const { name, blob } = await photo.covered();
      await zip.add(name, blob);
    }
    download(zip.finish(), "faces-covered.zip");
    summarize();
  } catch (error) {
    summarize();
    element("photo-summary").textContent = `No zip: ${error.message}`;
  }
}

element("zip").onclick = downloadZip;
element("clear-photos").onclick = () => (clearPhotos(), element("pick").focus());
