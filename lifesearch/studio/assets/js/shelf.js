// Patterns to begin with: some drawings with their questions, and the catalogue by name.

import {act} from "./api.js";
import {$, make, say} from "./dom.js";
import {choose} from "./files.js";

const EXAMPLES = [
  {
    name: "An oscillator from its rotor", words: "Which period-3 oscillator has these cells? The jam.",
    question: {kind: "oscillator", where: "box", period: "3", count: "all"},
    drawing: "???????\n???????\n????.o?\n???..?.\n???.?o?\n??o..??\n????o??",
  },
  {
    name: "An eater", words: "What stable pattern of 7 cells eats this glider?",
    question: {kind: "oscillator", where: "box", period: "6", population: "=7"},
    drawing: "...~~~~~\n...~~~~~\n...~~~~~\n...~~~~~\n...~~~~~\nooo.....\n..o.....\n.o......",
  },
  {
    name: "A tagalong", words: "What can four lightweight spaceships pull along?",
    question: {kind: "spaceship", where: "box", velocity: "2c/4", count: "all"},
    drawing: `${"...............\n".repeat(3)}.ooo.......ooo.\n.o..o.....o..o.\n.o...........o.\n.o...........o.\n..o.o?????o.o..\n${".....?????.....\n".repeat(3)}..ooo.....ooo..\n.o..o.....o..o.\n....o.....o....\n....o.....o....\n.o.o.......o.o.\n...............\n...............`,
  },
  {
    name: "A shuttle", words: "Which two blocks send the queen bee back, again and again?",
    question: {kind: "catalyse", where: "box", period: "30", of: "block", area: "24x12"},
    drawing: ["oo..", "..o.", "...o", "...o", "...o", "..o.", "oo.."].map((row) => `..${row}..`).join("\n"),
  },
];

// Let somebody choose an example, which is `shown`, or a pattern of the catalogue, which is `put`.
export async function chooseFromShelf(names, shown, put) {
  $("examples").replaceChildren(...EXAMPLES.map(({name, words}, index) => make("li", {}, make("button", {value: String(index)}, make("strong", {}, name), " ", make("span", {class: "small"}, words)))));
  if (!$("names-list").children.length) $("names-list").append(...names.map((value) => make("option", {value})));
  $("insert-name").value = "";
  const answer = await choose($("shelf"));
  if (EXAMPLES[answer]) shown(EXAMPLES[answer]);
  else if (answer === "ok" && $("insert-name").value.trim()) {
    try {
      put(await act("read", {named: $("insert-name").value.trim()}));
    } catch (problem) {
      say(problem.message, "problem");
    }
  }
}
