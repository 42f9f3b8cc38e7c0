// What algorithms are called, and what each does, in a sentence.

import { sayOr } from "./i18n.js";

/** @param {string} name */
export const algorithmName = (name) => sayOr(`algorithm-${name}`, name.replace(/^kolar/, "Kolar "));

/** @param {string} name */
export const algorithmNote = (name) => sayOr(`algorithm-note-${name}`, "");
