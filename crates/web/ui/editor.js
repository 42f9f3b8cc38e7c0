// One's own level: drawn on its picture, by fields, or as text. The server says at once what is wrong with it, the engine
// says in the background how it can be solved; it is played, kept among one's own levels, shared or printed.

import { get, granted, post } from "./api.js";
import { Board } from "./board.js";
import { openCollection } from "./collections.js";
import { openShare } from "./dialogs.js";
import { drawingOf, learnColours } from "./drawing.js";
import { h, later } from "./dom.js";
import { either, say, sentence } from "./i18n.js";
import { printLevel } from "./level-print.js";
import { LevelVerdict } from "./level-verdict.js";
import { UNFINISHED, drawOn, hasPen } from "./picture-pens.js";
import { authorInput, button, dialog, fresh, textField, toggle } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").PuzzleOption} PuzzleOption
 * @typedef {{ text: string, options: Record<string, string> }} Draft
 */

/** What was drawn and not played, by puzzle: closing the dialog loses nothing. @type {Map<string, Draft & { title: string }>} */
const drafts = new Map();

/** How the collection of one's own levels is called, in whichever language it was begun. */
const OWN = ["My levels", "Level saya"];

/** @param {Desk} desk */
export function openEditor(desk) {
  const { puzzle, game } = desk;
  if (!puzzle || !game) return;
  const ids = { text: fresh("level-text"), note: fresh("level-note"), problem: fresh("problem") };
  const text = h("textarea", { id: ids.text, rows: 3, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": `${ids.note} ${ids.problem}` });
  const draft = drafts.get(puzzle.name);
  text.value = draft?.text ?? game.position.text;
  const problem = h("p", { class: "problem", id: ids.problem, role: "alert" });
  const host = h("div", { class: "board editor-board" });
  const drawing = h("div", { class: "drawing" });
  const known = { ...(draft?.options ?? game.level_options) };
  const title = h("input", { value: draft?.title ?? "", maxlength: 120, autocomplete: "off" });
  const author = authorInput();
  const fields = h("div", {});
  const verdict = new LevelVerdict(desk);
  let isPlayed = false;
  const start = () => ({ puzzle: puzzle.name, level: text.value, options: known });
  const leave = () => {
    isPlayed = true;
    drafts.delete(puzzle.name);
    box.close();
  };
  const fromBoard = button("restart", say("from-board"), () => { leave(); openEditor(desk); }, { words: true, class: "soft" });
  const play = button("play", say("play-this"), () => { leave(); desk.open(start()); }, { words: true, class: "strong" });
  const share = button("share", say("share"), async () => { leave(); if (await desk.open(start())) openShare(desk); }, { words: true, class: "soft" });
  const print = button("print", say("editor-print"), () => printLevel({ title: title.value || either(puzzle.title, puzzle.title_id), author: author.value, note: either(puzzle.summary, puzzle.summary_id), text: text.value, picture: host.querySelector("svg") }), { words: true, class: "soft" });
  const keep = button("check", say("editor-keep"), async () => {
    const level = { title: title.value, author: author.value, level: text.value, options: known };
    const key = await granted(keepOwn(puzzle.name, level), (why) => { problem.textContent = sentence(why.reason); });
    if (key === undefined) return;
    leave();
    openCollection(desk, key);
  }, { words: true, class: "soft editor-keep" });
  const undo = button("undo", say("undo"), () => back(-1), { class: "quiet editor-undo" });
  const redo = button("redo", say("redo"), () => back(1), { class: "quiet editor-redo" });
  const box = dialog(say("own-level"), [
    h(
      "div",
      { class: "editor" },
      h(
        "div",
        { class: "editor-form" },
        h("div", { class: "row wrap editor-names" }, textField(say("editor-title"), title), textField(say("editor-author"), author)),
        drawing,
        h("label", { for: ids.text }, say("level-text")),
        text,
        h("p", { class: "note", id: ids.note }, either(puzzle.level_format, puzzle.level_format_id)),
        problem,
        puzzle.options.length > 0 && h("details", { class: "fold" }, h("summary", {}, say("options")), fields),
        h("div", { class: "row wrap" }, play, keep, share, print, draft && fromBoard),
      ),
      h("figure", {}, h("div", { class: "row editor-tools" }, undo, redo, hasPen(puzzle.name) && h("span", { class: "note" }, say("editor-pen"))), host, verdict.node),
    ),
  ], { class: "wide" });

  /** Everything that the level was, and where one is in it. @type {Draft[]} */
  const past = [{ text: text.value, options: { ...known } }];
  let at = 0;
  const note = () => {
    const now = { text: text.value, options: { ...known } };
    if (JSON.stringify(now) === JSON.stringify(past[at])) return;
    past.splice(at + 1, past.length, now);
    at = past.length - 1;
  };
  const back = (/** @type {number} */ by) => {
    const other = past[at + by];
    if (!other) return;
    at += by;
    text.value = other.text;
    for (const name of Object.keys(known)) delete known[name];
    Object.assign(known, other.options);
    showFields();
    changed();
  };
  const showFields = () => fields.replaceChildren(...puzzle.options.map((option) => field(option, known, () => changed())));

  const board = new Board(host, () => check());
  let asked = 0;
  const check = async () => {
    const number = (asked += 1);
    verdict.drop();
    let wrong = "";
    const position = /** @type {Position | undefined} */ (await granted(post("/api/open", start(), undefined, board.aspect), (why) => { wrong = sentence(why.reason); }));
    if (number !== asked) return;
    problem.textContent = wrong;
    ready(position !== undefined);
    if (!position) return showUnfinished(number);
    verdict.ask(puzzle.name, text.value, known);
    await board.show(puzzle.name, position, { pace: 160 });
    if (number === asked && learnColours(host, position.picture)) draw();
  };
  /** A drawing that is no level yet can still be looked at. @param {number} number */
  const showUnfinished = async (number) => {
    const loose = UNFINISHED[puzzle.name];
    if (!loose) return;
    const position = await post("/api/open", { puzzle: puzzle.name, level: text.value, options: loose }, undefined, board.aspect).catch(() => undefined);
    if (position && number === asked) await board.show(puzzle.name, position, { pace: 160 });
  };
  const ready = (/** @type {boolean} */ good) => { for (const one of [play, keep, share, print]) one.disabled = !good; };
  const soon = later(check, 120);
  const draw = () => drawing.replaceChildren(...drawingOf(puzzle.name, text.value, known, write));
  const changed = () => {
    note();
    undo.setAttribute("aria-disabled", String(at === 0));
    redo.setAttribute("aria-disabled", String(at === past.length - 1));
    verdict.drop();
    draw();
    soon();
  };
  const write = (/** @type {string} */ other) => {
    text.value = other;
    changed();
  };
  drawOn(board, puzzle.name, () => text.value, write);
  text.addEventListener("input", changed);
  box.addEventListener("keydown", (event) => {
    // A field of text takes back its own letters.
    if (!(event.ctrlKey || event.metaKey) || /** @type {HTMLElement} */ (event.target).matches("input[type=text], textarea")) return;
    const way = event.key === "z" ? (event.shiftKey ? 1 : -1) : event.key === "y" ? 1 : 0;
    if (!way) return;
    event.preventDefault();
    back(way);
  });
  box.addEventListener("close", () => {
    verdict.drop();
    if (!isPlayed && (text.value !== game.position.text || title.value)) drafts.set(puzzle.name, { text: text.value, options: known, title: title.value });
  });
  showFields();
  changed();
}

/** Puts a level among one's own; says where it is then. @param {string} puzzle @param {Record<string, unknown>} level @returns {Promise<string>} */
async function keepOwn(puzzle, level) {
  const lists = /** @type {import("../types.js").CollectionLine[]} */ (await get(`/api/puzzles/${puzzle}/collections`));
  const mine = lists.find((list) => OWN.includes(list.title));
  const { key } = mine ?? (await post(`/api/puzzles/${puzzle}/levels`, level));
  if (mine) await post(`/api/collections/${key}/levels`, level);
  return key;
}

/** @param {PuzzleOption} option @param {Record<string, string>} known @param {() => void} onchange */
function field(option, known, onchange) {
  const set = (/** @type {string} */ value) => {
    if (value) known[option.name] = value;
    else delete known[option.name];
    onchange();
  };
  const help = either(option.help, option.help_id);
  if (!option.value) return toggle(option.name, known[option.name] === "true", (on) => set(on ? "true" : ""), help);
  const input = h("input", { placeholder: option.value, value: known[option.name] ?? "", autocomplete: "off", spellcheck: "false", oninput: () => set(input.value.trim()) });
  return textField(option.name, input, help);
}
