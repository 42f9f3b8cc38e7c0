// What algorithms are called, and what each does, in a sentence.

import { knows, say } from "./i18n.js";

/** @param {string} name */
export function algorithmName(name) {
  const key = `algorithm-${name}`;
  return knows(key) ? say(key) : name.replace(/^kolar/, "Kolar ");
}

/** @param {string} name */
export function algorithmNote(name) {
  const key = `algorithm-note-${name}`;
  return knows(key) ? say(key) : "";
}
