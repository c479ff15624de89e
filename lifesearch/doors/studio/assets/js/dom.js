// Small helpers for the page: elements, messages, texts.

export const $ = (id) => document.getElementById(id);

// An element with attributes and children; texts are always texts, never markup.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Show a message on the screen, and announce it to screen readers.
let hiding = 0;
export function say(words, kind = "") {
  const place = $("message");
  place.textContent = words;
  place.dataset.kind = kind;
  place.hidden = !words;
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, kind === "problem" ? 9000 : 4000);
}

export async function copy(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", {"aria-label": "Text to copy"});
    area.value = text;
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
    button?.focus();
  }
  say(done ? "Copied" : "Could not copy", done ? "" : "problem");
  return done;
}

export const plural = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

export function duration(seconds) {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// Call a function when nothing has happened for a moment.
export function later(act, milliseconds) {
  let waiting = 0;
  return (...words) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => act(...words), milliseconds);
  };
}
