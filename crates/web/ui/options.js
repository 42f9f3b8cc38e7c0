// The controls of the level: variants that the puzzle offers, and what belongs to one puzzle only. They ask for the level
// with other options; what the options mean is the server's business.

import { h } from "./dom.js";
import { capitalised, either, say, sayOr, sentence } from "./i18n.js";
import { FASTEST, SLOWEST, set, settings } from "./settings.js";
import { button, choice, select, stepper } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Game} Game
 */

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

/** @type {Record<string, (desk: Desk, game: Game) => Node[]>} */
const CONTROLS = {
  hanoi: (desk, game) => {
    const rule = game.level_options.rule ?? "classic";
    const rules = ["classic", "linear", "cyclic", "star"];
    if (!rules.includes(rule)) rules.push(rule);
    return [
      stepper(say("speed"), settings.speed, SLOWEST, FASTEST, (speed) => set({ speed })),
      select(say("rule"), rules.map((word) => [word, sayOr(`rule-${word}`, word)]), rule, (chosen) => desk.change({ options: { rule: chosen } })),
      choice(say("goal"), [["last", say("goal-last")], ["any", say("goal-any")]], game.level_options.to?.startsWith("any") ? "any" : "last", (to) => desk.change({ options: { to: to === "any" ? "any" : "" } })),
    ];
  },

  klotski: (desk, { metric }) => [
    choice(say("metric"), [["moves", say("metric-moves")], ["slides", say("metric-slides")], ["steps", say("metric-steps")]], metric, (chosen) => desk.change({ options: { metric: chosen } })),
    h("p", { class: "note" }, sayOr(`metric-note-${metric}`, say("metric-note-moves"))),
  ],

  water: (desk, game) => [
    choice(say("rule"), [["pour", say("rule-pour")], ["unit", say("rule-unit")], ["strict", say("rule-strict")]], game.level_options.rule ?? "pour", (chosen) => desk.change({ options: { rule: chosen } })),
    choice(say("symbols"), [["shapes", say("symbols-shapes")], ["labels", say("symbols-labels")]], settings.symbols, (symbols) => set({ symbols })),
  ],

  tiles: (desk, game) => {
    const { width, height } = game.position.picture;
    const now = `${height}x${width}`;
    const sizes = (desk.puzzle?.wishes.find((field) => field.name === "size")?.values ?? []).map((one) => one.value);
    if (!sizes.includes(now)) sizes.push(now);
    return [select(say("size"), sizes.map((size) => [size, size.replace("x", " × ")]), now, async (size) => (await import("./wish-form.js")).newLevel(desk, { difficulty: 3, options: { size } }))];
  },
};

/** Who plays a game for two. @param {Desk} desk @param {Game} game @returns {Node[]} */
function seatControls(desk, game) {
  const seats = game.seats ?? ["person", "person"];
  const machineSeat = seats.findIndex((seat) => seat !== "person");
  const opponent = machineSeat < 0 ? "person" : seats[machineSeat];
  const machineFirst = machineSeat === 0;
  const sit = (/** @type {string} */ who, /** @type {boolean} */ first) => desk.table.seats(who === "person" ? ["person", "person"] : first ? [who, "person"] : ["person", who]);
  const names = (game.opponents ?? []).flatMap(([name]) => (name.endsWith("N") ? [10, 25, 50].map((n) => name.replace(/N$/, String(n))) : [name]));
  const line = game.opponents?.find(([name]) => name === opponent || (name.endsWith("N") && opponent.startsWith(name.slice(0, -1))))?.[1];
  /** @type {HTMLElement[]} */
  const controls = [select(say("opponent"), [["person", say("opponent-person")], ...names.map((name) => /** @type {[string, string]} */ ([name, opponentName(name)]))], opponent, (who) => sit(who, machineFirst))];
  if (opponent !== "person") {
    if (line) controls.push(h("div", {}, h("p", { class: "note" }, sentence(either(line)))));
    controls.push(choice(say("begins"), [["you", say("you")], ["machine", say("machine")]], machineFirst ? "machine" : "you", (who) => sit(opponent, who === "machine")));
    if (game.moves_made > 0) controls.push(h("div", {}, h("p", { class: "note" }, say("begins-note"))));
  }
  return controls;
}

/** @param {string} name */
const opponentName = (name) => sayOr(`opponent-${name}`, name.startsWith("errs-") ? say("opponent-errs", { n: Number(name.slice(5)) }) : name);

/** @param {Desk} desk @param {Game} game @returns {Node[]} */
export const controlsOf = (desk, game) => [
  ...steppersOf(desk, game),
  ...(CONTROLS[game.puzzle]?.(desk, game) ?? ((game.opponents?.length ?? 0) > 0 ? seatControls(desk, game) : [])),
  ...buttonsOf(desk, game),
];
