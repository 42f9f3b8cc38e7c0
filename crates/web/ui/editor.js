// One's own level: paste or type its text, or draw it; the server says at once what is wrong with it.

import { Refusal, Silence, post } from "./api.js";
import { Board } from "./board.js";
import { drawingOf } from "./drawing.js";
import { h, later } from "./dom.js";
import { say } from "./i18n.js";
import { button, dialog, fresh } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").PuzzleOption} PuzzleOption
 */

/** What was drawn and not played, by puzzle: closing the dialog loses nothing. @type {Map<string, { text: string, options: Record<string, string> }>} */
const drafts = new Map();

/** @param {Desk} desk */
export function openEditor(desk) {
  const { puzzle, game } = desk;
  if (!puzzle || !game) return;
  const ids = { text: fresh("level-text"), note: fresh("level-note"), problem: fresh("problem") };
  const text = h("textarea", { id: ids.text, rows: 4, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": `${ids.note} ${ids.problem}` });
  const draft = drafts.get(puzzle.name);
  text.value = draft?.text ?? game.position.text;
  const problem = h("p", { class: "problem", id: ids.problem, role: "alert" });
  const host = h("div", { class: "board editor-board" });
  const drawing = h("div", { class: "drawing" });
  const known = { ...(draft?.options ?? game.level_options) };
  const fields = puzzle.options.map((option) => field(option, known, () => { draw(); check(); }));
  let isPlayed = false;
  const fromBoard = button("undo", say("from-board"), () => {
    drafts.delete(puzzle.name);
    isPlayed = true;
    box.close();
    openEditor(desk);
  }, { words: true, class: "soft" });
  const play = button("play", say("play-this"), () => {
    isPlayed = true;
    drafts.delete(puzzle.name);
    box.close();
    desk.open({ puzzle: puzzle.name, level: text.value, options: known });
  }, { words: true, class: "strong" });
  const box = dialog(say("own-level"), [
    h(
      "div",
      { class: "editor" },
      h(
        "div",
        { class: "editor-form" },
        h("label", { for: ids.text }, say("level-text")),
        text,
        h("p", { class: "note", id: ids.note }, puzzle.level_format),
        problem,
        drawing,
        fields.length > 0 && h("details", { class: "fold" }, h("summary", {}, say("options")), ...fields),
        h("div", { class: "row wrap" }, play, draft && fromBoard),
      ),
      h("figure", {}, host, h("figcaption", { class: "note" })),
    ),
  ], { class: "wide" });
  box.addEventListener("close", () => {
    if (!isPlayed && text.value !== game.position.text) drafts.set(puzzle.name, { text: text.value, options: known });
  });
  const board = new Board(host, () => check());
  let asked = 0;
  const check = async () => {
    const number = (asked += 1);
    try {
      const position = await post("/api/open", { puzzle: puzzle.name, level: text.value, options: known }, undefined, board.aspect);
      if (number !== asked) return;
      problem.textContent = "";
      play.disabled = false;
      host.hidden = false;
      await board.show(puzzle.name, position, { pace: 160 });
    } catch (error) {
      if (number !== asked) return;
      if (!(error instanceof Refusal)) throw error;
      const message = error instanceof Silence ? say("no-answer") : error.message;
      problem.textContent = message.charAt(0).toUpperCase() + message.slice(1);
      play.disabled = true;
    }
  };
  const soon = later(check, 120);
  const draw = () => drawing.replaceChildren(...drawingOf(puzzle.name, text.value, known, (changed) => {
    text.value = changed;
    draw();
    soon();
  }));
  text.addEventListener("input", () => { draw(); soon(); });
  draw();
  check();
}

/** @param {PuzzleOption} option @param {Record<string, string>} known @param {() => void} onchange */
function field(option, known, onchange) {
  const id = fresh("option");
  const set = (/** @type {string} */ value) => {
    if (value) known[option.name] = value;
    else delete known[option.name];
    onchange();
  };
  if (!option.value) {
    const input = h("input", { type: "checkbox", id, checked: known[option.name] === "true", onchange: () => set(input.checked ? "true" : "") });
    return h("div", { class: "field toggle" }, h("label", { for: id, class: "field-name" }, option.name, h("small", {}, option.help)), input);
  }
  const input = h("input", { type: "text", id, placeholder: option.value, value: known[option.name] ?? "", autocomplete: "off", spellcheck: "false", oninput: () => set(input.value.trim()) });
  return h("div", { class: "text-field" }, h("label", { for: id, class: "field-name" }, option.name, h("small", {}, option.help)), input);
}
