// The controls of the level: variants and choices that the puzzle offers, who plays, and settings of the page that matter
// here. They ask for the level with other options; what the options mean is the server's business.

import { h } from "./dom.js";
import { capitalised, either, say, sentence } from "./i18n.js";
import { FASTEST, SLOWEST, set, settings } from "./settings.js";
import { button, choice, select, stepper } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").LevelOption} LevelOption
 */

/** More values than these are chosen from a list. */
const MOST_IN_A_ROW = 3;

/** Numbers of the level to step through: two variants each, the smaller number first. @param {Desk} desk @param {Game} game */
const steppersOf = (desk, { variants }) => variants.flatMap(({ name, number, possible }, i) => {
  const smaller = variants[i - 1];
  if (!number || smaller?.number?.[0] !== number[0]) return [];
  const [title, now] = number;
  return [stepper(title, now, now - Number(smaller.possible), now + Number(possible), (next) => desk.change({ variant: next < now ? smaller.name : name }))];
});

/** Other variants as buttons. @param {Desk} desk @param {Game} game */
const buttonsOf = (desk, { variants }) => variants.filter(({ number }) => !number).map(({ name, label, possible }) => {
  const control = button("plus", capitalised(label), () => desk.change({ variant: name }), { words: true, class: "soft" });
  control.disabled = !possible;
  return h("div", { class: "row" }, control);
});

/** @param {string} text */
const note = (text) => h("p", { class: "note" }, text);

/** An option of the level, and what its value means. @param {Desk} desk @param {LevelOption} option @returns {HTMLElement[]} */
function controlOf(desk, { field, now, makes_level }) {
  const values = field.values ?? [];
  const named = values.map((one) => /** @type {[string, string]} */ ([one.value, either(one.title, one.title_id)]));
  const chosen = values.find((one) => one.value === now);
  if (!chosen) named.push([now, now]);
  const change = async (/** @type {string} */ value) => {
    const options = { [field.name]: value };
    if (makes_level) (await import("./wish-form.js")).newLevel(desk, { difficulty: 3, options });
    else desk.change({ options });
  };
  const title = either(field.title, field.title_id);
  const control = named.length > MOST_IN_A_ROW || !chosen
    ? select(title, named.map(([value, name]) => [value, capitalised(name)]), now, change)
    : choice(title, named, now, change);
  return chosen?.note ? [control, note(either(chosen.note, chosen.note_id))] : [control];
}

/** Whether signs double colours in a piece. @param {import("../types.js").Piece} piece @returns {boolean} */
const hasSigns = ({ parts }) => parts.some((part) => ("role" in part && part.role === "letters") || ("pieces" in part && part.pieces.some(hasSigns)));

/** Settings of the page that matter here: speed where keys of the puzzle change it, signs where something doubles colours. @param {Desk} desk @param {Game} game */
function settingsOf(desk, { position }) {
  const controls = [];
  if (Object.values(desk.puzzle?.keys ?? {}).includes("faster")) controls.push(stepper(say("speed"), settings.speed, SLOWEST, FASTEST, (speed) => set({ speed })));
  if (position.scene.pieces.some(hasSigns)) controls.push(choice(say("symbols"), [["shapes", say("symbols-shapes")], ["labels", say("symbols-labels")]], settings.symbols, (symbols) => set({ symbols })));
  return controls;
}

/** Who plays a game for two. @param {Desk} desk @param {Game} game @returns {HTMLElement[]} */
function seatControls(desk, { opponents = [], seats = [], moves_made }) {
  if (opponents.length === 0) return [];
  const machineSeat = seats.findIndex((seat) => seat !== "person");
  const opponent = seats[machineSeat] ?? "person";
  const machineFirst = machineSeat === 0;
  const sit = (/** @type {string} */ who, /** @type {boolean} */ first) => desk.table.seats(who === "person" ? ["person", "person"] : first ? [who, "person"] : ["person", who]);
  /** @type {[string, string][]} */
  const named = [["person", say("opponent-person")], ...opponents.map((one) => /** @type {[string, string]} */ ([one.name, either(one.title, one.title_id)]))];
  if (!named.some(([name]) => name === opponent)) named.push([opponent, opponent]);
  const known = opponents.find((one) => one.name === opponent);
  /** @type {HTMLElement[]} */
  const controls = [select(say("opponent"), named, opponent, (who) => sit(who, machineFirst))];
  if (opponent !== "person") {
    if (known) controls.push(h("div", {}, note(sentence(either(known.does, known.does_id)))));
    controls.push(choice(say("begins"), [["you", say("you")], ["machine", say("machine")]], machineFirst ? "machine" : "you", (who) => sit(opponent, who === "machine")));
    if (moves_made > 0) controls.push(h("div", {}, note(say("begins-note"))));
  }
  return controls;
}

/** @param {Desk} desk @param {Game} game @returns {Node[]} */
export const controlsOf = (desk, game) => [
  ...steppersOf(desk, game),
  ...game.choices.flatMap((option) => controlOf(desk, option)),
  ...settingsOf(desk, game),
  ...seatControls(desk, game),
  ...buttonsOf(desk, game),
];
