// Files that the page gives to the browser to keep, and takes from it.

import { h } from "./dom.js";

/** Lets the browser keep something as a file. @param {Blob | string} content @param {string} name @param {string} [type] */
export function keepFile(content, name, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}

/** A field that takes a file of text; it is clicked by a button beside it. @param {string} name @param {(text: string, file: string) => void} take */
export function fileField(name, take) {
  const field = h("input", { type: "file", accept: ".txt,.csv,text/plain", class: "unseen", tabindex: -1, "aria-label": name, onchange: async () => {
    const file = field.files?.[0];
    const text = await file?.text();
    field.value = "";
    if (text !== undefined) take(text, file?.name.replace(/\.[^.]*$/, "") ?? "");
  } });
  return field;
}

/** A word that is good in the name of a file. @param {string} text */
export const fileWord = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "telusur";

/** The name of a file about a game. @param {{ puzzle: string, level?: string | null }} game @param {string} ending */
export const fileName = (game, ending) => `telusur-${game.puzzle}-${game.level ?? "game"}${ending}`;
