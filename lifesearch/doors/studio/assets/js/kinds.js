// What the server says of the kinds of questions: their forms, and what their engines do.

const forms = new Map();
let engines = {};

export function learn(values) {
  for (const form of values.forms) forms.set(form.name, form);
  engines = values.engines;
}

// The form of a kind, for what is special about it: see `Form` in core/kind.py.
export const formOf = (kind) => forms.get(kind) ?? {};

// What an engine does, and the name by which it is known: steps begin with it.
export const engineOf = (step) => Object.entries(engines).find(([name]) => step.startsWith(name)) ?? ["", ""];

// Drawings to begin with, each with its question.
export const examples = () => [...forms.values()].flatMap((form) => form.examples);
