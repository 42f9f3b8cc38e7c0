// Files that the page gives to the browser to keep, and takes from it.

import { h } from "./dom.js";

/** Lets the browser keep something as a file. @param {Blob | string} content @param {string} name @param {string} [type] */
export function keepFile(content, name, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}

/** A field that takes a file of text; it is clicked by a button beside it. @param {string} name @param {string} accept @param {(text: string, file: string) => void} take */
export function fileField(name, accept, take) {
  const field = h("input", { type: "file", accept, class: "unseen", tabindex: -1, "aria-label": name, onchange: async () => {
    const file = field.files?.[0];
    const text = await file?.text();
    field.value = "";
    if (text) take(text, file?.name.replace(/\.[^.]*$/, "") ?? "");
  } });
  return field;
}

/** A word that is good in the name of a file. @param {string} text */
export const fileWord = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "telusur";

/** Rows as CSV: what a table program could take for a formula begins with an apostrophe. @template {string} Name @param {readonly Name[]} columns @param {Partial<Record<Name, unknown>>[]} rows */
export function csv(columns, rows) {
  const cell = (/** @type {unknown} */ value) => {
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? "");
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns.join(","), ...rows.map((row) => columns.map((name) => cell(row[name])).join(","))].join("\r\n") + "\r\n";
}

/** The name of a file about a game. @param {{ puzzle: string, level?: string | null }} game @param {string} ending */
export const fileName = (game, ending) => `telusur-${game.puzzle}-${game.level ?? "game"}${ending}`;
