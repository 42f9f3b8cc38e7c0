// Making a level: how hard, and what else can be wished of this puzzle. The fields come from the catalogue.

import { granted, post } from "./api.js";
import { h } from "./dom.js";
import { capitalised, either, say } from "./i18n.js";
import { button, fresh, select } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Puzzle} Puzzle
 * @typedef {import("../types.js").OptionField} OptionField
 */

/** @typedef {{ difficulty: number, options: Record<string, string> }} Wish */

/** What was wished for last, by puzzle. @type {Map<string, Wish>} */
const wished = new Map();

/** @param {string} puzzle */
function wishOf(puzzle) {
  const known = wished.get(puzzle) ?? { difficulty: 3, options: {} };
  wished.set(puzzle, known);
  return known;
}

/** Makes a level as it is wished for, or was last, and opens it. @param {Desk} desk @param {Wish} [wish] */
export async function newLevel(desk, wish) {
  const puzzle = desk.puzzle?.name;
  if (!puzzle) return;
  const { difficulty, options } = wish ?? wishOf(puzzle);
  desk.line(say("making"));
  const seed = Math.floor(Math.random() * 2 ** 32);
  const made = await granted(post("/api/generate", { puzzle, seed, difficulty, options }), (why) => desk.tell(why.message, "refusal"));
  if (!made) return;
  await desk.open(made.id ? { id: made.id } : { puzzle, level: made.level, options: made.options });
  desk.line(made.note ?? "");
}

/** The values of a field, the usual one first. @param {OptionField} field @returns {[string, string][]} */
function valuesOf(field) {
  /** @type {[string, string]} */
  const usual = ["", say(field.range ? "by-difficulty" : "any-size")];
  if (field.values) return [usual, ...field.values.map((one) => /** @type {[string, string]} */ ([one.value, capitalised(either(one.title, one.title_id))]))];
  const [least, most] = field.range ?? [1, 1];
  return [usual, ...Array.from({ length: most - least + 1 }, (_, i) => /** @type {[string, string]} */ ([String(least + i), String(least + i)]))];
}

/** @param {Desk} desk @param {Puzzle} puzzle @param {() => void} close @param {Node[]} others buttons beside */
export function wishForm(desk, puzzle, close, others) {
  const wish = wishOf(puzzle.name);
  const id = fresh("difficulty");
  const value = h("output", { for: id }, String(wish.difficulty));
  const range = h("input", { type: "range", id, min: 1, max: 10, value: wish.difficulty, class: "scrub", oninput: () => show() });
  const show = () => {
    wish.difficulty = Number(range.value);
    value.textContent = range.value;
    range.style.setProperty("--done", `${((wish.difficulty - 1) / 9) * 100}%`);
  };
  show();
  const fields = puzzle.wishes.map((field) => select(either(field.title, field.title_id), valuesOf(field), wish.options[field.name] ?? "", (chosen) => {
    if (chosen) wish.options[field.name] = chosen;
    else delete wish.options[field.name];
  }));
  return h(
    "section",
    { class: "generator" },
    h("div", { class: "generator-wish" }, h("label", { for: id }, say("difficulty")), range, value),
    fields.length > 0 && h("div", { class: "wish-fields", role: "group", "aria-label": say("wishes") }, ...fields),
    h("p", { class: "note wish-note" }, either(puzzle.difficulty_basis, puzzle.difficulty_basis_id)),
    h("div", { class: "row wrap" }, button("dice", say("make-level"), () => { close(); newLevel(desk); }, { words: true, class: "strong" }), ...others),
  );
}
