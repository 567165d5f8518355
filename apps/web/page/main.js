// Wires the page: the tabs, what is dropped or chosen, and the model.
import "./theme.js";
import { classifyPhoto, clearPaper } from "./draw.js";
import { chosenFiles, droppedFiles } from "./drops.js";
import { addPhotos, clearPhotos } from "./gallery.js";
import { start } from "./live.js";
import { isModel, useBuiltIn, useOwn } from "./models.js";
import { openTab } from "./tabs.js";

const BUILT_IN = "Faces that look into the camera, and digits (built in)";
const element = (id) => document.getElementById(id);

function sayModel(text, isWrong = false) {
  element("model").textContent = text;
  element("model").classList.toggle("wrong", isWrong);
}

async function takeModel(file) {
  try {
    const kind = await useOwn(file);
    clearPhotos();
    clearPaper();
    element("tab-draw").textContent = kind === "classifier" ? "Classify" : element("tab-draw").textContent;
    if (kind === "classifier") openTab("draw");
    element("built-in").hidden = false;
    sayModel(`Your ${kind} ${file.name}`);
  } catch (error) {
    sayModel(error.message, true);
    element("model").scrollIntoView({ block: "nearest" });
  }
}

async function take(files) {
  const model = files.find(({ path }) => isModel(path));
  if (model && files.length === 1) return takeModel(model.file);
  if (files.length === 0) return;
  if (!element("draw").hidden) return classifyPhoto(files[0].file).catch(() => (element("digit").textContent = "This browser cannot read it as a picture."));
  openTab("photos");
  await addPhotos(files);
}

function takeFrom(button, input) {
  element(button).onclick = () => element(input).click();
  element(input).onchange = async ({ target }) => {
    await take(chosenFiles(target));
    target.value = "";
  };
}

takeFrom("pick", "files");
takeFrom("pick-folder", "folder");
takeFrom("own", "own-file");
element("built-in").onclick = async () => {
  await useBuiltIn();
  clearPhotos();
  clearPaper();
  element("tab-draw").textContent = "Digits";
  element("built-in").hidden = true;
  element("own").focus();
  sayModel(BUILT_IN);
};

let depth = 0; // of the elements that a drag is over
addEventListener("dragenter", () => (element("veil").hidden = ++depth === 0));
addEventListener("dragleave", () => (element("veil").hidden = --depth === 0));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  depth = 0;
  element("veil").hidden = true;
  await take(await droppedFiles(event));
});

// A link to #camera starts the camera at once.
if (location.hash === "#camera") start();
