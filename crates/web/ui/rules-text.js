// A field for rules: the text with its keywords set off, line numbers, and problems marked at their places. A transparent
// text field lies over the drawn text in the same cell of a grid, so that both always have the same size.

import { h } from "./dom.js";

/** @typedef {import("../types.js").RulesProblem} RulesProblem */

/** Words that begin a statement, and words inside of it. */
const STATEMENT = /^(puzzle|game|about|const|set|shape|var|move|rule|start|goal|end|stuck|bound|symmetry|sign|hide|picture)\b/;
const INSIDE = /\b(when|in|let|for|if|then|else|swap|cycle|reverse|rotate|by|and|or|not|all|any|count|sum|permutation|optimum|colour|won|lost|drawn)\b/g;
/** Statements whose words are people's own. */
const PROSE = new Set(["puzzle", "game", "about"]);

/** The positions of a line as people count them: whole characters, not halves of them. @param {string} line */
const letters = (line) => [...line];

export class RulesText {
  /** @param {string} name @param {string} describedBy @param {() => void} oninput */
  constructor(name, describedBy, oninput) {
    this.numbers = h("div", { class: "rules-numbers", "aria-hidden": "true" });
    this.drawn = h("pre", { class: "rules-drawn", "aria-hidden": "true" });
    this.field = h("textarea", { class: "rules-field", spellcheck: "false", autocomplete: "off", autocapitalize: "off", autocorrect: "off", wrap: "off", "aria-label": name, "aria-describedby": describedBy });
    this.node = h("div", { class: "rules-text" }, this.numbers, h("div", { class: "rules-cell" }, this.drawn, this.field));
    /** @type {RulesProblem[]} */ this.problems = [];
    this.field.addEventListener("input", () => { this.draw([]); oninput(); });
    this.field.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) this.#newLine(event); });
  }

  get value() {
    return this.field.value;
  }

  set value(text) {
    this.field.value = text;
    this.draw([]);
  }

  /** Draws the text with its problems. @param {RulesProblem[]} problems */
  draw(problems) {
    this.problems = problems;
    const lines = this.value.split("\n");
    this.numbers.textContent = lines.map((_, i) => i + 1).join("\n");
    this.drawn.replaceChildren(...lines.flatMap((line, i) => [...drawnLine(line, problems.filter((problem) => problem.line === i + 1)), "\n"]));
    this.field.setAttribute("aria-invalid", String(problems.some((problem) => problem.severity === "error")));
  }

  /** Another line of the same statement is indented as this one, and the first one below a colon by four. @param {KeyboardEvent} event */
  #newLine(event) {
    const before = this.value.slice(0, this.field.selectionStart).split("\n").pop() ?? "";
    const indent = /^ */.exec(before)?.[0] ?? "";
    const wanted = /:\s*$/.test(before) && indent === "" ? "    " : indent;
    if (!wanted) return;
    event.preventDefault();
    // The only way to type for somebody that the browser's own undo knows of.
    document.execCommand("insertText", false, `\n${wanted}`);
  }

  /** Puts the cursor at a problem. @param {RulesProblem} problem */
  goTo(problem) {
    const lines = this.value.split("\n");
    const line = lines[problem.line - 1] ?? "";
    const start = lines.slice(0, problem.line - 1).reduce((sum, other) => sum + other.length + 1, 0);
    const column = letters(line).slice(0, problem.column - 1).join("").length;
    const length = letters(line).slice(problem.column - 1, problem.column - 1 + problem.length).join("").length;
    this.field.focus();
    this.field.setSelectionRange(start + column, start + column + length);
    this.node.querySelectorAll("mark")[this.problems.indexOf(problem)]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** A line with its keywords and problems. @param {string} line @param {RulesProblem[]} problems @returns {(Node | string)[]} */
function drawnLine(line, problems) {
  if (problems.length === 0) return coloured(line);
  const all = letters(line);
  /** @type {(Node | string)[]} */ const parts = [];
  let at = 0;
  for (const problem of [...problems].sort((a, b) => a.column - b.column)) {
    const from = Math.min(Math.max(at, problem.column - 1), all.length);
    const to = Math.min(Math.max(from, problem.column - 1 + problem.length), all.length);
    parts.push(all.slice(at, from).join(""));
    // What is missing at the end of a line is marked behind it.
    parts.push(h("mark", { "data-severity": problem.severity }, all.slice(from, to).join("") || " "));
    at = to;
  }
  parts.push(all.slice(at).join(""));
  return parts;
}

/** @param {string} line @returns {(Node | string)[]} */
function coloured(line) {
  const comment = line.indexOf("//");
  const code = comment < 0 ? line : line.slice(0, comment);
  const rest = comment < 0 ? [] : [h("i", {}, line.slice(comment))];
  const first = STATEMENT.exec(code)?.[0] ?? "";
  const head = first ? [h("b", {}, first)] : [];
  const body = code.slice(first.length);
  if (PROSE.has(first)) return [...head, body, ...rest];
  /** @type {(Node | string)[]} */ const parts = [];
  let at = 0;
  for (const match of body.matchAll(INSIDE)) {
    parts.push(body.slice(at, match.index), h("em", {}, match[0]));
    at = match.index + match[0].length;
  }
  return [...head, ...parts, body.slice(at), ...rest];
}
