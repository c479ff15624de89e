// A drawing and its question as a part of an address: JSON in letters that need no escapes.

// The names of kinds and places; and how many characters of a link are read.
const NAME = /^[a-z][a-z-]{0,40}$/, LONGEST = 1e6;

// Fields that are empty are as if they were left out.
export function codeOf(question, drawing) {
  const given = Object.fromEntries(Object.entries(question).filter(([, value]) => value));
  const bytes = new TextEncoder().encode(JSON.stringify({question: given, drawing}));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The question and the drawing of a link that anybody may have written: an Error says what is wrong.
export function readCode(code) {
  let told = null;
  try {
    const bytes = atob(code.slice(0, LONGEST).replaceAll("-", "+").replaceAll("_", "/"));
    told = JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))));
  } catch {
    throw new Error("a part of it is missing");
  }
  const {question, drawing} = told ?? {};
  const isName = (value) => typeof value === "string" && NAME.test(value);
  const isField = (value) => typeof value === "string" || value === true;
  const isQuestion = question && isName(question.kind) && isName(question.where ?? "box") && Object.values(question).every(isField);
  if (!isQuestion || typeof drawing !== "string") throw new Error("it has no question");
  return {question: {where: "box", ...question}, drawing};
}
