// What was found: a gallery of cards that move, each with what can be done with it.

/* global AFTER, Player, data, legend, readColours */

import {act, downloadAddress} from "./api.js";
import {copy, make, say} from "./dom.js";
import {confirm} from "./files.js";

const PAUSE = 160;  // milliseconds of a generation at the usual speed
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

// Plays generations that the rule alone would not give: some cells are exempt.
class FramePlayer {
  constructor(card, canvas) {
    this.frames = card.frames.map((frame) => frame.split("\n"));
    this.canvas = canvas;
    this.generation = 0;
    this.due = 0;
    this.playing = true;
    this.stale = true;
  }

  play(milliseconds, pause) {
    if (!this.playing) return;
    this.due += milliseconds;
    if (this.due < 3 * pause) return;  // frames are few: each is shown for three generations
    this.due = 0;
    this.advance();
  }

  advance() {
    this.generation = (this.generation + 1) % this.frames.length;
    this.stale = true;
  }

  draw() {
    const {canvas} = this, ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (!this.stale && canvas.width === width) return;
    canvas.width = width;
    canvas.height = height;
    this.stale = false;
    const rows = this.frames[this.generation], style = getComputedStyle(document.documentElement);
    const size = Math.max(1, Math.floor(Math.min(width / (rows[0].length + 2), height / (rows.length + 2), 24 * ratio)));
    const x0 = Math.round((width - rows[0].length * size) / 2), y0 = Math.round((height - rows.length * size) / 2);
    const pen = canvas.getContext("2d", {alpha: false});
    pen.fillStyle = style.getPropertyValue("--ground");
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = style.getPropertyValue("--cell");
    rows.forEach((row, y) => [...row].forEach((letter, x) => { if (letter === "O") pen.fillRect(x0 + x * size, y0 + y * size, size - 1, size - 1); }));
  }
}

export class Gallery {
  // `take` draws a pattern further; `pictures` are the kinds that can be downloaded.
  constructor(name, take, pictures) {
    this.name = name;
    this.take = take;
    this.pictures = pictures;
    this.pause = PAUSE;
    this.times = new Map();
    this.cards = [];
    this.visible = new Set();
    this.element = make("ul", {class: "cards", "aria-label": "Found patterns"});
    this.watcher = new IntersectionObserver((changes) => {
      for (const {target, isIntersecting} of changes) {
        if (isIntersecting) this.visible.add(this.fill(target.card));
        else this.visible.delete(target.card);
      }
    }, {rootMargin: "150px"});
  }

  // Cards from number `first` on; those after it are replaced.
  put(first, items) {
    for (const card of this.cards.splice(first)) {
      this.visible.delete(card);
      card.element.remove();
    }
    items.forEach((item, index) => {
      const element = make("li", {class: "card"});
      const card = element.card = {item, number: first + index, element};
      this.cards.push(card);
      this.element.append(element);
      this.order(card);
      this.watcher.observe(element);
    });
  }

  // How often each kind of object was there: the commonest come first.
  setTimes(times) {
    this.times = times;
    for (const card of this.cards) this.order(card);
  }

  order({item, element, often}) {
    const times = this.times.get(item.code);
    if (times) element.style.order = -times;
    if (times && often) often.textContent = `${times.toLocaleString("en")} ×`;
  }

  fill(card) {
    if (card.player) {
      card.player.stale = true;
      return card;
    }
    const {item, element} = card;
    if (item.table) data.rules[item.rule] = item.table;
    card.canvas = make("canvas", {role: "img", "aria-label": `${item.name}, moving`});
    const button = (words, label, run) => make("button", {type: "button", class: "quiet", "aria-label": `${words}: ${label}, ${item.name}`, title: label, onclick: run}, words);
    const pause = button(calm ? "Play" : "Pause", "Play or pause", () => {
      card.player.playing = !card.player.playing;
      pause.textContent = card.player.playing ? "Pause" : "Play";
      pause.setAttribute("aria-label", `${pause.textContent}: ${item.name}`);
    });
    const step = button("Step", "One generation further", () => {
      if (card.player.playing) pause.click();
      card.player.rest = AFTER;
      card.player.advance();
    });
    const code = item.code && !item.link ? make("span", {class: "apgcode", title: item.code}, item.code) : item.code && make("a", {href: item.link, target: "_blank", rel: "noopener noreferrer", class: "apgcode", title: `${item.code}, on Catagolue`}, item.code);
    element.append(
      make("div", {class: "stage"}, card.canvas),
      make("div", {class: "body"},
        make("h4", {title: item.name}, item.name),
        make("p", {title: item.summary}, card.often = make("span", {class: "times"}), " ", item.line),
        legend(item) ?? "",
        make("details", {}, make("summary", {}, "Facts"), make("dl", {}, ...(item.details ?? []).flatMap(([, label, , words]) => [make("dt", {}, label), make("dd", {}, words)]))),
        make("div", {class: "buttons"}, code || ""),
        make("div", {class: "buttons"},
          pause,
          step,
          button("Copy RLE", "Copy as text for other programs", (event) => copy(item.rle, event.currentTarget)),
          button("Draw", "Load this pattern into the drawing", () => this.take(item))),
        make("div", {class: "buttons"}, ...this.pictures.map((kind) => make("a", {href: downloadAddress(this.name, `picture.${kind}`, card.number), download: "", "aria-label": `${kind.toUpperCase()}: a picture of ${item.name}`, title: `A picture, as ${kind.toUpperCase()}${kind === "png" ? "" : ", which moves"}`}, kind.toUpperCase())),
          button("Add to catalogue", "Keep it in your own catalogue", () => this.remember(card)))));
    this.order(card);
    readColours();
    card.player = item.frames ? new FramePlayer(item, card.canvas) : new Player(item, card.canvas);
    card.player.playing = !calm;
    return card;
  }

  async remember(card) {
    const chosen = await confirm({title: "Add to your catalogue", words: `${card.item.summary}. Without a name it is listed by a description.`, ok: "Add", name: ""});
    if (!chosen) return;
    try {
      say((await act("remember", {name: this.name, answer: card.number, as: chosen.name})).words);
    } catch (problem) {
      say(problem.message, "problem");
    }
  }

  tick(passed) {
    for (const card of this.visible) {
      card.player.play(passed, this.pause);
      card.player.draw();
    }
  }

  stale() {
    readColours();
    for (const card of this.cards) if (card.player) card.player.stale = true;
  }
}
