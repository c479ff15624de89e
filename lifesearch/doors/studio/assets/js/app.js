// The page: its two halves, what the address says, and messages from the server.

import {Live, act, startingValues} from "./api.js";
import {AskForm} from "./ask.js";
import {Deducing} from "./deduce.js";
import {$, copy, later, make, say} from "./dom.js";
import {DrawPage, isTyping} from "./draw.js";
import {read} from "./drawing.js";
import {contentOf, setFiles} from "./files.js";
import {learn} from "./kinds.js";
import {codeOf, readCode} from "./link.js";
import {RunBar} from "./run.js";
import {chooseFromShelf} from "./shelf.js";
import {SearchList, SearchView} from "./watch.js";

const values = await startingValues();
setFiles(values.files, values.folder);
learn(values);

const questions = new WeakMap();
let form = null, deducing = null, shown = null, before = 0;
const keepNow = (options) => act("keep", {drawing: page.board.text, question: form.kept(), at: Date.now()}, options).catch(() => {});
const keepSoon = later(keepNow, 500);
const page = new DrawPage(() => { form?.checkSoon(); deducing?.soon(); keepSoon(); });
page.onrun = async () => (await form.aboutRule()).rule;
page.onshelf = () => chooseFromShelf(values.named, again, (told) => page.insert(told));
page.onrule = (rule) => ask({...form.kept(), rule});
page.onpicture = () => ask({...form.kept(), kind: "predecessor", where: "box", generations: "", closest: true});
page.onknown = () => form.check().then(() => run.identify(true));
if (values.drawing) page.board.startWith(read(values.drawing));
form = new AskForm(values, {
  drawing: () => page.board.text,
  changed: keepSoon,
  checked: ({group = [], motion = null, unused = "", rule}) => {
    page.board.setLikeness(unused ? {} : {group, motion});
    page.setUnused(unused);
    if (rule) page.setStates(rule.states);
    deducing?.soon();
    if (run.runner && run.runner.item.rule !== rule?.name) run.stop();
  },
  asked: (name) => { location.hash = `#search/${name}`; },
});

const run = new RunBar(page.board, () => form.aboutRule(), (like, rule) => form.lookFor(like, rule), (hint) => page.setRunning(hint));
deducing = new Deducing(page.board, () => form.question(), (...told) => page.setClash(...told));
page.board.addEventListener("undo", () => { if (questions.has(page.board.drawing)) form.load(questions.get(page.board.drawing)); });
form.start(values.question);
addEventListener("pagehide", () => keepNow({keepalive: true}));

const list = new SearchList();
const live = new Live(tell, (up) => { $("lost").hidden = up; });

// A message from the server: the list, or news of the search that is shown.
function tell(message) {
  if (message.searches) {
    list.show(message.searches);
    if (shown && !message.searches.some(({name}) => name === shown.name)) showSearch("");
  }
  if (message.search && shown?.name === message.search.name) shown.update(message.search, message.first, message.cards);
}

function showSearch(name) {
  list.choose(name);
  if (shown?.name === name && name) return;
  shown = null;
  $("detail").replaceChildren();
  live.watch(name);
  if (!name) {
    $("detail").append(make("p", {class: "hint"}, "Choose a search, or ", make("a", {href: "#draw"}, "draw and ask"), " something new. Searches continue when this page is closed."));
    return;
  }
  shown = new SearchView(name, {take, again, pictures: values.pictures});
  $("detail").append(shown.element);
}

// Draw an answer further: its cells are given, and can be changed.
async function take(item) {
  if (!await page.take({text: item.rle})) return;
  location.hash = "#draw";
  say(`${item.name} is drawn: all its cells are given`);
}

// A file that is dropped on the page is opened.
addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", async (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  location.hash = "#draw";
  await page.load(await contentOf(file));
});

// Draw a question once more, or an example.
function again({question, drawing}) {
  page.board.load(read(drawing));
  ask(question);
  location.hash = "#draw";
}

// A link to what is drawn and asked: it is in the part of the address that is sent to nobody.
$("copy-link").onclick = () => copy(new URL(`#ask/${codeOf(form.kept(), page.board.text)}`, location.href).href, $("copy-link"));

async function follow(code) {
  history.replaceState(null, "", "#draw");
  route();
  try {
    const {question, drawing} = readCode(code);
    if (!form.form(question.kind)) throw new Error("this studio does not know its question");
    again({question, drawing: (await act("read", {text: drawing})).drawing});
  } catch (problem) {
    say(`This link cannot be read: ${problem.message}`, "problem");
  }
}

// A drawing that was just loaded brings its question; undo brings back both that were before.
function ask(question) {
  const before = page.board.history.past.at(-1);
  if (before) questions.set(before, form.kept());
  questions.set(page.board.drawing, question);
  form.load(question);
}

// The address says which half is shown, so that a reload shows it again.
function route() {
  const [part, name = ""] = location.hash.slice(1).split("/");
  if (part === "ask") {
    follow(name);
    return;
  }
  const drawing = part !== "searches" && part !== "search";
  $("draw").hidden = !drawing;
  $("searches").hidden = drawing;
  for (const [id, on] of [["to-draw", drawing], ["to-searches", !drawing]]) on ? $(id).setAttribute("aria-current", "page") : $(id).removeAttribute("aria-current");
  document.body.dataset.part = drawing ? "draw" : name ? "search" : "searches";
  if (drawing) page.board.fit();
  else showSearch(decodeURIComponent(name));
}

$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  if ($("draw").hidden) history.replaceState(null, "", "#draw");
  route();
  $("board").focus();
});
addEventListener("keydown", (event) => {
  if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "?") $("keys").showModal();
  else if ($("draw").hidden) return;
  else if (!run.press(key, event.target)) {  // letters and digits are for the drawing, wherever the focus is
    if (event.target !== $("board") && key.length === 1 && key !== " ") page.press(event);
    return;
  }
  event.preventDefault();
});
addEventListener("hashchange", route);
route();

// Light or dark, as in the system, or as chosen here.
function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  page.board.view.readColours();
  page.board.refresh();
  run.refresh();
  shown?.gallery.stale();
}
$("theme").onclick = () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  setTheme(now === "dark" ? "light" : "dark");
};
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme());

function tick(now) {
  shown?.tick(now, Math.min(now - before, 250));
  run.tick(Math.min(now - before, 250));
  before = now;
  requestAnimationFrame(tick);
}
requestAnimationFrame(tick);
document.documentElement.dataset.ready = "true";

// For tests and the curious.
globalThis.studio = {page, form, run, deducing, live, list, shown: () => shown};
