// The page: a list of puzzles, a level, its picture, and what the solver says about it.

import { draw } from "/board.js";

/**
 * @typedef {{ name: string, value: string, help: string }} Option
 * @typedef {{ name: string, title: string, text: string, options: Record<string, string> }} Level
 * @typedef {{ name: string, title: string, summary: string, level_format: string, options: Option[], levels: Level[] }} Puzzle
 * @typedef {{ text: string, status: string, moves: string[], picture: import("./board.js").Picture }} Position
 * @typedef {{ outcome: string, headline: string, details: string[], moves: string[], position: Position }} Solution
 */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const find = (id) => /** @type {T} */ (document.getElementById(id));

/** @type {HTMLFormElement} */ const form = find("form");
/** @type {HTMLSelectElement} */ const levelName = find("level-name");
/** @type {HTMLTextAreaElement} */ const levelText = find("level");
/** @type {HTMLButtonElement} */ const solveButton = find("solve");
const problem = find("problem");

/** @type {Puzzle | undefined} */ let puzzle;
/** Each question gets a number; answers to older ones are ignored. */
let asked = 0;

/** @param {string} path @param {unknown} [body] */
async function ask(path, body) {
  const options = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, options || undefined);
  } catch {
    throw new Error("The server does not answer. Is telusur still running?");
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** @param {unknown} error */
function complain(error) {
  const message = error instanceof Error ? error.message : String(error);
  problem.textContent = message.charAt(0).toUpperCase() + message.slice(1);
  problem.hidden = false;
}

/** What stands on the desk, as the server wants it. */
function request() {
  /** @type {Record<string, string>} */
  const options = {};
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    const name = input.dataset.option ?? "";
    if (input.type === "checkbox" ? input.checked : input.value.trim()) {
      options[name] = input.type === "checkbox" ? "true" : input.value.trim();
    }
  }
  const level = levelText.value.trim() ? levelText.value : null;
  return { puzzle: puzzle?.name, level, options };
}

/** @param {Position} position */
function show(position) {
  find("board").replaceChildren(draw(position.picture));
  find("caption").textContent = position.picture.description;
}

/** Shows what the level looks like, or what is wrong with it. */
async function preview() {
  const number = ++asked;
  find("answer").hidden = true;
  try {
    const position = await ask("/api/open", request());
    if (number !== asked) return;
    problem.hidden = true;
    show(position);
  } catch (error) {
    if (number !== asked) return;
    find("board").replaceChildren();
    find("caption").textContent = "";
    complain(error);
  }
}

async function solve() {
  const number = ++asked;
  solveButton.disabled = true;
  solveButton.textContent = "Solving…";
  problem.hidden = true;
  find("answer").hidden = true;
  try {
    /** @type {Solution} */
    const solution = await ask("/api/solve", request());
    if (number !== asked) return;
    show(solution.position);
    find("headline").textContent = solution.headline;
    find("moves").replaceChildren(...solution.moves.map((move) => text("li", move)));
    find("details").replaceChildren(...solution.details.map((detail) => text("li", detail)));
    find("answer").dataset.outcome = solution.outcome;
    find("answer").hidden = false;
  } catch (error) {
    if (number === asked) complain(error);
  } finally {
    solveButton.disabled = false;
    solveButton.textContent = "Solve";
  }
}

/** @param {string} name @param {string} content */
function text(name, content) {
  const node = document.createElement(name);
  node.textContent = content;
  return node;
}

/** @param {Option} option */
function optionField(option) {
  const id = `option-${option.name}`;
  const label = document.createElement("label");
  label.htmlFor = id;
  const input = document.createElement("input");
  input.id = id;
  input.dataset.option = option.name;
  const help = text("span", option.help);
  help.className = "note";
  const row = document.createElement("div");
  if (option.value) {
    input.type = "text";
    input.placeholder = option.value;
    label.append(`${option.name} `, help);
    row.append(label, input);
  } else {
    input.type = "checkbox";
    row.className = "check";
    label.append(`${option.name} `, help);
    row.append(input, label);
  }
  return row;
}

/** @param {Puzzle} chosen */
function choose(chosen) {
  puzzle = chosen;
  for (const button of document.querySelectorAll("nav button")) {
    button.setAttribute("aria-current", String(/** @type {HTMLElement} */ (button).dataset.puzzle === chosen.name));
  }
  find("title").textContent = chosen.title;
  find("summary").textContent = chosen.summary;
  find("format").textContent = chosen.level_format;
  find("options").replaceChildren(...chosen.options.map(optionField));
  find("more").hidden = chosen.options.length === 0;
  const own = document.createElement("option");
  own.value = "";
  own.textContent = "Your own";
  levelName.replaceChildren(own, ...chosen.levels.map((level) => {
    const option = document.createElement("option");
    option.value = level.name;
    option.textContent = level.title;
    return option;
  }));
  levelName.value = chosen.levels[0]?.name ?? "";
  find("desk").hidden = false;
  take(chosen.levels[0]);
}

/** Puts a level of the catalogue on the desk. @param {Level | undefined} level */
function take(level) {
  levelText.value = level?.text ?? "";
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    const value = level?.options[input.dataset.option ?? ""] ?? "";
    if (input.type === "checkbox") input.checked = value === "true";
    else input.value = value;
  }
  preview();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */ let pause;
form.addEventListener("input", (event) => {
  if (event.target === levelName) {
    const level = puzzle?.levels.find((level) => level.name === levelName.value);
    if (level) take(level);
    return;
  }
  levelName.value = "";
  clearTimeout(pause);
  pause = setTimeout(preview, 200);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(pause);
  solve();
});

/** @param {Puzzle} entry */
function menuItem(entry) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.puzzle = entry.name;
  const count = entry.levels.length === 1 ? "1 level" : `${entry.levels.length} levels`;
  button.append(text("strong", entry.title), text("span", entry.summary), text("span", count));
  button.addEventListener("click", () => choose(entry));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

try {
  /** @type {Puzzle[]} */
  const puzzles = await ask("/api/puzzles");
  find("puzzles").replaceChildren(...puzzles.map(menuItem));
  // `#tiles` opens that puzzle, so that a bookmark works.
  const named = puzzles.find((entry) => `#${entry.name}` === location.hash);
  const first = named ?? puzzles[0];
  if (first) choose(first);
  document.documentElement.dataset.ready = "true";
} catch (error) {
  find("puzzles").append(text("li", error instanceof Error ? error.message : String(error)));
}
