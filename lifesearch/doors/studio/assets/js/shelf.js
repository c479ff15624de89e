// Patterns to begin with: some drawings with their questions, and the catalogue, with pictures.

import {act} from "./api.js";
import {$, later, make, say} from "./dom.js";
import {choose} from "./files.js";
import {examples} from "./kinds.js";
import {thumbnail} from "./look.js";

// Patterns that are offered before a name is typed.
const KNOWN = ["glider", "LWSS", "pulsar", "pentadecathlon", "eater 1", "Gosper glider gun", "R-pentomino", "block"];
// Names that are offered at most; and what the value of a button begins with if it is a name.
const MOST = 8, NAMED = "named: ";
const drawings = new Map();

// The drawing of a named pattern, as the server has it.
function drawingOf(name) {
  if (!drawings.has(name)) drawings.set(name, act("read", {named: name}));
  return drawings.get(name);
}

// Names that are or begin with what is typed come first, then those that contain it.
function matches(names, typed) {
  const wanted = typed.trim().toLowerCase(), lower = new Map(names.map((name) => [name.toLowerCase(), name]));
  if (!wanted) return KNOWN.map((name) => lower.get(name.toLowerCase())).filter(Boolean);
  const place = (name) => name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2;
  const found = [...lower.keys()].filter((name) => name.includes(wanted));
  return found.sort((a, b) => place(a) - place(b) || a.length - b.length).slice(0, MOST).map((name) => lower.get(name));
}

const choice = (value, name, words, canvas) => make("li", {}, make("button", {value}, canvas, make("span", {}, make("strong", {}, name), " ", make("span", {class: "small"}, words))));

function showNamed(names) {
  const found = matches(names, $("insert-name").value);
  $("named").replaceChildren(...found.map((name) => {
    const canvas = make("canvas", {class: "thumbnail", "aria-hidden": "true"});
    drawingOf(name).then(({drawing}) => thumbnail(canvas, drawing), () => {});
    return choice(NAMED + name, name, "", canvas);
  }));
}

// Let somebody choose an example, which is `shown`, or a pattern of the catalogue, which is `put`.
export async function chooseFromShelf(names, shown, put) {
  const offered = examples();
  $("examples").replaceChildren(...offered.map(({name, words, drawing}, index) => {
    const canvas = make("canvas", {class: "thumbnail", "aria-hidden": "true"});
    thumbnail(canvas, drawing);
    return choice(String(index), name, words, canvas);
  }));
  $("insert-name").value = "";
  $("insert-name").onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();  // the first button of the form is an example
    $("shelf").close("ok");
  };
  $("insert-name").oninput = later(() => showNamed(names), 150);
  showNamed(names);
  const answer = await choose($("shelf"));
  const name = answer.startsWith(NAMED) ? answer.slice(NAMED.length) : answer === "ok" ? $("insert-name").value.trim() : "";
  if (offered[answer]) shown(offered[answer]);
  else if (name) {
    try {
      put(await drawingOf(name));
    } catch (problem) {
      drawings.delete(name);
      say(problem.message, "problem");
    }
  }
}
