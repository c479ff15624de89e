// Searches: the list of all, and one of them in full, as it goes on.

import {act, downloadAddress} from "./api.js";
import {commandWords, stepList} from "./ask.js";
import {$, copy, duration, make, plural, say} from "./dom.js";
import {confirm} from "./files.js";
import {Gallery} from "./keep.js";
import {formOf} from "./kinds.js";
import {Look, drawBoard} from "./look.js";
import {boxPlot, linePlot, rates} from "./plots.js";

const SENTENCES = 4;  // the last ones, which are shown
// Milliseconds of a generation, by the speed.
const PAUSES = [1000, 500, 300, 160, 80, 40, 20], USUAL_SPEED = 3;
const STATES = {running: "running", finished: "finished", stopped: "stopped", "time limit": "out of time", failed: "failed"};

// Set a text, if it is another one: what is read aloud should not be read again.
function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export class SearchList {
  constructor(open) {
    this.open = open;
    this.chosen = "";
  }

  show(searches) {
    this.searches = searches;
    const running = searches.filter(({state}) => state === "running").length;
    $("badge").hidden = !searches.length;
    put($("badge"), running ? `${running} running` : String(searches.length));
    const items = searches.map((search) => make("li", {}, make("a", {
      href: `#search/${search.name}`, class: "entry", "aria-current": search.name === this.chosen ? "true" : undefined,
    }, make("span", {class: "words"}, search.title), make("span", {class: "small"}, badge(search.state), ` ${summary(search)} · no. ${parseInt(search.name, 10)}`))));
    const focused = document.activeElement?.getAttribute?.("href");
    $("list").replaceChildren(make("h2", {}, "All searches"), searches.length ? make("ul", {}, ...items) : make("p", {class: "hint"}, "There are no searches yet."));
    if (focused) $("list").querySelector(`[href="${CSS.escape(focused).replace("\\#", "#").replaceAll("\\/", "/")}"]`)?.focus();
  }

  choose(name) {
    this.chosen = name;
    if (this.searches) this.show(this.searches);
  }
}

// What solvers count, in a word that says what it is.
const wordOf = (unit = "conflict") => unit === "conflict" ? "dead end" : unit;

function badge(state) {
  return make("span", {class: "badge", "data-state": state}, STATES[state] ?? state);
}

// How many there are of what a kind of question finds; empty if there is nothing to say yet.
const foundWords = (kind, found) => {
  const {found: [thing, which] = [], endless} = formOf(kind);
  if (thing && (found || endless)) return `${plural(found, thing)}${which}`;
  return found ? `${found.toLocaleString("en")} found` : "";
};

const summary = ({found, proved, kind, state}) => {
  const words = foundWords(kind, found);
  if (words) return words;
  return proved ? "proved: none" : state === "running" ? "nothing yet" : "undecided so far";
};

// One search: its parts are made once, and changed as it goes on.
export class SearchView {
  constructor(name, {take, again, pictures}) {
    this.name = name;
    this.gallery = new Gallery(name, take, pictures);
    this.look = new Look("What the search is doing");
    this.again = again;
    this.at = 0;
    this.make();
  }

  make() {
    const button = (words, run, kind = "") => make("button", {type: "button", class: kind, onclick: () => this.run(run)}, words);
    this.title = make("h2", {id: "search-title"});
    this.state = make("p", {class: "state-line", role: "status"});
    this.clock = make("span", {class: "number"});
    this.stop = button("Stop", () => act("stop", {name: this.name}), "primary");
    this.start = button("Continue", () => act("start", {name: this.name}), "primary");
    this.more = button("Find another", () => act("start", {name: this.name, more: 1}), "primary");
    this.redraw = button("Ask again", () => this.again({question: this.view.question, drawing: this.view.question.drawing}));
    this.removing = button("Remove", () => this.remove());
    this.verdict = make("div", {class: "verdict", role: "status"});
    this.proof = make("div", {class: "row proof"});
    this.steps = make("div", {class: "panel", hidden: true});
    this.speed = make("input", {type: "range", min: 0, max: PAUSES.length - 1, value: USUAL_SPEED, "aria-label": "Speed of the answers", oninput: () => { this.gallery.pause = PAUSES[Number(this.speed.value)]; }});
    this.numbers = make("div", {class: "panel numbers"});
    this.workers = make("ul", {class: "workers"});
    this.solvers = make("details", {hidden: true}, make("summary", {}, "Solvers"), make("ul", {class: "workers"}));
    this.bar = make("progress", {max: 1, hidden: true, "aria-label": "Done of all"});
    this.looking = make("figure", {class: "panel look-panel", hidden: true}, this.look.canvas, make("figcaption"));
    this.decided = make("figure", {class: "panel look-panel", hidden: true}, make("canvas", {class: "look", role: "img", "aria-label": "Decided cells"}), make("figcaption"));
    this.boxes = make("figure", {class: "panel", hidden: true});
    this.table = make("div", {class: "panel table", hidden: true, tabindex: "0", role: "region", "aria-label": "Table"});
    this.foundTitle = make("h3", {}, "Found");
    this.exports = make("div", {class: "row"},
      make("a", {class: "button", href: downloadAddress(this.name, "page.html"), download: ""}, "Page of all"),
      make("a", {class: "button", href: downloadAddress(this.name, "patterns.rle"), download: ""}, "RLE of all"));
    this.command = make("code", {tabindex: "0", role: "region", "aria-label": "Command line"});
    this.resume = make("code", {tabindex: "0", role: "region", "aria-label": "Command to continue"});
    const copied = (code) => make("div", {class: "code"}, code, make("button", {type: "button", onclick: (event) => copy(code.textContent, event.currentTarget)}, "Copy"));
    this.plotRate = make("figure", {class: "small-plot"}, make("figcaption"), make("div"));
    this.plotFound = make("figure", {class: "small-plot"}, make("figcaption"), make("div"));
    this.numbers.append(this.plotRate, this.plotFound, this.bar, this.workers, this.solvers);
    this.element = make("div", {class: "search"},
      make("div", {class: "head"}, make("div", {}, this.title, make("div", {class: "row state-row"}, this.state, this.clock)), make("div", {class: "row"}, this.stop, this.start, this.more, this.redraw, this.removing)),
      this.verdict, this.proof,
      make("div", {class: "panels"}, this.looking, this.numbers, this.steps, this.decided, this.boxes, this.table),
      make("div", {class: "row found-row"}, this.foundTitle, make("span", {class: "gap"}), this.moving = make("label", {class: "speed"}, "Speed", this.speed), this.exports),
      this.gallery.element,
      make("details", {class: "commands"}, make("summary", {}, "On the command line"), copied(this.command), make("p", {class: "hint"}, "To continue there, after it is stopped here:"), copied(this.resume),
        make("p", {}, make("a", {href: downloadAddress(this.name, "search.session"), download: ""}, "Download the session"))));
  }

  async run(what) {
    try {
      await what();
    } catch (problem) {
      say(problem.message, "problem");
    }
  }

  async remove() {
    const words = `${this.view.title}: all its results will be removed.`;
    if (!await confirm({title: "Remove this search?", words, ok: "Remove"})) return;
    await act("remove", {name: this.name});
    location.hash = "#searches";
  }

  // The newest message from the server; answers from number `first` on.
  update(view, first, cards) {
    this.view = view;
    this.at = performance.now();
    const {state} = view, running = state === "running", {endless} = formOf(view.kind);
    put(this.title, view.title);
    if (this.shownState !== state) {
      this.shownState = state;
      this.state.replaceChildren(badge(state));
    }
    this.element.dataset.found = String(!running && view.found > 0 && !endless);
    this.stop.hidden = !running;
    this.start.hidden = running || (state === "finished");
    this.more.hidden = running || state !== "finished" || view.proved || !view.found || endless;
    this.showVerdict(view);
    this.showProof(view);
    this.showSteps(view, running);
    this.showLook(view, running);
    this.showNumbers(view, running);
    this.showBoard(view, running);
    this.showTable(view);
    for (const [code, words] of [[this.command, view.command], [this.resume, view.resume]]) if (code.textContent !== words) code.replaceChildren(...commandWords(words));
    if (cards.length || first < this.gallery.cards.length) this.gallery.put(first, cards);
    const shown = view.answers < view.found ? `, the first ${view.answers.toLocaleString("en")} are shown` : "";
    const words = foundWords(view.kind, view.found);
    put(this.foundTitle, words ? `${words}${shown}` : running ? "Nothing found yet" : view.proved ? "Nothing found: proved" : "Undecided so far: nothing found");
    this.exports.hidden = this.moving.hidden = !view.answers;
    this.tickClock();
  }

  showVerdict(view) {
    const sentences = view.state === "failed" ? [`failed: ${view.why}`] : view.sentences;
    const key = JSON.stringify([sentences, view.state]);
    if (key === this.verdictKey) return;
    this.verdictKey = key;
    const isProof = (words) => /^(\d[\d,]* found; )?proved/.test(words);
    const last = sentences.findLast(isProof);
    const kind = (words) => words === last ? "proved" : /^failed/.test(words) ? "problem" : "small";
    const shown = sentences.slice(-SENTENCES);
    if (last && !shown.includes(last)) shown.unshift(last);
    this.verdict.replaceChildren(...shown.map((words) => make("p", {class: kind(words)}, words)));
  }

  // What is being tried, while it is.
  showSteps({steps}, running) {
    this.steps.hidden = !running || !steps?.length;
    const key = JSON.stringify(steps);
    if (this.steps.hidden || key === this.stepsKey) return;
    this.stepsKey = key;
    this.steps.replaceChildren(...stepList(steps));
  }

  showProof({proved, proof, state, kind}) {
    const key = JSON.stringify([proved, proof, state]);
    if (key === this.proofKey) return;
    this.proofKey = key;
    this.proof.hidden = !proved || !formOf(kind).provable;
    const parts = {
      "": () => [make("button", {type: "button", onclick: () => this.run(() => act("prove", {name: this.name}))}, "Write the proof"), make("span", {class: "hint"}, "Repeats the search and writes a proof that other programs can check.")],
      running: () => [make("span", {class: "hint"}, "The proof is being written …")],
      ready: () => [make("a", {class: "button", href: downloadAddress(this.name, "proof.zip"), download: ""}, "Download the proof"), make("span", {class: "hint"}, "Check it with lifesearch check, or with other programs: its README says how.")],
    };
    this.proof.replaceChildren(...(parts[proof] ?? (() => [make("span", {class: "hint"}, proof)]))());
  }

  showLook(view, running) {
    const picture = view.glimpse && running ? view.glimpse : view.partial;
    this.looking.hidden = !picture || (!running && Boolean(view.found));
    if (this.looking.hidden) return;
    this.look.show(picture);
    put(this.looking.lastChild, picture.words ?? `Longest partial result so far: ${plural(picture.rows, "row")}`);
  }

  showBoard({board}, running) {
    this.decided.hidden = !board?.cells || !running;
    if (this.decided.hidden || board.decided === this.decidedCells) return;
    this.decidedCells = board.decided;
    drawBoard(this.decided.firstChild, board.grids);
    put(this.decided.lastChild, `${board.decided.toLocaleString("en")} of ${plural(board.cells, "cell")} are determined by the given ones`);
  }

  showNumbers(view, running) {
    const {progress, series, boxes} = view;
    this.numbers.hidden = !series.length || !(progress.count || running);
    const key = JSON.stringify([series.length, series.at(-1), progress.count, running]);
    if (series.length && this.points !== key) {
      this.points = key;
      const unit = wordOf(progress.unit), some = rates(series);
      const rate = some.length ? some[some.length - 1][1] : 0;
      put(this.plotRate.firstChild, `${running ? `${Math.round(rate).toLocaleString("en")} ` : ""}${unit}s a second`);
      this.plotRate.lastChild.replaceChildren(linePlot(some, `${unit}s a second`));
      put(this.plotFound.firstChild, plural(progress.count ?? 0, unit));
      this.plotFound.lastChild.replaceChildren(linePlot(series.map(([t, n]) => [t, n]), `${unit}s over time`));
      this.plotRate.hidden = some.length < 2;
      this.plotFound.hidden = series.length < 2 || !progress.count;
    }
    const inWords = ({place, how, count}) => [place, how, plural(count, wordOf(progress.unit))].filter(Boolean).join(" · ");
    const workers = running ? progress.workers ?? [] : [];
    const lines = workers.filter(({place, how}) => place && !how).map(inWords);
    const solvers = workers.filter(({how}) => how).map(inWords);
    if (progress.note) lines.unshift(progress.note);
    this.bar.hidden = !running || typeof progress.share !== "number";
    if (!this.bar.hidden) this.bar.value = progress.share;
    if (progress.more) (solvers.length ? solvers : lines).push(`and ${progress.more} more`);
    const says = lines.length || solvers.length || !this.bar.hidden;
    if (this.plotRate.hidden && this.plotFound.hidden && !(running && says)) this.numbers.hidden = true;
    this.workers.replaceChildren(...(running ? lines : []).map((words) => make("li", {}, words)));
    this.solvers.hidden = !solvers.length;
    this.solvers.lastChild.replaceChildren(...solvers.map((words) => make("li", {}, words)));
    this.boxes.hidden = boxes.length < 2 || boxes.every(([, h]) => !h);
    if (!this.boxes.hidden && this.boxCount !== boxes.length) {
      this.boxCount = boxes.length;
      this.boxes.replaceChildren(boxPlot(boxes.filter(([, h]) => h)), make("figcaption", {}, "Boxes proved empty, width by height"));
    }
  }

  showTable({table}) {
    this.table.hidden = !table;
    const key = JSON.stringify(table);
    if (!table || key === this.tableKey) return;
    this.tableKey = key;
    if (table.times) this.gallery.setTimes(new Map(Object.entries(table.times)));
    const kind = ({name, align}) => `${name} ${align === "right" ? "number" : ""}`;
    this.table.replaceChildren(make("table", {}, table.title ? make("caption", {}, table.title) : "",
      make("thead", {}, make("tr", {}, ...table.columns.map(({label}) => make("th", {scope: "col"}, label)))),
      make("tbody", {}, ...table.rows.map((row) => make("tr", {}, ...row.map((text, i) => make("td", {class: kind(table.columns[i])}, text)))))));
  }

  // The clock goes on between two messages.
  tickClock() {
    const {state, seconds} = this.view;
    put(this.clock, duration(seconds + (state === "running" ? (performance.now() - this.at) / 1000 : 0)));
  }

  tick(now, passed) {
    this.gallery.tick(passed);
    this.look.tick(now);
    if (this.view && Math.floor(now / 1000) !== this.second) {
      this.second = Math.floor(now / 1000);
      this.tickClock();
    }
  }
}
