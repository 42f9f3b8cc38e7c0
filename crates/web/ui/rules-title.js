// What the page reads of rules itself: their title, and their lines where they stand in an option.

import { either } from "./i18n.js";

/** A text that stands on one line in an option, with its lines. @param {string} line */
export const withLines = (line) => (line.includes("\n") ? line : line.replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter)));

/** The title in the first statement of a text. @param {string} text */
export function titleOf(text) {
  const title = /^(?:puzzle|game)[ \t]+(.*)$/m.exec(withLines(text))?.[1].replace(/\/\/.*$/, "").trim();
  return title ? either(title) : "";
}
