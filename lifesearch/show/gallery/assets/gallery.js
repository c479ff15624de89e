// The page: cards that are filled when they come near, one clock for all that can be seen.

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const CHOICES = data.facts.filter((fact) => fact.choice), ORDERED = data.facts.filter((fact) => fact.order);
const RANGE = data.facts.find((fact) => fact.range);
const BUDGET = 10;  // milliseconds of a frame for generations; the rest is for drawing
const visible = new Set();
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let playing = !calm;
let large = null;
let shown = [];
let before = 0;

function make(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
}

function makeButton(label, face, act) {
  const button = make("button", "quiet", face.startsWith("icon") ? "" : face);
  if (!button.textContent) button.append(make("i", face));
  button.type = "button";
  button.title = label;
  button.setAttribute("aria-label", label);
  button.onclick = act;
  return button;
}

// Cards

const watcher = new IntersectionObserver((changes) => {
  for (const {target, isIntersecting} of changes) {
    const card = target.card;
    if (isIntersecting) {
      fill(card);
      visible.add(card);
      card.player.stale = true;
    } else if (visible.delete(card)) card.canvas.width = card.canvas.height = 0;
  }
}, {rootMargin: "200px"});

const cards = data.items.map((item, order) => {
  const element = make("li", "card");
  const card = {item, order, element, words: [item.name, item.notes, item.code, ...Object.values(item.facts).map(([, words]) => words)].join(" ").toLowerCase()};
  element.card = card;
  element.append(make("div", "stage"), make("div", "body"));
  watcher.observe(element);
  return card;
});

function fill(card) {
  if (card.player) return;
  const [stage, body] = card.element.children;
  const open = make("button", "open");
  open.type = "button";
  open.setAttribute("aria-label", `${card.item.name}: open`);
  open.onclick = () => show(card);
  card.canvas = make("canvas");
  open.append(card.canvas);
  stage.append(open);
  card.player = new Player(card.item, card.canvas);
  card.toggle = makeButton("Play or pause", "icon", () => toggle(card));
  const row = make("div", "buttons");
  row.append(
    card.toggle,
    makeButton("One generation", "icon step", () => stepCard(card)),
    card.copy = makeButton("Copy RLE", "RLE", () => copy(card.item, card.copy)),
  );
  if (card.item.link) row.append(reference(make("a"), card.item));
  const name = make("h3", "", card.item.name);
  name.title = card.item.name;
  body.append(name, make("p", "", card.item.line), row);
  label(card);
}

function reference(link, item) {
  link.href = item.link;
  link.textContent = link.title = item.code;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}

function label(card) {
  const moves = playing && card.player.playing;
  card.toggle.firstChild.className = moves ? "icon pause" : "icon play";
  card.toggle.setAttribute("aria-pressed", String(moves));
}

function toggle(card) {
  const moves = playing && card.player.playing;
  card.player.playing = !moves;
  if (!moves && !playing) {
    for (const other of cards) if (other.player && other !== card) other.player.playing = false;
    playing = true;
  }
  cards.forEach((c) => c.player && label(c));
  labelAll();
}

function stepCard(card) {
  card.player.playing = false;
  card.player.rest = AFTER;
  card.player.advance();
  label(card);
}

async function copy(item, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(item.rle);
  } catch {
    const text = make("textarea");
    text.value = item.rle;
    (large ? $("detail") : document.body).append(text);
    text.select();
    done = document.execCommand("copy");
    text.remove();
    button.focus();
  }
  const label = button.dataset.label ||= button.textContent;
  button.textContent = done ? "Copied" : "Failed";
  setTimeout(() => { button.textContent = label; }, 1200);
}

// The clock

function tick(now) {
  const passed = Math.min(now - before, 250);
  before = now;
  const pause = 1000 / 2 ** $("speed").value;
  const players = large ? [large.player] : [...visible].map((card) => card.player);
  const start = performance.now();
  for (const player of players) {
    // Huge patterns slow down rather than the page.
    if (playing && performance.now() - start < BUDGET) player.play(passed, pause);
    player.draw();
  }
  if (large) $("generation").textContent = `generation ${large.player.generation}`;
  requestAnimationFrame(tick);
}

function labelAll() {
  $("play").textContent = playing ? "Pause" : "Play";
  $("play").setAttribute("aria-pressed", String(playing));
  if (large) $("detail-play").textContent = playing && large.player.playing ? "Pause" : "Play";
}

function toggleAll() {
  playing = !playing;
  if (playing) cards.forEach((card) => { if (card.player) card.player.playing = true; });
  cards.forEach((card) => card.player && label(card));
  labelAll();
}

// Search, filters, order

const ORDERS = {
  order: (card) => card.order,
  name: (card) => card.item.name.toLowerCase(),
  ...Object.fromEntries(ORDERED.map(({name}) => [name, ({item}) => amount(valueOf(item, name))])),
};

// A function, since it is needed above.
function valueOf(item, name) {
  return item.facts[name]?.[0];
}

// What is not known comes last; lists count by their length.
function amount(value) {
  return value === undefined ? Infinity : Array.isArray(value) ? value.length : value;
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

function natural(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b
    : String(a).localeCompare(String(b), "en", {numeric: true});
}

// A filter for a fact of which there are several values.
function prepare({name, label}) {
  const counts = new Map();
  for (const {item} of cards) {
    const value = valueOf(item, name);
    if (value !== undefined) counts.set(value, (counts.get(value) || 0) + 1);
  }
  const select = make("select"), field = make("label", "", `${capital(label)} `);
  select.id = name;
  select.addEventListener("input", arrange);
  field.append(select);
  $("range").before(field);
  select.append(new Option("Any", ""));
  for (const value of [...counts.keys()].sort(natural)) select.append(new Option(`${value} (${counts.get(value).toLocaleString("en")})`, value));
  field.hidden = counts.size < 2;
}

function arrange() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = CHOICES.map(({name}) => [name, $(name).value]).filter(([, value]) => value);
  const least = $("least").value === "" ? -1 : Number($("least").value);
  const most = $("most").value === "" ? Infinity : Number($("most").value);
  const key = ORDERS[$("sort").value];
  const sign = $("direction").getAttribute("aria-pressed") === "true" ? -1 : 1;
  shown = cards.filter(({item, words: text}) =>
    wanted.every(([name, value]) => String(valueOf(item, name) ?? "") === value)
    && valueOf(item, RANGE.name) >= least && valueOf(item, RANGE.name) <= most
    && words.every((word) => text.includes(word)));
  shown.sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return sign * (one < other ? -1 : one > other ? 1 : a.order - b.order);
  });
  $("cards").replaceChildren(...shown.map((card) => card.element));
  $("none").hidden = shown.length > 0;
  const all = cards.length.toLocaleString("en") + (cards.length === 1 ? " pattern" : " patterns");
  $("count").textContent = shown.length === cards.length ? all : `${shown.length.toLocaleString("en")} of ${all}`;
}

// One pattern in detail

function show(card) {
  fill(card);
  const {item} = card;
  const player = new Player(item, $("large"));
  large = {card, player};
  $("detail-name").textContent = item.name;
  $("facts").replaceChildren(...data.facts.filter((fact) => fact.shown && item.facts[fact.name]).map(({name, label}) => {
    const pair = make("div");
    pair.append(make("dt", "", capital(label)), make("dd", "", item.facts[name][1]));
    return pair;
  }));
  $("notes").textContent = item.notes || "";
  $("rle").textContent = item.rle;
  $("legend").replaceChildren(legend(item) ?? "");
  $("link").hidden = !item.link;
  if (item.link) reference($("link"), item);
  const place = shown.indexOf(card);
  $("previous").disabled = place <= 0;
  $("next").disabled = place < 0 || place >= shown.length - 1;
  labelAll();
  if (!$("detail").open) $("detail").showModal();
  $("large").focus({preventScroll: true});
}

function turn(by) {
  const card = shown[shown.indexOf(large.card) + by];
  if (card) show(card);
}

function zoom(factor) {
  large.player.zoom = Math.min(64, Math.max(1 / 64, large.player.zoom * factor));
  large.player.stale = true;
}

function playLarge() {
  const moves = playing && large.player.playing;
  if (!moves && !playing) toggleAll();
  large.player.playing = !moves;
  labelAll();
}

function stepLarge() {
  large.player.playing = false;
  large.player.rest = AFTER;
  large.player.advance();
  labelAll();
}

$("detail").addEventListener("close", () => {
  if (!large) return;  // it was closed and opened again before the event came
  const open = large.card.element.querySelector(".open");
  large = null;
  open.focus();
});
$("detail").addEventListener("click", (event) => { if (event.target === $("detail")) $("detail").close(); });
$("close").onclick = () => $("detail").close();
$("detail-play").onclick = playLarge;
$("detail-step").onclick = stepLarge;
$("detail-restart").onclick = () => large.player.restart();
$("in").onclick = () => zoom(1.5);
$("out").onclick = () => zoom(1 / 1.5);
$("previous").onclick = () => turn(-1);
$("next").onclick = () => turn(1);
$("detail-copy").onclick = () => copy(large.card.item, $("detail-copy"));
$("large").addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2); }, {passive: false});
$("large").addEventListener("pointerdown", (event) => $("large").setPointerCapture(event.pointerId));
$("large").addEventListener("pointermove", (event) => {
  if (!event.buttons || !large) return;
  const ratio = window.devicePixelRatio || 1;
  const size = large.player.cellSize($("large").width, $("large").height, ratio);
  large.player.pan[0] += event.movementX * ratio / size;
  large.player.pan[1] += event.movementY * ratio / size;
  large.player.stale = true;
});

// Keys

function move(card, key) {
  const columns = getComputedStyle($("cards")).gridTemplateColumns.split(" ").length;
  const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns}[key];
  const other = card ? shown[shown.indexOf(card) + by] : shown[0];
  if (!other) return;
  fill(other);
  other.element.querySelector(".open").focus();
  other.element.scrollIntoView({block: "nearest"});
}

document.addEventListener("keydown", (event) => {
  const {key, target} = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input, select, textarea")) {
    if (key === "Escape") {
      event.preventDefault(); // a browser would empty the field, and not say so
      target.blur();
    }
    return;
  }
  const card = target.closest?.(".card")?.card;
  const onButton = target.matches("button:not(.open), a");
  const acts = large ? {
    " ": onButton ? null : playLarge, ".": stepLarge, c: () => copy(large.card.item, $("detail-copy")),
    "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5),
    ArrowLeft: () => turn(-1), ArrowRight: () => turn(1), r: () => large.player.restart(),
  } : {
    "/": () => $("search").focus(),
    " ": onButton ? null : () => card ? toggle(card) : toggleAll(),
    ".": card && (() => stepCard(card)),
    c: card && (() => copy(card.item, card.copy)),
    "+": () => resize(20), "=": () => resize(20), "-": () => resize(-20),
    ...Object.fromEntries(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((arrow) => [arrow, () => move(card, arrow)])),
  };
  const act = acts[key.length === 1 ? key.toLowerCase() : key];
  if (!act) return;
  event.preventDefault();
  act();
});

// Looks

function resize(by) {
  $("size").value = Number($("size").value) + by;
  document.documentElement.style.setProperty("--card", `${$("size").value}px`);
  fit();
}

// All cards are equally high, and known to be: what happens in one moves no other.
function fit() {
  const width = parseFloat(getComputedStyle($("cards")).gridTemplateColumns);
  if (width) $("cards").style.setProperty("--row", `calc(${width}px + var(--words))`);
}
new ResizeObserver(fit).observe($("cards"));

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function paint() {
  readColours();
  for (const card of cards) if (card.player) card.player.stale = true;
  if (large) large.player.stale = true;
}

$("theme").onclick = () => {
  document.documentElement.dataset.theme = dark() ? "light" : "dark";
  try { localStorage.setItem("theme", document.documentElement.dataset.theme); } catch { /* a private window */ }
  paint();
};
try { document.documentElement.dataset.theme = localStorage.getItem("theme") || ""; } catch { /* a private window */ }
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
addEventListener("resize", paint);

$("tools").addEventListener("submit", (event) => event.preventDefault());
$("tools").addEventListener("reset", () => setTimeout(() => {
  $("direction").setAttribute("aria-pressed", "false");
  $("direction").textContent = "↓";
  resize(0);
  arrange();
}));
for (const name of ["search", "least", "most", "sort"]) $(name).addEventListener("input", arrange);
$("size").addEventListener("input", () => resize(0));
$("play").onclick = toggleAll;
$("anew").onclick = () => $("tools").reset();
$("direction").onclick = () => {
  const up = $("direction").getAttribute("aria-pressed") === "true";
  $("direction").setAttribute("aria-pressed", String(!up));
  $("direction").textContent = up ? "↓" : "↑";
  arrange();
};
$("more").onclick = () => {
  const open = $("filters").classList.toggle("open");
  $("more").setAttribute("aria-expanded", String(open));
};

CHOICES.forEach(prepare);
for (const {name, label} of ORDERED) if (cards.some(({item}) => valueOf(item, name) !== undefined)) $("sort").append(new Option(capital(label), name));
$("range").firstChild.textContent = capital(RANGE.label);
readColours();
if (matchMedia("(max-width: 640px)").matches) $("size").value = 150;
resize(0);
labelAll();
arrange();
requestAnimationFrame((now) => { before = now; tick(now); });
