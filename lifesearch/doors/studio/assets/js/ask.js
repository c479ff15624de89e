// The form: what is asked, as far as it makes sense together. The server says which fields there
// are, what they may be, what is wrong, and the command line that asks the same.

import {act} from "./api.js";
import {$, copy, later, make, say} from "./dom.js";
import {engineOf} from "./kinds.js";

const PLACES_EXPLAINED = {
  box: "Every generation fits in the drawn box.", any: "Boxes of any size are tried; the drawing is not used.",
  strip: "As wide as you say, and as long as it needs to be; the drawing is not used.",
};
const PLACES = {box: "In the box", any: "Any size", strip: "In a strip"};
const VELOCITIES = ["c/2", "c/3", "c/4", "c/4 diagonal", "c/5", "2c/5", "c/6", "c/5 diagonal", "(2,1)c/6", "c/7"];
const SYMMETRY_WORDS = {
  C1: "none (C1)", none: "none", even: "mirror-symmetric, even", odd: "mirror-symmetric, odd", gutter: "mirror-symmetric, gutter", glide: "glide",
};

// How fields look, beyond what the server's table of options says of them; `more` ones are behind
// "More conditions", `advanced` ones behind "Advanced"; so are all that are not here, but for those
// that `--help` shows.
const FIELDS = {
  period: {usual: "3"},
  window: {usual: "3x3", placeholder: "such as 4x3"},
  rule_class: {list: ["outer-totalistic", "isotropic", "no-survival", "hexagonal", "von-neumann", "outer-totalistic-b0", "isotropic-b0"], usual: "outer-totalistic"},
  cells: {placeholder: "5"},
  max_period: {placeholder: "60"},
  only: {choices: [["", "ships and oscillators"], ["spaceships", "ships"], ["oscillators", "oscillators"]]},
  random: {more: true},
  states: {placeholder: "2", more: true},
  min_period: {placeholder: "3"},
  catalyst: {placeholder: "such as block, eater 1", wide: true},
  area: {placeholder: "40x40"},
  velocity: {list: VELOCITIES, usual: "c/4"},
  generations: {placeholder: "as drawn"},
  recovery: {placeholder: "20", more: true},
  transparent: {more: true},
  debris: {more: true},
  keep_apart: {placeholder: "3", advanced: true},
  width: {usual: "8"},
  rule: {list: "rules", usual: "B3/S23"},
  symmetry: {choices: "symmetries"},
  transform: {choices: "transforms", more: true, wide: true},
  any_period: {advanced: true},
  torus: {more: true},
  population: {placeholder: "such as <=20", more: true},
  population_of: {choices: [["first", "generation 0; for the best ship, its best one"], ["all", "all generations"], ["min", "the smallest generation"], ["max", "the largest generation"]], advanced: true},
  best: {choices: [["", "no, any will do"], ["least population", "least population"], ["smallest box", "smallest box"], ["largest population", "largest population"]], more: true, wide: true},
  max_length: {more: true},
  max_area: {advanced: true},
  connected: {more: true},
  new: {more: true},
  pad: {placeholder: "1", more: true},
  orphan: {more: true},
  closest: {more: true},
  seed: {placeholder: "any", advanced: true},
  count: {choices: [["", "the first one"], ["10", "10"], ["100", "100"], ["all", "all, with a proof"]], spending: true},
  time_limit: {choices: [["", "no limit"], ["1m", "1 minute"], ["10m", "10 minutes"], ["1h", "1 hour"], ["8h", "8 hours"]], spending: true},
  jobs: {choices: "cores", spending: true},
  cluster: {placeholder: "such as ray://host:10001", advanced: true, wide: true},
};

const FITTING = {
  Id: "as it was", R90: "rotated by 90°", R180: "rotated by 180°", R270: "rotated by 270°", "F|": "mirrored left-right", "F-": "mirrored up-down", "F\\": "mirrored diagonally \\", "F/": "mirrored diagonally /",
};

export class AskForm {
  // `drawing` gives the text of the drawing, `checked` gets what the server says, `asked` the name;
  // `changed` is called when the question changes.
  constructor(values, {drawing, checked, asked, changed}) {
    this.values = values;
    this.drawing = drawing;
    this.checked = checked;
    this.asked = asked;
    this.inputs = {};
    this.told = {};
    this.makeChoices();
    this.makeFields();
    this.checkSoon = later(() => this.check(), 180);
    this.number = 0;
    $("ask").addEventListener("input", () => { this.explain(); this.checkSoon(); changed(); });
    $("ask").addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    $("copy-command").onclick = () => copy($("command").textContent, $("copy-command"));
  }

  // Begin with the question of the last visit.
  start(question) {
    if (question?.kind) this.load(question);
    else this.check();
  }

  // What is asked, to be shown again at the next visit.
  kept() {
    const {drawing, ...question} = this.question();
    return question;
  }

  // Ask for patterns of the same kind as one that was identified.
  lookFor({kind, period, velocity}, rule) {
    this.load({kind: kind.replace(" ", "-"), where: "any", period: String(period ?? ""), velocity: velocity ?? "", rule});
  }

  makeChoices() {
    const radio = (group, name, value, words) => make("label", {class: "choice"}, make("input", {type: "radio", name: group, value, class: "hidden"}), words);
    $("kinds").append(...this.values.forms.map(({name, label}) => radio("kind", name, name, label)));
    $("places").append(...Object.entries(PLACES).map(([value, words]) => radio("where", value, value, words)));
    this.choose("kind", "oscillator");
    this.choose("where", "box");
  }

  choose(group, value) {
    const input = $("ask").querySelector(`input[name="${group}"][value="${value}"]`);
    if (input) input.checked = true;
    this.explain();
  }

  explain() {
    const {kind, where} = this.chosen();
    $("kind-help").textContent = this.form(kind)?.words ?? "";
    $("place-help").textContent = $("places").hidden ? "" : PLACES_EXPLAINED[where] ?? "";
  }

  chosen() {
    const one = (name) => $("ask").querySelector(`input[name="${name}"]:checked`)?.value;
    return {kind: one("kind"), where: one("where")};
  }

  makeFields() {
    const others = Object.keys(this.values.fields).filter((name) => !(name in FIELDS) && name !== "everything");
    for (const name of [...Object.keys(FIELDS), ...others]) {
      const id = `field-${name}`;
      const {label: words, help: title, flag, least, usual, example} = this.values.fields[name];
      const field = {...FIELDS[name] ?? {advanced: !usual, placeholder: example}, flag};
      let input;
      if (field.flag) input = make("input", {type: "checkbox", id, title});
      else if (field.choices) input = make("select", {id, title});
      else input = make("input", {id, type: least === null ? "text" : "number", min: least ?? undefined, placeholder: field.placeholder, title, spellcheck: "false"});
      if (Array.isArray(field.choices)) setChoices(input, field.choices);
      if (field.choices === "cores") setChoices(input, [["", `all ${this.values.cores}`], ...Array.from({length: this.values.cores}, (_, i) => [String(i + 1), String(i + 1)])]);
      if (field.list) {
        const list = make("datalist", {id: `${id}-list`}, ...(field.list === "rules" ? this.values.rules : field.list).map((value) => make("option", {value})));
        input.setAttribute("list", list.id);
        $("ask").append(list);
      }
      if (field.usual) input.value = field.usual;
      const help = make("p", {class: "help", id: `${id}-help`, hidden: true}, title);
      const why = make("button", {type: "button", class: "why", "aria-label": `What is "${words}"?`, "aria-expanded": "false", "aria-controls": help.id, onclick: () => {
        help.hidden = !help.hidden;
        why.setAttribute("aria-expanded", String(!help.hidden));
      }}, "?");
      const label = field.flag
        ? make("div", {class: "check field"}, input, make("label", {for: id}, words), why, help)
        : make("div", {class: field.wide ? "field wide" : "field"}, make("span", {class: "named"}, make("label", {for: id}, words), why), input, help);
      $(field.spending ? "spending" : field.more ? "conditions" : field.advanced ? "advanced-fields" : "fields").append(label);
      this.inputs[name] = {input, label, field};
    }
  }

  // What is asked, as the server takes it.
  question() {
    const sent = {...this.chosen(), drawing: this.drawing()};
    for (const [name, {input, field, label}] of Object.entries(this.inputs)) {
      if (label.hidden) continue;
      sent[name] = field.flag ? input.checked : input.value;
    }
    return sent;
  }

  // Show a question that was asked before.
  load(question) {
    this.choose("kind", this.kind = question.kind);
    this.choose("where", question.where);
    for (const [name, {input, field, label}] of Object.entries(this.inputs)) {
      if (question[name]) label.hidden = false;  // what is hidden is not asked
      if (field.flag) input.checked = question[name] === true;
      else if (field.choices) {
        if (question[name] && ![...input.options].some((option) => option.value === question[name])) input.append(make("option", {value: question[name]}, question[name]));
        input.value = question[name] ?? (name === "symmetry" ? "C1" : name === "transform" ? "Id" : name === "population_of" ? "first" : "");
      } else {
        input.type = "text";  // which takes more than one number; the check says what it is
        input.value = question[name] ?? (name === "rule" ? field.usual : "");
      }
    }
    this.check();
  }

  // Whether the server has answered to the question as it is now.
  get isChecked() {
    return JSON.stringify(this.question()) === JSON.stringify(this.answered);
  }

  // What the server says of the rule as it is now: {rule, problem}.
  async aboutRule() {
    if (!this.told.rule || this.answered.rule !== this.question().rule) await this.check();
    return this.told;
  }

  // If the question is checked again meanwhile, that answer counts.
  check() {
    this.checking = this.checkOnce(++this.number);
    return this.checking;
  }

  async checkOnce(number) {
    const asked = this.question();
    let told;
    try {
      told = await act("check", asked);
    } catch (problem) {
      told = {problem: problem.message, fields: [], places: []};
    }
    if (number !== this.number) return this.checking;
    this.told = told;
    this.answered = asked;
    const before = JSON.stringify(this.question());
    if (told.fields.length) this.arrange(told);
    if (JSON.stringify(this.question()) !== before) this.checkSoon();  // something else is offered now
    $("begin").disabled = Boolean(told.problem || told.over);
    $("title").textContent = told.problem || told.title;
    $("title").dataset.kind = told.problem ? "problem" : "";
    $("plan").replaceChildren(...(told.problem ? [] : stepList(told.steps)));
    if (told.command) $("command").replaceChildren(...commandWords(told.command));
    $("same").hidden = !told.command;
    this.checked(told);
    return undefined;
  }

  form(kind) {
    return this.values.forms.find(({name}) => name === kind);
  }

  // Offer what makes sense: fields, places, symmetries and transforms.
  arrange({fields, places, words, symmetries, transforms}) {
    const kind = this.question().kind, form = this.form(kind), before = this.form(this.kind);
    for (const [name, {label}] of Object.entries(this.inputs)) {
      label.hidden = !fields.includes(name);
      if (!label.hidden) this.describe(name, words[name] ?? this.values.fields[name], form.empty[name]);
    }
    for (const [id, group] of [["more", "more"], ["advanced", "advanced"]]) $(id).hidden = !fields.some((name) => this.inputs[name]?.field[group]);
    $("places").hidden = places.length < 2;
    for (const label of $("places").children) label.hidden = !places.includes(label.firstChild.value);
    const first = form.any_symmetry ? [["", "all"]] : [];
    setChoices(this.inputs.symmetry.input, [...first, ...symmetries.map((name) => [name, SYMMETRY_WORDS[name] ?? name])]);
    if (form.any_symmetry && this.kind !== kind) this.inputs.symmetry.input.value = "";  // all, unless it is chosen
    const {period} = this.inputs;
    if (form.empty.period && this.kind !== kind) period.input.value = "";  // whatever comes out
    else if (before?.empty.period && this.kind !== kind) period.input.value ||= period.field.usual;
    this.kind = kind;
    setChoices(this.inputs.transform.input, transforms.map((name) => [name, FITTING[name] ?? name]));
    this.explain();
    setChoices(this.inputs.count.input, form.counts.length ? form.counts : FIELDS.count.choices);
  }

  // Say of a field what it means in this kind of search.
  describe(name, {label: words, help, flag, least}, empty) {
    const {input, label, field} = this.inputs[name];
    label.querySelector("label").textContent = words;
    label.querySelector(".why").setAttribute("aria-label", `What is "${words}"?`);
    label.querySelector(".help").textContent = input.title = help;
    if (flag || field.choices) return;
    input.type = least === null ? "text" : "number";
    input.placeholder = empty ?? field.placeholder ?? "";
  }

  async submit() {
    $("begin").disabled = true;
    try {
      const {name} = await act("ask", this.question());
      this.asked(name);
    } catch (problem) {
      say(problem.message, "problem");
    }
    $("begin").disabled = Boolean(this.told.problem || this.told.over);
  }
}

// What is tried side by side, and what each of it does.
export function stepList(steps = []) {
  if (!steps.length) return [];
  const explained = new Set();
  const does = (engine) => {
    const [name, words] = engineOf(engine);
    if (!name || explained.has(name)) return "";
    explained.add(name);
    return `: ${words}`;
  };
  return [make("p", {class: "small"}, steps.length > 1 ? "Tried side by side; the first to finish answers:" : "How it is searched:"),
    make("ul", {class: "steps"}, ...steps.map(([engine, what, why]) => make("li", {}, make("strong", {}, engine), what ? `, ${what}` : "", why ? ` (${why})` : "", make("span", {class: "small"}, does(engine)))))];
}

// The words of a command, each of which stays in one line if it can.
export function commandWords(command) {
  const words = command.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  return words.flatMap((word, index) => [index ? " " : "", make("span", {class: "word"}, word)]);
}

// The options of a list; what was chosen stays, if it is there.
function setChoices(select, choices) {
  const now = JSON.stringify(choices);
  if (select.dataset.choices === now) return;
  select.dataset.choices = now;
  const before = select.value;
  select.replaceChildren(...choices.map(([value, words]) => make("option", {value}, words)));
  if (choices.some(([value]) => value === before)) select.value = before;
}
