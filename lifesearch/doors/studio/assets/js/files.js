// Dialogs: each gives what was chosen, or nothing.

import {$, make} from "./dom.js";
import {cellsOf} from "./pictures.js";

export function choose(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener("close", () => answer(dialog.returnValue), {once: true}));
}

export async function chooseText(text = "") {
  $("pasted").value = text;
  const chosen = choose($("pasting"));
  $("pasted").focus();
  return await chosen === "ok" && $("pasted").value.trim() ? {text: $("pasted").value, inside: $("paste-inside").checked} : null;
}

// The text of a file, of a picture its cells; empty if it is too large for the server
// (`LARGEST_DRAWN_FILE` in common/limits.py), or no picture after all.
export async function contentOf(file) {
  const picture = file.type.startsWith("image/");
  const text = picture ? await cellsOf(file).catch(() => "") : file.size > 3e6 ? "" : await file.text();
  return {text, picture};
}

let names = [];
export function setFiles(files, folder) {
  names = files;
  if (folder) $("folder").textContent = folder;
}

export async function chooseFile() {
  const list = $("files"), dialog = $("opening");
  list.replaceChildren(...names.map((name) => make("li", {}, make("button", {value: name}, name))));
  $("upload").value = "";
  const uploaded = new Promise((answer) => {
    $("upload").onchange = async () => {
      const [file] = $("upload").files;
      if (!file) return;
      answer(await contentOf(file));
      dialog.close("uploaded");
    };
  });
  const answer = await choose(dialog);
  if (answer === "uploaded") return uploaded;
  return answer && answer !== "cancel" ? {file: answer} : null;
}

export async function chooseName() {
  const answer = await choose($("saving"));
  return answer === "ok" ? {name: $("save-name").value, replace: $("save-replace").checked} : null;
}

// A question with OK; with `name`, a name may be given.
export async function confirm({title, words, ok = "OK", name}) {
  $("asking-title").textContent = title;
  $("asking-words").textContent = words;
  $("asking-ok").textContent = ok;
  $("asking-label").hidden = name === undefined;
  $("asking-name").value = name ?? "";
  return await choose($("asking")) === "ok" ? {name: $("asking-name").value} : null;
}
