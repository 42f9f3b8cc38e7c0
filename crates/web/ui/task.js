// An assignment that came with a link: one line of plain text above the board, as long as its game is at the table.

import { find, h } from "./dom.js";
import { say } from "./i18n.js";
import { keptNotes } from "./kept-notes.js";
import { button } from "./widgets.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Longest line, in letters. */
export const LONGEST_TASK = 200;
/** Which game has which line. */
const notes = keptNotes("telusur.tasks", (value) => typeof value === "string");

/** Plain text in one line, not too long. @param {string} text */
const taskLine = (text) => [...text.replace(/[\s\p{C}]+/gu, " ").trim()].slice(0, LONGEST_TASK).join("");

/** Gives the game at the table an assignment. @param {Desk} desk @param {string} text */
export function giveTask(desk, text) {
  const key = desk.game?.key;
  const line = taskLine(text);
  if (!key || !line) return;
  notes.set(key, line);
  show(key, line);
}

/** @param {string} key @param {string} line */
function show(key, line) {
  const host = find("task");
  host.hidden = false;
  host.dataset.game = key;
  // Whatever the link says is text.
  host.replaceChildren(h("strong", {}, `${say("task")}: `), h("span", {}, line), button("close", say("task-close"), () => { host.hidden = true; }));
}

/** Shows the assignment of the game at the table, if it has one. @param {Desk} desk */
export function showTask(desk) {
  const key = desk.game?.key ?? "";
  const host = find("task");
  const line = notes.get(key);
  if (line) show(key, taskLine(line));
  else if (host.dataset.game !== key) host.hidden = true;
}

/** An address of this page with an assignment. @param {string} id what a game is opened by @param {string} text */
export function linkOf(id, text) {
  const page = location.href.replace(/#.*$/, "");
  const line = taskLine(text);
  return line ? `${page}#/at?id=${encodeURIComponent(id)}&task=${encodeURIComponent(line)}` : `${page}#${id}`;
}
